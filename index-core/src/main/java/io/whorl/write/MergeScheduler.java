package io.whorl.write;

import io.whorl.store.IndexDirectory;
import io.whorl.write.WriterHealth.MergeFailure;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Schedules merges on two threads: one for small merges and one for large ones, so that small segments do not pile up
 * behind a large merge. A background merge is one task, which requests the next one when it is done. So a call that
 * requests a merge waits only for the tasks before it, not for all merging. No two tasks merge the same segment.
 */
final class MergeScheduler {
    private static final int SHARE_OF_SMALL = 4;

    /** Publishes a merged segment in place of its inputs, on the commit thread. */
    interface Placing {
        void place(List<SealedSegment> inputs, UnpublishedSegment built) throws IOException;
    }

    /** The thread for merges of one size range. */
    private static final class Lane {
        private final WorkerThread worker;
        private final long above;
        private final long upTo;
        private final long memory;
        private boolean queued;

        Lane(String name, long above, long upTo, long memory) {
            worker = new WorkerThread(name);
            this.above = above;
            this.upTo = upTo;
            this.memory = memory;
        }
    }

    /** Work on all segments that no other task merges. */
    private interface WholeWork {
        void run(Set<String> segments) throws IOException;
    }

    private final IndexDirectory directory;
    private final StateManager states;
    private final WorkerThread commits;
    private final SegmentMerger merger;
    private final Placing placing;
    private final Runnable changed;
    private final MergePolicy policy;
    private final MergeFailureLog report;
    private final FailedMerges setAside = new FailedMerges();
    private final Lane small;
    private final Lane large;
    /** Names of segments that are being merged. Guarded by this, like all fields below. */
    private final Set<String> held = new HashSet<>();
    /** The subset that is merged for a caller. */
    private Set<String> whole = Set.of();

    private boolean wholeWanted;
    private int tasks;
    private volatile boolean stopped;

    /** @param changed is called after each task: there may be fewer segments, or no task may be left */
    MergeScheduler(
            IndexDirectory directory,
            WriterOptions options,
            StateManager states,
            WorkerThread commits,
            SegmentMerger merger,
            Placing placing,
            Runnable changed) {
        this.directory = directory;
        this.states = states;
        this.commits = commits;
        this.merger = merger;
        this.placing = placing;
        this.changed = changed;
        policy = new MergePolicy(
                options.mergeFactor(), options.livePostings(), options.merges().mostPostings());
        report = new MergeFailureLog(directory.path(), options.merges().listener());
        small = new Lane("whorl-merge-small", -1, policy.small(), options.memory() / SHARE_OF_SMALL);
        large = new Lane("whorl-merge", policy.small(), Long.MAX_VALUE, options.memory());
    }

    /** Records that there is a new segment, and requests the due merges. */
    void sealed() {
        setAside.sealed();
        schedule();
    }

    /** Requests the due background merges. */
    synchronized void schedule() {
        schedule(small);
        schedule(large);
    }

    private void schedule(Lane lane) {
        if (!lane.queued && !next(lane).isEmpty()) {
            lane.queued = true;
            counted(() -> {
                lane.worker.execute(() -> mergeNext(lane));
                return null;
            });
        }
    }

    /** Counts a task that is handed to a worker, unless the worker refuses it. */
    private synchronized <T> T counted(Supplier<T> handOver) {
        tasks++;
        try {
            return handOver.get();
        } catch (IllegalStateException e) {
            tasks--;
            throw e;
        }
    }

    /** Guarded by this. */
    private List<SealedSegment> next(Lane lane) {
        if (stopped || wholeWanted) {
            return List.of();
        }
        List<SealedSegment> free = setAside.mergeable(states.state().sealed()).stream()
                .filter(s -> !held.contains(s.name()))
                .toList();
        return policy.next(free, lane.above, lane.upTo);
    }

    private void mergeNext(Lane lane) {
        List<SealedSegment> inputs;
        Set<String> mine = new HashSet<>();
        synchronized (this) {
            lane.queued = false;
            inputs = next(lane);
            hold(mine, names(inputs));
        }
        try {
            if (!inputs.isEmpty()) {
                merge(inputs, mine, lane.memory, true);
            }
        } catch (IOException | RuntimeException | Error e) {
            // The failure is reported and its segments are excluded; the others are merged.
        } finally {
            done(mine);
        }
    }

    private static Set<String> names(List<SealedSegment> segments) {
        Set<String> names = new HashSet<>();
        segments.forEach(s -> names.add(s.name()));
        return names;
    }

    private synchronized void hold(Set<String> mine, Set<String> names) {
        mine.addAll(names);
        held.addAll(names);
    }

    private void done(Set<String> mine) {
        synchronized (this) {
            held.removeAll(mine);
            tasks--;
            notifyAll();
            schedule();
        }
        changed.run();
    }

    /**
     * Merges segments and publishes the result.
     *
     * @param mine the segments that the task holds; the new one is added
     * @param group whether a failure that names no segment excludes all inputs
     */
    private void merge(List<SealedSegment> inputs, Set<String> mine, long memory, boolean group) throws IOException {
        try {
            UnpublishedSegment built = merger.merge(inputs, memory, () -> stopped);
            // Before others see the new segment, so that no other task takes it.
            hold(mine, Set.of(built.file().getFileName().toString()));
            commits.call(() -> {
                placing.place(inputs, built);
                return null;
            });
            setAside.merged(inputs);
        } catch (IOException | RuntimeException | Error e) {
            if (directory.inDoubt()) {
                stopped = true;
            }
            if (!stopped && (group || FailedMerges.isDamage(inputs, e))) {
                report.report(setAside.failed(inputs, e));
            }
            throw e;
        }
    }

    /**
     * Runs all due merges, including those of excluded segments. Continues if one of them fails. Damage that a
     * background merge has found is a failure too, even if the damaged segment is in no due merge now.
     */
    Future<Void> mergeDue() {
        return submitWhole(this::mergeDue);
    }

    private void mergeDue(Set<String> mine) throws IOException {
        Set<String> failed = new HashSet<>();
        Optional<Throwable> failure = Optional.empty();
        // Each merge reduces the number of segments, and each segment needs one rewrite, so this ends even while others
        // delete.
        for (int left = 2 * mine.size(); left > 0; left--) {
            List<SealedSegment> inputs = policy.next(
                    states.state().sealed().stream()
                            .filter(s -> mine.contains(s.name()) && !failed.contains(s.name()))
                            .toList(),
                    -1,
                    Long.MAX_VALUE);
            if (inputs.isEmpty()) {
                break;
            }
            try {
                merge(inputs, mine, large.memory, true);
            } catch (IOException | RuntimeException | Error e) {
                if (stopped) {
                    throw e;
                }
                failed.addAll(setAside.of(inputs).stream()
                        .flatMap(f -> f.segments().stream())
                        .toList());
                failure = failure.or(() -> Optional.of(e));
            }
        }
        failure = failure.or(() -> setAside.damage(states.state().sealed()));
        if (failure.isPresent()) {
            Futures.rethrow(failure.get());
        }
    }

    /** Merges all segments into one, equal to a bulk build of their documents. */
    Future<Void> mergeAll() {
        return submitWhole(mine -> {
            List<SealedSegment> all = states.state().sealed().stream()
                    .filter(s -> mine.contains(s.name()))
                    .toList();
            if (all.size() > 1
                    || all.stream()
                            .anyMatch(s -> !s.dead().isEmpty() || s.segment().otherDocuments() > 0)) {
                merge(all, mine, large.memory, false);
            }
        });
    }

    private Future<Void> submitWhole(WholeWork work) {
        return counted(() -> large.worker.submit(() -> {
            Set<String> mine = new HashSet<>();
            try {
                holdAll(mine);
                work.run(mine);
            } finally {
                synchronized (this) {
                    whole = Set.of();
                }
                done(mine);
            }
            return null;
        }));
    }

    /** Waits for a running small merge, and takes all segments. */
    private synchronized void holdAll(Set<String> mine) {
        wholeWanted = true;
        try {
            while (!held.isEmpty() && !stopped) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new CancellationException("the merge thread was interrupted");
        } finally {
            wholeWanted = false;
        }
        if (stopped) {
            throw new CancellationException("the writer stopped before the merge");
        }
        hold(mine, names(states.state().sealed()));
        whole = mine;
    }

    /** Whether a merge runs or is requested. After it there are fewer segments, or a failure is known. */
    synchronized boolean isBusy() {
        return tasks > 0;
    }

    boolean isStopped() {
        return stopped;
    }

    /** The number of segments at which new ones must wait. Segments that cannot be merged now do not count. */
    synchronized int allowed() {
        List<SealedSegment> all = states.state().sealed();
        List<SealedSegment> counted = setAside.undamaged(all).stream()
                .filter(s -> !whole.contains(s.name()))
                .toList();
        return all.size() - counted.size() + policy.allowed(counted);
    }

    /** Lets excluded segments be tried again at once. */
    void retry() {
        setAside.retry();
        schedule();
    }

    long failures() {
        return setAside.failures();
    }

    List<MergeFailure> setAside() {
        return setAside.of(states.state().sealed());
    }

    /** Cancels running merges, and accepts no more tasks. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** Waits for the end of cancelled merges. */
    void close() throws IOException {
        small.worker.call(() -> null);
        large.worker.call(() -> null);
        small.worker.shutdown();
        large.worker.shutdown();
    }
}
