package io.whorl.write;

import io.whorl.build.SegmentMerge;
import io.whorl.store.ScratchSpace;
import io.whorl.write.IndexState.HeldSegments;
import io.whorl.write.WriterHealth.MergeFailure;
import java.io.IOException;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Schedules merges on two threads: one for small merges and one for large ones, so that small segments do not pile up
 * behind a large merge. A background merge is one task, which requests the next one when it is done. So a call that
 * requests a merge waits only for the tasks before it, not for all merging. No two tasks merge the same segment.
 */
final class MergeScheduler {
    private static final Logger LOGGER = System.getLogger("io.whorl.write");

    private static final int SHARE_OF_SMALL = 4;
    /** A merge checks very often whether it is cancelled. It checks the disk less often, because that is slow. */
    private static final int DISK_CHECK_INTERVAL = 64;

    /** Merges several segments into one. */
    interface SegmentMerger {
        /**
         * @param memory bytes of heap for data that grow with the minutiae
         * @param cancelled is called often; once it returns true, the merge ends with a {@link CancellationException}
         */
        Optional<SealedSegment> merge(List<SealedSegment> inputs, long memory, BooleanSupplier cancelled)
                throws IOException;
    }

    /** Publishes a merged segment in place of its inputs, on the commit thread. */
    interface Placing {
        void place(List<SealedSegment> inputs, Optional<SealedSegment> built) throws IOException;
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

    private final StateManager states;
    private final WorkerThread commits;
    private final SegmentMerger merger;
    private final Placing placing;
    private final Runnable changed;
    private final MergePolicy policy;
    private final Lane small;
    private final Lane large;
    /** Guarded by this, like all fields below. */
    private final FailedMerges setAside = new FailedMerges();
    /** Names of segments that are being merged. */
    private final Set<String> held = new HashSet<>();
    /** The subset that is merged for a caller. */
    private Set<String> whole = Set.of();

    private boolean wholeWanted;
    private int tasks;
    private volatile boolean stopped;

    /** @param changed is called after each task: there may be fewer segments, or no task may be left */
    MergeScheduler(StateManager states, WorkerThread commits, Placing placing, Runnable changed) {
        this.states = states;
        this.commits = commits;
        this.placing = placing;
        this.changed = changed;
        WriterOptions options = states.options;
        merger = options.merger().apply(this::build);
        policy = new MergePolicy(options.mergeFactor(), options.livePostings(), options.mergePostings());
        small = new Lane("whorl-merge-small", -1, policy.small(), options.memory() / SHARE_OF_SMALL);
        large = new Lane("whorl-merge", policy.small(), Long.MAX_VALUE, options.memory());
    }

    /** Records that there is a new segment, and requests the due merges. */
    synchronized void sealed() {
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

    private List<SealedSegment> next(Lane lane) {
        return stopped || wholeWanted
                ? List.of()
                : policy.next(current(s -> setAside.isMergeable(s) && !held.contains(s.name())), lane.above, lane.upTo);
    }

    private List<SealedSegment> current(Predicate<SealedSegment> which) {
        return states.state().sealed().stream().filter(which).toList();
    }

    private void mergeNext(Lane lane) {
        List<SealedSegment> inputs;
        Set<String> mine = new HashSet<>();
        synchronized (this) {
            lane.queued = false;
            inputs = next(lane);
            hold(mine, inputs);
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

    private synchronized void hold(Set<String> mine, List<SealedSegment> segments) {
        for (SealedSegment s : segments) {
            mine.add(s.name());
            held.add(s.name());
        }
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
            Optional<SealedSegment> built = merger.merge(inputs, memory, () -> stopped);
            // Before others see the new segment, so that no other task takes it.
            hold(mine, built.stream().toList());
            commits.call(() -> {
                placing.place(inputs, built);
                return null;
            });
            synchronized (this) {
                setAside.merged(inputs);
            }
        } catch (IOException | RuntimeException | Error e) {
            if (states.directory.inDoubt()) {
                stopped = true;
            }
            if (!stopped && (group || FailedMerges.isDamage(inputs, e))) {
                MergeFailure failure;
                synchronized (this) {
                    failure = setAside.failed(inputs, e);
                }
                report(failure);
            }
            throw e;
        }
    }

    /** Makes a segment of others while the index is in use. */
    private Optional<SealedSegment> build(List<SealedSegment> inputs, long memory, BooleanSupplier cancelled)
            throws IOException {
        Consumer<WriterActivity.Merge> ended = states.activity.merge();
        Optional<SealedSegment> built = Optional.empty();
        String failure = "";
        try (HeldSegments all = states.held()) {
            ScratchSpace scratch = new ScratchSpace(states.directory.path(), states.options.mergeReserve());
            scratch.require(inputs.stream()
                    .mapToLong(s -> s.liveShare(s.segment().length()))
                    .sum());
            // Also checks the disk, because not all files that a merge writes are scratch files.
            int[] calls = {0};
            BooleanSupplier watching = () -> {
                if (calls[0]++ % DISK_CHECK_INTERVAL == 0) {
                    scratch.require(0);
                }
                return cancelled.getAsBoolean();
            };
            List<SealedSegment> others = all.segments().stream()
                    .filter(s -> inputs.stream().noneMatch(i -> i.segment() == s.segment()))
                    .toList();
            SegmentMerge merge = new SegmentMerge(
                            inputs.stream().map(SealedSegment::input).toList(), memory, scratch)
                    .others(SealedSegment.frequencies(others))
                    .cancelled(watching);
            built = SealedSegment.write(states.directory, merge::writeTo);
            return built;
        } catch (IOException | RuntimeException | Error e) {
            failure = e.toString();
            throw e;
        } finally {
            long dropped = inputs.stream().mapToLong(s -> s.dead().count()).sum();
            ended.accept(new WriterActivity.Merge(inputs.size(), dropped, built, failure));
        }
    }

    /** Reports a failed merge to the log and to the listener, because no thread waits for it. */
    private void report(MergeFailure failure) {
        // Log the stack trace only at the first attempt.
        Throwable trace = failure.attempts() == 1 ? failure.cause() : null;
        LOGGER.log(
                Logger.Level.WARNING,
                states.directory.path() + ": merging " + String.join(", ", failure.segments())
                        + " failed, attempt " + failure.attempts() + ": " + failure.cause()
                        + "; seals and direct commits until"
                        + " the next attempt: " + failure.retryAfter() + "; awaitMerges tries at once",
                trace);
        try {
            states.options.onMergeFailure().accept(failure);
        } catch (RuntimeException e) {
            LOGGER.log(Logger.Level.ERROR, "the listener for merge failures threw an exception", e);
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
        List<Throwable> failures = new ArrayList<>();
        // Each merge reduces the number of segments, and each segment needs one rewrite, so this ends even while others
        // delete.
        for (int left = 2 * mine.size(); left > 0; left--) {
            List<SealedSegment> inputs = policy.next(
                    current(s -> mine.contains(s.name()) && !failed.contains(s.name())), -1, Long.MAX_VALUE);
            if (inputs.isEmpty()) {
                break;
            }
            try {
                merge(inputs, mine, large.memory, true);
            } catch (IOException | RuntimeException | Error e) {
                if (stopped) {
                    throw e;
                }
                setAside(inputs).forEach(f -> failed.addAll(f.segments()));
                failures.add(e);
            }
        }
        synchronized (this) {
            setAside.damage(states.state().sealed()).ifPresent(failures::add);
        }
        if (!failures.isEmpty()) {
            WorkerThread.rethrow(failures.get(0));
        }
    }

    /** Merges all segments into one, equal to a bulk build of their documents. */
    Future<Void> mergeAll() {
        return submitWhole(mine -> {
            List<SealedSegment> all = current(s -> mine.contains(s.name()));
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
        hold(mine, states.state().sealed());
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
        List<SealedSegment> counted = all.stream()
                .filter(s -> !setAside.isDamaged(s) && !whole.contains(s.name()))
                .toList();
        return all.size() - counted.size() + policy.allowed(counted);
    }

    /** Lets excluded segments be tried again at once. */
    synchronized void retry() {
        setAside.retry();
        schedule();
    }

    synchronized long failures() {
        return setAside.failures();
    }

    /** The failures whose segments are among these. */
    synchronized List<MergeFailure> setAside(List<SealedSegment> segments) {
        return setAside.of(segments);
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
