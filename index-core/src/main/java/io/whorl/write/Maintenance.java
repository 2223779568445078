package io.whorl.write;

import io.whorl.WriterException;
import io.whorl.live.Log.LogWriter;
import io.whorl.write.IndexState.SealedSegment;
import io.whorl.write.IndexState.TierState;
import io.whorl.write.WriterHealth.MergeFailure;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Seals and merges in the background. Other threads make the files, and the commit thread publishes them. The commit
 * thread may wait for the thread that seals, so that thread never waits for the commit thread. The commit thread never
 * waits for the merge threads.
 */
final class Maintenance {
    private static final int WHILE_FAILING = 4;
    /** The largest number of segments that one step makes: a direct commit, and the tier that is sealed with it. */
    private static final int OF_ONE_STEP = 2;

    private final StateManager states;
    private final WorkerThread commits;
    private final WorkerThread seals = new WorkerThread("whorl-seal");
    final MergeScheduler merges;
    /** The segment being made from the oldest tier. Only the commit thread uses it. */
    private Optional<CompletableFuture<Optional<SealedSegment>>> sealing = Optional.empty();

    private volatile boolean closing;
    /** Steps that wait for room for a segment. Only the commit thread uses it, and the following field. */
    private final Deque<Waiting> waiting = new ArrayDeque<>();

    private Runnable stallEnded = () -> {};
    private volatile boolean isWaiting;

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

    Maintenance(StateManager states, WorkerThread commits) {
        this.states = states;
        this.commits = commits;
        merges = new MergeScheduler(states, commits, () -> commits.execute(this::admit));
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
                        if (closing) {
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
        CompletableFuture<Optional<SealedSegment>> made = seals.submit(() -> {
            ended.ifPresent(LogWriter::close);
            return states.seal(tier);
        });
        sealing = Optional.of(made);
        // Nothing if it fails: the next step that needs room tries again.
        var unused = made.thenRun(() -> commits.execute(() -> {
            // Unless the commit thread has waited for it already.
            if (sealing.equals(Optional.of(made))) {
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
            Optional<SealedSegment> built;
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
            merges.sealed();
        }
    }

    /** Waits for running seals, then for the due merges. */
    void await() throws IOException {
        commits.run(this::finishSealing);
        done(merges.mergeDue());
    }

    /** Merges all segments into one, and waits for it. */
    void mergeAll() throws IOException {
        done(merges.mergeAll());
    }

    private void done(CompletableFuture<Void> merge) throws IOException {
        try {
            WorkerThread.get(merge);
        } catch (CancellationException e) {
            // The writer may have failed with an error that the commit thread has not recorded yet.
            commits.settle();
            states.checkFailure();
            throw new IllegalStateException("the writer was closed during the merge", e);
        }
    }

    WriterHealth health() {
        WriterActivity done = states.activity;
        IndexState state = states.state();
        long live = state.tiers().stream()
                .mapToLong(t -> t.documents() - t.dead().count())
                .sum();
        return new WriterHealth(
                done.commits.sum(),
                done.seals.sum(),
                done.merges.sum(),
                done.stalls.sum(),
                done.refusedDocuments.sum(),
                done.refusedCommits.sum(),
                live
                        + state.sealed().stream()
                                .mapToLong(segment -> segment.part().documents())
                                .sum(),
                live,
                state.sealed().stream().mapToLong(s -> s.file().length()).sum(),
                state.sealed().size(),
                merges.allowed(),
                isWaiting,
                merges.failures(),
                merges.setAside(state.sealed()));
    }

    /** Runs the waiting steps and cancels merges. There must be no further commits. */
    void close() throws IOException {
        closing = true;
        merges.stop();
        commits.run(this::admit);
        seals.settle();
        commits.settle();
        merges.close();
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
                int allowed = merges.allowed();
                IndexState state = states.state();
                // After one more step.
                int segments = state.sealed().size() + state.tiers().size() - 1 + OF_ONE_STEP;
                boolean limited = !closing && !merges.stopped && segments > allowed;
                full = limited && merges.run();
                List<MergeFailure> failures = limited && !full && segments > WHILE_FAILING * allowed
                        ? merges.setAside(state.sealed())
                        : List.of();
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
            merges.retry();
        }
        if (!waiting.isEmpty() && !isWaiting) {
            stallEnded = states.activity.stall(states.state().sealed().size());
        } else if (waiting.isEmpty() && isWaiting) {
            stallEnded.run();
        }
        isWaiting = !waiting.isEmpty();
    }
}
