package io.whorl.write;

import io.whorl.CorruptIndexException;
import io.whorl.WriterException;
import io.whorl.build.SegmentMerge;
import io.whorl.concurrent.QueryPriority;
import io.whorl.live.Log.LogWriter;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.write.StateManager.IndexState;
import io.whorl.write.StateManager.TierState;
import io.whorl.write.WriterHealth.MergeFailure;
import java.io.IOException;
import java.lang.System.Logger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Seals and merges in the background. Other threads make the files, and the commit thread publishes them. There are two
 * threads for merges: one for small ones and one for large ones, so that small segments do not pile up behind a large
 * merge. {@link MergePolicy} chooses what to merge. Thread-safe.
 *
 * <ol>
 *   <li>The commit thread may wait for the thread that seals, so that thread never waits for the commit thread. The
 *       commit thread never waits for the merge threads: steps that need room for a segment wait in a queue.
 *   <li>No two tasks merge the same segment.
 *   <li>A background merge is one task, which requests the next one when it is done. So a call that requests a merge
 *       waits only for the tasks before it, not for all merging.
 *   <li>Segments whose merge failed are excluded for 1, 2, 4 and so on seals. The others are merged meanwhile.
 * </ol>
 */
final class Maintenance {
    private static final Logger LOGGER = System.getLogger("io.whorl.write");

    private static final int WHILE_FAILING = 4;
    /** The largest number of segments that one step makes: a direct commit, and the tier that is sealed with it. */
    private static final int OF_ONE_STEP = 2;

    private static final int SHARE_OF_SMALL = 4;
    /** The longest delay of another attempt, 1,024 seals, as a power of two. */
    private static final int LONGEST_DELAY_BITS = 10;
    /** A merge checks very often whether it is cancelled. It checks the disk less often, because that is slow. */
    private static final int DISK_CHECK_INTERVAL = 64;

    private final StateManager states;
    private final WorkerThread commits;
    private final WorkerThread seals = new WorkerThread("whorl-seal");
    /** The segment being made from the oldest tier. Only the commit thread uses it, and the following two fields. */
    private Optional<CompletableFuture<Optional<SealedPart>>> sealing = Optional.empty();
    /** Steps that wait for room for a segment. */
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    private Runnable stallEnded = () -> {};
    private volatile boolean isWaiting;

    private final SegmentMerger merger;
    private final MergePolicy policy;
    private final Lane small;
    private final Lane large;
    /** The lanes that have a task which has not begun. Guarded by this, like all fields below. */
    private final Set<Lane> queued = new HashSet<>();
    /** By name. */
    private final Map<String, Excluded> excluded = new LinkedHashMap<>();
    /** The number of seals and direct commits. */
    private long made;

    private long failures;
    /** Names of segments that are being merged. */
    private final Set<String> held = new HashSet<>();
    /** The subset that is merged for a caller. */
    private Set<String> whole = Set.of();

    private boolean wholeWanted;
    private int tasks;
    /** Set when the writer closes or fails: there are no more merges, and steps no longer wait for room. */
    private volatile boolean stopped;

    /** Work of the commit thread that may make segments. It reports its result to its caller, and throws nothing. */
    interface Step {
        /**
         * Runs the step.
         *
         * @param room whether it may make a segment
         * @return false if it did not run, because it needs room for a segment
         */
        boolean run(boolean room);
    }

    private record Waiting(Step step, Consumer<Throwable> refuse) {}

    interface SegmentMerger {
        /**
         * @param memory bytes of heap for data that grow with the minutiae
         * @param cancelled is called often; once it returns true, the merge ends with a {@link CancellationException}
         */
        Optional<SealedPart> merge(List<SealedPart> inputs, long memory, BooleanSupplier cancelled) throws IOException;
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

    Maintenance(StateManager states, WorkerThread commits) {
        this.states = states;
        this.commits = commits;
        WriterOptions options = states.options;
        merger = options.merger().apply(this::build);
        policy = new MergePolicy(options.mergeFactor(), options.livePostings(), options.mergePostings());
        small = new Lane(new WorkerThread("whorl-merge-small"), -1, policy.small(), options.memory() / SHARE_OF_SMALL);
        large = new Lane(new WorkerThread("whorl-merge"), policy.small(), Long.MAX_VALUE, options.memory());
    }

    /**
     * Runs work that may make segments on the commit thread, now or when there is room.
     *
     * @param refuse receives the reason if it is not run
     */
    void admit(Step step, Consumer<Throwable> refuse) {
        commits.execute(
                () -> {
                    waiting.add(new Waiting(step, refuse));
                    admit();
                },
                refuse);
    }

    /**
     * Seals the live tier, and waits for it. Then does work that needs all documents in segments.
     *
     * @param makesSegments whether there must be room for segments, even if the tier is empty
     */
    <T> T sealed(boolean makesSegments, Callable<T> work) throws IOException {
        CompletableFuture<T> done = new CompletableFuture<>();
        admit(
                room -> {
                    if (!room && (makesSegments || states.isActive())) {
                        return false;
                    }
                    try {
                        states.checkFailure();
                        if (stopped) {
                            throw WorkerThread.closed(null);
                        }
                        sealAll();
                        done.complete(work.call());
                    } catch (Throwable e) {
                        done.completeExceptionally(states.record(e));
                    }
                    return true;
                },
                done::completeExceptionally);
        return WorkerThread.get(done);
    }

    /** Seals the live tier, so that all documents are in segments. On the commit thread. */
    void sealAll() throws IOException {
        rotate();
        finishSealing();
    }

    /** Starts an empty tier and seals the full one. On the commit thread. */
    void rotate() throws IOException {
        if (states.isActive()) {
            finishSealing();
            startSealing(Optional.of(states.rotate()));
        }
    }

    /** @param ended the log of the tier, unless it is closed already */
    private void startSealing(Optional<LogWriter> ended) {
        TierState tier = states.state().tiers().get(0);
        CompletableFuture<Optional<SealedPart>> sealed = seals.submit(() -> {
            ended.ifPresent(LogWriter::close);
            return states.seal(tier);
        });
        sealing = Optional.of(sealed);
        // Nothing if it fails: the next step that needs room tries again.
        var unused = sealed.thenRun(() -> commits.execute(() -> {
            // Unless the commit thread has waited for it already.
            if (sealing.equals(Optional.of(sealed))) {
                finishSealing();
            }
        }));
    }

    /**
     * Waits for a segment that is being sealed, and publishes it. A seal that began earlier and failed is tried again,
     * because the disk may have room by now. On the commit thread.
     */
    void finishSealing() throws IOException {
        while (states.state().tiers().size() > 1) {
            boolean again = sealing.isEmpty();
            if (again) {
                startSealing(Optional.empty());
            }
            Optional<SealedPart> built;
            try {
                built = WorkerThread.get(sealing.orElseThrow());
            } catch (IOException | RuntimeException e) {
                if (again) {
                    throw e;
                }
                continue;
            } finally {
                sealing = Optional.empty();
            }
            states.sealed(built);
            madeSegment();
        }
    }

    synchronized WriterHealth health() {
        WriterActivity done = states.activity;
        IndexState state = states.state();
        long live = state.tiers().stream().mapToLong(t -> t.view().documents()).sum();
        return new WriterHealth(
                done.commits.sum(),
                done.seals.sum(),
                done.merges.sum(),
                done.stalls.sum(),
                done.refusedDocuments.sum(),
                done.refusedCommits.sum(),
                live + state.sealed().stream().mapToLong(SealedPart::documents).sum(),
                live,
                state.sealed().stream().mapToLong(s -> s.segment().length()).sum(),
                state.sealed().size(),
                allowed(),
                isWaiting,
                failures,
                setAside(state.sealed()));
    }

    /** Cancels merges and runs the waiting steps. There must be no further commits. */
    void close() throws IOException {
        synchronized (this) {
            stopped = true;
            notifyAll();
        }
        commits.run(this::admit);
        seals.settle();
        commits.settle();
        for (Lane lane : List.of(small, large)) {
            lane.worker.settle();
            lane.worker.shutdown();
        }
        commits.settle();
        seals.shutdown();
    }

    /**
     * Runs the waiting steps that can run, oldest first. Steps that need no room overtake the others. Called for each
     * new step and after each merge. So steps that would make a segment while the index has as many as allowed do not
     * block the commit thread, which must publish merged segments.
     *
     * <p>If merging fails, waiting does not help. Then the index may have four times as many segments; beyond that,
     * steps that would make more are refused. A writer that closes makes no more segments, so all steps run.
     */
    private void admit() {
        boolean refused = false;
        boolean full = false;
        for (Iterator<Waiting> steps = waiting.iterator(); steps.hasNext(); ) {
            Waiting next = steps.next();
            boolean done = next.step.run(false);
            if (!done && !full) {
                int allowed = allowed();
                IndexState state = states.state();
                // After one more step.
                int segments = state.sealed().size() + state.tiers().size() - 1 + OF_ONE_STEP;
                boolean limited = !stopped && segments > allowed;
                full = limited && isMerging();
                List<MergeFailure> failures =
                        limited && !full && segments > WHILE_FAILING * allowed ? setAside(state.sealed()) : List.of();
                if (!failures.isEmpty()) {
                    states.activity.refusedCommits.increment();
                    next.refuse.accept(WriterException.merges(
                            states.directory.path(),
                            state.sealed().size(),
                            failures.get(failures.size() - 1).cause()));
                    refused = true;
                    done = true;
                } else if (!full) {
                    done = next.step.run(true);
                }
            }
            if (done) {
                steps.remove();
            }
        }
        if (refused) {
            // Try again at once, so that the next call succeeds if the cause is gone.
            retry();
        }
        if (!waiting.isEmpty() && !isWaiting) {
            stallEnded = states.activity.stall(states.state().sealed().size());
        } else if (waiting.isEmpty() && isWaiting) {
            stallEnded.run();
        }
        isWaiting = !waiting.isEmpty();
    }

    /** Records that there is a new segment, of a seal, a direct commit or an adoption, and requests the due merges. */
    synchronized void madeSegment() {
        made++;
        schedule();
    }

    /**
     * Requests the due merges. Returns whether one runs or is requested: then there will be fewer segments, or a
     * failure.
     */
    private synchronized boolean isMerging() {
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
                List<SealedPart> inputs;
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
                    // There may be fewer segments, or no task may be left.
                    commits.execute(this::admit);
                }
            });
        } catch (IllegalStateException e) {
            tasks--;
            throw e;
        }
    }

    private List<SealedPart> next(Lane lane) {
        return stopped || wholeWanted
                ? List.of()
                : policy.next(
                        current(s -> isMergeable(s) && !held.contains(StateManager.name(s))), lane.above, lane.upTo);
    }

    private List<SealedPart> current(Predicate<SealedPart> which) {
        return states.state().sealed().stream().filter(which).toList();
    }

    private synchronized void hold(Set<String> mine, List<SealedPart> segments) {
        for (SealedPart s : segments) {
            mine.add(StateManager.name(s));
            held.add(StateManager.name(s));
        }
    }

    /**
     * Merges segments and publishes the result.
     *
     * @param mine the segments that the task holds; the new one is added
     * @param group whether a failure that names no segment excludes all inputs
     */
    private void merge(List<SealedPart> inputs, Set<String> mine, long memory, boolean group) throws IOException {
        try {
            Optional<SealedPart> built = merger.merge(inputs, memory, () -> stopped);
            // Before others see the new segment, so that no other task takes it.
            hold(mine, built.stream().toList());
            commits.run(() -> states.merged(inputs, built));
            synchronized (this) {
                inputs.forEach(s -> excluded.remove(StateManager.name(s)));
            }
        } catch (IOException | RuntimeException | Error e) {
            if (states.directory.inDoubt()) {
                stopped = true;
            }
            if (!stopped && (group || inputs.stream().anyMatch(s -> names(e, StateManager.name(s))))) {
                report(exclude(inputs, e));
            }
            throw e;
        }
    }

    /** Excludes the segment that a failure names, or all inputs if it names none of them. */
    private synchronized MergeFailure exclude(List<SealedPart> inputs, Throwable cause) {
        failures++;
        List<String> all = inputs.stream().map(StateManager::name).toList();
        List<String> damaged = all.stream().filter(name -> names(cause, name)).toList();
        List<String> aside = damaged.isEmpty() ? all : damaged;
        int before = aside.stream()
                .filter(excluded::containsKey)
                .mapToInt(name -> excluded.get(name).failure.attempts())
                .max()
                .orElse(0);
        int delay = 1 << Math.min(before, LONGEST_DELAY_BITS);
        MergeFailure failure = new MergeFailure(aside, cause, before + 1, delay);
        aside.forEach(name -> excluded.put(name, new Excluded(failure, !damaged.isEmpty(), made + delay)));
        return failure;
    }

    /** Whether a failure is damage of a segment, so that other merges can continue. */
    private static boolean names(Throwable cause, String segment) {
        return cause instanceof CorruptIndexException e
                && e.file() != null
                && e.file().getFileName().toString().equals(segment);
    }

    private boolean isMergeable(SealedPart s) {
        return !excluded.containsKey(StateManager.name(s)) || excluded.get(StateManager.name(s)).until <= made;
    }

    private boolean isDamaged(SealedPart s) {
        return excluded.containsKey(StateManager.name(s)) && excluded.get(StateManager.name(s)).damaged;
    }

    /**
     * Makes a segment of others while the index is in use. The states of the index keep them open: only the task that
     * holds their names removes them, and the writer closes after all tasks.
     */
    private Optional<SealedPart> build(List<SealedPart> inputs, long memory, BooleanSupplier cancelled)
            throws IOException {
        Consumer<WriterActivity.Merge> ended = states.activity.merge();
        Optional<SealedPart> built = Optional.empty();
        String failure = "";
        try (QueryPriority.Work turns = states.priority.begin()) {
            ScratchSpace scratch = new ScratchSpace(states.directory.path(), states.options.mergeReserve());
            scratch.require(inputs.stream()
                    .mapToLong(s -> liveShare(s, s.segment().length()))
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
            SegmentMerge merge = new SegmentMerge(inputs, memory, scratch).cancelled(watching);
            built = StateManager.write(states.directory, merge::writeTo);
            return built;
        } catch (IOException | RuntimeException | Error e) {
            failure = e.toString();
            throw e;
        } finally {
            long dropped = inputs.stream().mapToLong(s -> s.dead().count()).sum();
            ended.accept(new WriterActivity.Merge(inputs.size(), dropped, built, failure));
        }
    }

    /** About the share of the living documents in a quantity of the whole segment. */
    private static long liveShare(SealedPart s, long whole) {
        return s.documents() == 0 ? 0 : (long) ((double) whole / s.dead().documents() * s.documents());
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
     * Waits for running seals. Then runs all due merges, including those of excluded segments, and waits for them.
     * Continues if one of them fails. Damage that a background merge has found is a failure too, even if the damaged
     * segment is in no due merge now.
     */
    void await() throws IOException {
        commits.run(this::finishSealing);
        await(this::mergeDue);
    }

    private void mergeDue(Set<String> mine) throws IOException {
        holdAll(mine);
        Set<String> failed = new HashSet<>();
        List<Throwable> failures = new ArrayList<>();
        // Each merge reduces the number of segments, and each segment needs one rewrite, so this ends even while others
        // delete.
        for (int left = 2 * mine.size(); left > 0; left--) {
            List<SealedPart> inputs = policy.next(
                    current(s -> mine.contains(StateManager.name(s)) && !failed.contains(StateManager.name(s))),
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
                setAside(inputs).forEach(f -> failed.addAll(f.segments()));
                failures.add(e);
            }
        }
        synchronized (this) {
            current(this::isDamaged)
                    .forEach(s -> failures.add(
                            excluded.get(StateManager.name(s)).failure.cause()));
        }
        if (!failures.isEmpty()) {
            throw WorkerThread.failure(failures.get(0));
        }
    }

    /** Merges all segments into one, equal to a bulk build of their documents, and waits for it. */
    void mergeAll() throws IOException {
        await(mine -> {
            holdAll(mine);
            List<SealedPart> all = current(s -> mine.contains(StateManager.name(s)));
            if (all.size() > 1 || all.stream().anyMatch(s -> !s.dead().isEmpty())) {
                merge(all, mine, large.memory, false);
            }
        });
    }

    private void await(Task merge) throws IOException {
        try {
            WorkerThread.get(submit(large, merge));
        } catch (CancellationException e) {
            // The writer may have failed with an error that the commit thread has not recorded yet.
            commits.settle();
            states.checkFailure();
            throw new IllegalStateException("the writer was closed during the merge", e);
        }
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
    private synchronized int allowed() {
        List<SealedPart> all = states.state().sealed();
        List<SealedPart> counted = all.stream()
                .filter(s -> !isDamaged(s) && !whole.contains(StateManager.name(s)))
                .toList();
        return all.size() - counted.size() + policy.allowed(counted);
    }

    /** Lets excluded segments be tried again at once. */
    private synchronized void retry() {
        excluded.replaceAll((name, e) -> new Excluded(e.failure, e.damaged, made));
        schedule();
    }

    /** The failures whose segments are among these, each once, oldest first. */
    private synchronized List<MergeFailure> setAside(List<SealedPart> segments) {
        List<String> names = segments.stream().map(StateManager::name).toList();
        return excluded.entrySet().stream()
                .filter(e -> names.contains(e.getKey()))
                .map(e -> e.getValue().failure)
                .distinct()
                .toList();
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
        List<SealedPart> next(List<SealedPart> segments, long above, long upTo) {
            List<SealedPart> ascending = new ArrayList<>(segments);
            ascending.removeIf(s -> size(s) > most);
            for (SealedPart s : ascending) {
                if (s.dead().count() * 2 > s.dead().documents() && size(s) > above && size(s) <= upTo) {
                    return List.of(s);
                }
            }
            ascending.sort(Comparator.comparingLong(MergePolicy::size));
            for (int from = 0; from + factor <= ascending.size(); from++) {
                List<SealedPart> group = ascending.subList(from, from + factor);
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
        int allowed(List<SealedPart> segments) {
            int large = 0;
            int levels = 1;
            for (SealedPart s : segments) {
                if (size(s) > most) {
                    large++;
                } else {
                    levels = Math.max(levels, level(s) + 1);
                }
            }
            return large + levels * (factor - 1) + SLACK * factor;
        }

        /** About the postings of the living documents. */
        private static long size(SealedPart s) {
            return liveShare(s, s.segment().counts().postings());
        }

        private int level(SealedPart s) {
            int level = 0;
            for (long size = size(s); size > smallest; size /= factor) {
                level++;
            }
            return level;
        }
    }
}
