package io.whorl.write;

import io.whorl.CorruptIndexException;
import io.whorl.build.SegmentMerge;
import io.whorl.concurrent.QueryPriority;
import io.whorl.store.ScratchSpace;
import io.whorl.write.IndexState.SealedSegment;
import io.whorl.write.WriterHealth.MergeFailure;
import java.io.IOException;
import java.lang.System.Logger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Schedules merges on two threads: one for small merges and one for large ones, so that small segments do not pile up
 * behind a large merge. {@link MergePolicy} chooses what to merge. Thread-safe.
 *
 * <ol>
 *   <li>No two tasks merge the same segment.
 *   <li>A background merge is one task, which requests the next one when it is done. So a call that requests a merge
 *       waits only for the tasks before it, not for all merging.
 *   <li>Segments whose merge failed are excluded for 1, 2, 4 and so on seals. The others are merged meanwhile.
 * </ol>
 */
final class MergeScheduler {
    private static final Logger LOGGER = System.getLogger("io.whorl.write");

    private static final int SHARE_OF_SMALL = 4;
    /** The longest delay of another attempt, 1,024 seals, as a power of two. */
    private static final int LONGEST_DELAY_BITS = 10;
    /** A merge checks very often whether it is cancelled. It checks the disk less often, because that is slow. */
    private static final int DISK_CHECK_INTERVAL = 64;

    interface SegmentMerger {
        /**
         * @param memory bytes of heap for data that grow with the minutiae
         * @param cancelled is called often; once it returns true, the merge ends with a {@link CancellationException}
         */
        Optional<SealedSegment> merge(List<SealedSegment> inputs, long memory, BooleanSupplier cancelled)
                throws IOException;
    }

    /** The thread for merges of one size range. */
    private record Lane(WorkerThread worker, long above, long upTo, long memory) {}

    /** Merges segments that no other task merges. */
    private interface Task {
        /** @param mine receives the names of the segments, before the task reads them */
        void run(Set<String> mine) throws IOException;
    }

    /**
     * A segment that is excluded because its merge failed.
     *
     * @param damaged whether the failure names this segment
     * @param until number of seals at which to try again. Without seals no segments pile up, so waiting costs nothing
     */
    private record Excluded(MergeFailure failure, boolean damaged, long until) {}

    private final StateManager states;
    private final WorkerThread commits;
    private final SegmentMerger merger;
    private final Runnable changed;
    private final MergePolicy policy;
    private final Lane small;
    private final Lane large;
    /** The lanes that have a task which has not begun. Guarded by this, like all fields below. */
    private final Set<Lane> queued = new HashSet<>();
    /** By name. */
    private final Map<String, Excluded> excluded = new LinkedHashMap<>();

    private long seals;
    private long failures;
    /** Names of segments that are being merged. */
    private final Set<String> held = new HashSet<>();
    /** The subset that is merged for a caller. */
    private Set<String> whole = Set.of();

    private boolean wholeWanted;
    private int tasks;
    volatile boolean stopped;

    /** @param changed is called after each task: there may be fewer segments, or no task may be left */
    MergeScheduler(StateManager states, WorkerThread commits, Runnable changed) {
        this.states = states;
        this.commits = commits;
        this.changed = changed;
        WriterOptions options = states.options;
        merger = options.merger().apply(this::build);
        policy = new MergePolicy(options.mergeFactor(), options.livePostings(), options.mergePostings());
        small = new Lane(new WorkerThread("whorl-merge-small"), -1, policy.small(), options.memory() / SHARE_OF_SMALL);
        large = new Lane(new WorkerThread("whorl-merge"), policy.small(), Long.MAX_VALUE, options.memory());
    }

    /** Records that there is a new segment, of a seal or a direct commit, and requests the due merges. */
    synchronized void sealed() {
        seals++;
        schedule();
    }

    /**
     * Requests the due merges. Returns whether one runs or is requested: then there will be fewer segments, or a
     * failure.
     */
    synchronized boolean run() {
        schedule();
        return tasks > 0;
    }

    private void schedule() {
        schedule(small);
        schedule(large);
    }

    private void schedule(Lane lane) {
        if (!queued.contains(lane) && !next(lane).isEmpty()) {
            queued.add(lane);
            // The failure is reported and its segments are excluded; the others are merged.
            var unused = submit(lane, mine -> {
                List<SealedSegment> inputs;
                synchronized (this) {
                    queued.remove(lane);
                    inputs = next(lane);
                    hold(mine, inputs);
                }
                if (!inputs.isEmpty()) {
                    merge(inputs, mine, lane.memory, true);
                }
            });
        }
    }

    /** Hands a task to a thread. It counts until it is done, unless the thread refuses it. */
    private synchronized CompletableFuture<Void> submit(Lane lane, Task task) {
        tasks++;
        try {
            return lane.worker.submit(() -> {
                Set<String> mine = new HashSet<>();
                try {
                    task.run(mine);
                } finally {
                    synchronized (this) {
                        whole = whole == mine ? Set.of() : whole;
                        held.removeAll(mine);
                        tasks--;
                        notifyAll();
                        schedule();
                    }
                    changed.run();
                }
            });
        } catch (IllegalStateException e) {
            tasks--;
            throw e;
        }
    }

    private List<SealedSegment> next(Lane lane) {
        return stopped || wholeWanted
                ? List.of()
                : policy.next(current(s -> isMergeable(s) && !held.contains(s.name())), lane.above, lane.upTo);
    }

    private List<SealedSegment> current(Predicate<SealedSegment> which) {
        return states.state().sealed().stream().filter(which).toList();
    }

    private synchronized void hold(Set<String> mine, List<SealedSegment> segments) {
        for (SealedSegment s : segments) {
            mine.add(s.name());
            held.add(s.name());
        }
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
            commits.run(() -> states.merged(inputs, built));
            synchronized (this) {
                inputs.forEach(s -> excluded.remove(s.name()));
            }
        } catch (IOException | RuntimeException | Error e) {
            if (states.directory.inDoubt()) {
                stopped = true;
            }
            if (!stopped && (group || inputs.stream().anyMatch(s -> names(e, s.name())))) {
                report(exclude(inputs, e));
            }
            throw e;
        }
    }

    /** Excludes the segment that a failure names, or all inputs if it names none of them. */
    private synchronized MergeFailure exclude(List<SealedSegment> inputs, Throwable cause) {
        failures++;
        List<String> all = inputs.stream().map(SealedSegment::name).toList();
        List<String> damaged = all.stream().filter(name -> names(cause, name)).toList();
        List<String> aside = damaged.isEmpty() ? all : damaged;
        int before = aside.stream()
                .filter(excluded::containsKey)
                .mapToInt(name -> excluded.get(name).failure.attempts())
                .max()
                .orElse(0);
        int delay = 1 << Math.min(before, LONGEST_DELAY_BITS);
        MergeFailure failure = new MergeFailure(aside, cause, before + 1, delay);
        aside.forEach(name -> excluded.put(name, new Excluded(failure, !damaged.isEmpty(), seals + delay)));
        return failure;
    }

    /** Whether a failure is damage of a segment, so that other merges can continue. */
    private static boolean names(Throwable cause, String segment) {
        return cause instanceof CorruptIndexException e
                && e.file() != null
                && e.file().getFileName().toString().equals(segment);
    }

    private boolean isMergeable(SealedSegment s) {
        return !excluded.containsKey(s.name()) || excluded.get(s.name()).until <= seals;
    }

    private boolean isDamaged(SealedSegment s) {
        return excluded.containsKey(s.name()) && excluded.get(s.name()).damaged;
    }

    /**
     * Makes a segment of others while the index is in use. The states of the index keep them open: only the task that
     * holds their names removes them, and the writer closes after all tasks.
     */
    private Optional<SealedSegment> build(List<SealedSegment> inputs, long memory, BooleanSupplier cancelled)
            throws IOException {
        Consumer<WriterActivity.Merge> ended = states.activity.merge();
        Optional<SealedSegment> built = Optional.empty();
        String failure = "";
        try (QueryPriority.Work turns = states.priority.begin()) {
            ScratchSpace scratch = new ScratchSpace(states.directory.path(), states.options.mergeReserve());
            scratch.require(inputs.stream()
                    .mapToLong(s -> s.liveShare(s.segment().length()))
                    .sum());
            // Also checks the disk, because not all files that a merge writes are scratch files.
            int[] calls = {0};
            BooleanSupplier watching = () -> {
                QueryPriority.step();
                if (calls[0]++ % DISK_CHECK_INTERVAL == 0) {
                    scratch.require(0);
                }
                return cancelled.getAsBoolean();
            };
            SegmentMerge merge = new SegmentMerge(
                            inputs.stream().map(SealedSegment::part).toList(), memory, scratch)
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
    CompletableFuture<Void> mergeDue() {
        return submit(large, this::mergeDue);
    }

    private void mergeDue(Set<String> mine) throws IOException {
        holdAll(mine);
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
            current(this::isDamaged)
                    .forEach(s -> failures.add(excluded.get(s.name()).failure.cause()));
        }
        if (!failures.isEmpty()) {
            throw WorkerThread.failure(failures.get(0));
        }
    }

    /** Merges all segments into one, equal to a bulk build of their documents. */
    CompletableFuture<Void> mergeAll() {
        return submit(large, mine -> {
            holdAll(mine);
            List<SealedSegment> all = current(s -> mine.contains(s.name()));
            if (all.size() > 1 || all.stream().anyMatch(s -> !s.dead().isEmpty())) {
                merge(all, mine, large.memory, false);
            }
        });
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

    /** The number of segments at which new ones must wait. Segments that cannot be merged now do not count. */
    synchronized int allowed() {
        List<SealedSegment> all = states.state().sealed();
        List<SealedSegment> counted = all.stream()
                .filter(s -> !isDamaged(s) && !whole.contains(s.name()))
                .toList();
        return all.size() - counted.size() + policy.allowed(counted);
    }

    /** Lets excluded segments be tried again at once. */
    synchronized void retry() {
        excluded.replaceAll((name, e) -> new Excluded(e.failure, e.damaged, seals));
        schedule();
    }

    synchronized long failures() {
        return failures;
    }

    /** The failures whose segments are among these, each once, oldest first. */
    synchronized List<MergeFailure> setAside(List<SealedSegment> segments) {
        List<String> names = segments.stream().map(SealedSegment::name).toList();
        return excluded.entrySet().stream()
                .filter(e -> names.contains(e.getKey()))
                .map(e -> e.getValue().failure)
                .distinct()
                .toList();
    }

    /** Cancels running merges, and accepts no more tasks. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** Waits for the end of cancelled merges. */
    void close() throws IOException {
        for (Lane lane : List.of(small, large)) {
            lane.worker.settle();
            lane.worker.shutdown();
        }
    }

    /**
     * Selects the segments to merge next: as many as the merge factor, of about one size. So a posting is written once
     * for each factor by which the index is larger than a seal, and there are few segments of each size. A segment
     * whose documents are mostly dead is rewritten alone. A segment above the largest size is not merged.
     *
     * @param smallest number of postings up to which all segments count as one size
     * @param most live postings above which a segment is not merged
     */
    record MergePolicy(int factor, long smallest, long most) {
        /**
         * The segments allowed in addition to those that need no merge, in multiples of the factor: they arrive during
         * merges.
         */
        private static final int SLACK = 2;

        /** The largest number of live postings of a small merge: two factors above the size of a seal. */
        long small() {
            return smallest * factor * factor;
        }

        /**
         * The segments to merge; empty if none are due.
         *
         * @param above only merges with more live postings
         * @param upTo only merges with at most this many live postings
         */
        List<SealedSegment> next(List<SealedSegment> segments, long above, long upTo) {
            List<SealedSegment> ascending = new ArrayList<>(segments);
            ascending.removeIf(s -> size(s) > most);
            for (SealedSegment s : ascending) {
                if (s.dead().count() * 2 > s.dead().documents() && size(s) > above && size(s) <= upTo) {
                    return List.of(s);
                }
            }
            ascending.sort(Comparator.comparingLong(MergePolicy::size));
            for (int from = 0; from + factor <= ascending.size(); from++) {
                List<SealedSegment> group = ascending.subList(from, from + factor);
                long total = group.stream().mapToLong(MergePolicy::size).sum();
                // Sorted by size: if both ends are of one level, all between are too.
                if (level(group.get(factor - 1)) == level(group.get(0)) && total > above && total <= upTo) {
                    return List.copyOf(group);
                }
            }
            return List.of();
        }

        /**
         * The number of segments that an index may have before new ones must wait. It exceeds the number that remains
         * when no merge is due, and is logarithmic in the postings, except for segments above the largest size.
         */
        int allowed(List<SealedSegment> segments) {
            int large = 0;
            int levels = 1;
            for (SealedSegment s : segments) {
                if (size(s) > most) {
                    large++;
                } else {
                    levels = Math.max(levels, level(s) + 1);
                }
            }
            return large + levels * (factor - 1) + SLACK * factor;
        }

        /** About the postings of the living documents. */
        private static long size(SealedSegment s) {
            return s.liveShare(s.segment().counts().postings());
        }

        private int level(SealedSegment s) {
            int level = 0;
            for (long size = size(s); size > smallest; size /= factor) {
                level++;
            }
            return level;
        }
    }
}
