package io.whorl.write;

import io.whorl.log.LogWriter;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import io.whorl.write.DefaultIndexWriter.WriterFailure;
import io.whorl.write.IndexState.HeldSegments;
import io.whorl.write.WorkerThread.Futures;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * Seals and merges in the background. Other threads make the files, and the commit thread publishes them. The commit
 * thread may wait for the thread that seals, so that thread never waits for the commit thread. The commit thread never
 * waits for the merge threads.
 */
final class Maintenance {
    private final IndexDirectory directory;
    private final Scheme scheme;
    private final WriterOptions options;
    private final StateManager states;
    private final WorkerThread commits;
    private final WriterFailure failure;
    private final WorkerThread seals = new WorkerThread("whorl-seal");
    private final MergeScheduler merges;
    private final AdmissionQueue admission;
    /** The segment being made from the oldest tier. Only the commit thread uses it. */
    private Optional<CompletableFuture<UnpublishedSegment>> sealing = Optional.empty();

    private volatile boolean closing;

    /** @param failure records errors after which the state of the disk is unknown */
    Maintenance(
            IndexDirectory directory,
            Scheme scheme,
            WriterOptions options,
            StateManager states,
            WorkerThread commits,
            SegmentMerger merger,
            WriterFailure failure) {
        this.directory = directory;
        this.scheme = scheme;
        this.options = options;
        this.states = states;
        this.commits = commits;
        this.failure = failure;
        merges = new MergeScheduler(
                directory,
                options,
                states,
                commits,
                merger,
                (inputs, built) -> place(built, () -> states.merged(inputs, built)),
                this::readmit);
        admission = new AdmissionQueue(directory.path(), states, merges);
    }

    private void readmit() {
        commits.execute(admission::admit);
    }

    /** Runs work that may make segments, now or when there is room. On the commit thread. */
    void admit(AdmissionQueue.Step step) {
        admission.admit(step);
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
        long log = states.state().tiers().get(0).log();
        CompletableFuture<UnpublishedSegment> made = new CompletableFuture<>();
        sealing = Optional.of(made);
        seals.execute(() -> {
            ended.ifPresent(Maintenance::close);
            try (HeldSegments others = states.held()) {
                made.complete(TierSeal.seal(directory, scheme, options, log, others.segments()));
            } catch (Throwable e) {
                made.completeExceptionally(e);
            }
            commits.execute(() -> {
                // Unless the commit thread has waited for it already, or it failed and will be tried again.
                if (sealing.equals(Optional.of(made)) && !made.isCompletedExceptionally()) {
                    finishSealing();
                }
            });
        });
    }

    private static void close(LogWriter ended) {
        try {
            ended.close();
        } catch (IOException e) {
            // The end of the log is on disk, which is enough.
        }
    }

    /**
     * Waits for a segment that is being sealed, and publishes it. A seal that began earlier and failed is tried again,
     * because the disk may have room by now. On the commit thread.
     */
    void finishSealing() throws IOException {
        while (states.state().tiers().size() > 1) {
            Optional<UnpublishedSegment> earlier = begunEarlier();
            UnpublishedSegment built = earlier.isPresent() ? earlier.get() : sealAgain();
            place(built, () -> states.sealed(built));
            merges.sealed();
        }
    }

    /** Waits for the seal in the background; empty if there is none, or if it failed. */
    private Optional<UnpublishedSegment> begunEarlier() {
        if (sealing.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Futures.get(sealing.get()));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        } finally {
            sealing = Optional.empty();
        }
    }

    private UnpublishedSegment sealAgain() throws IOException {
        startSealing(Optional.empty());
        try {
            return Futures.get(sealing.orElseThrow());
        } finally {
            sealing = Optional.empty();
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private void place(UnpublishedSegment built, Step step) throws IOException {
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            built.discard(directory, e);
            failure.record(e);
            throw e;
        }
    }

    /** Records a new segment, and requests the due merges. */
    void sealed() {
        merges.sealed();
    }

    /** Waits for running seals, then for the due merges. */
    void await() throws IOException {
        done(commits.call(() -> {
            finishSealing();
            return merges.mergeDue();
        }));
    }

    /** @throws IllegalStateException if the writer closes */
    void checkOpen() {
        if (closing) {
            throw new IllegalStateException("the writer is closed; open another");
        }
    }

    /** Seals the live tier, and waits for it. */
    void seal() throws IOException {
        SealStep step = new SealStep();
        commits.execute(() -> admission.admit(step), step.done::completeExceptionally);
        Futures.get(step.done);
    }

    private final class SealStep implements AdmissionQueue.Step {
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        @Override
        public boolean run(boolean room) {
            if (!room && states.isActive()) {
                return false;
            }
            try {
                checkOpen();
                rotate();
                finishSealing();
                done.complete(null);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
            return true;
        }

        @Override
        public void refuse(RuntimeException reason) {
            done.completeExceptionally(reason);
        }
    }

    /** Merges all segments into one, and waits for it. */
    void mergeAll() throws IOException {
        done(merges.mergeAll());
    }

    private void done(Future<Void> merge) throws IOException {
        try {
            Futures.get(merge);
        } catch (CancellationException e) {
            // The writer may have failed with an error that the commit thread has not recorded yet.
            commits.call(() -> null);
            failure.check();
            throw new IllegalStateException("the writer was closed during the merge", e);
        }
    }

    WriterHealth health() {
        return new WriterHealth(
                states.state().sealed().size(),
                merges.allowed(),
                admission.isWaiting(),
                merges.failures(),
                merges.setAside());
    }

    /** Runs the waiting steps and cancels merges. There must be no further commits. */
    void close() throws IOException {
        closing = true;
        merges.stop();
        commits.call(() -> {
            admission.close();
            return null;
        });
        seals.call(() -> null);
        commits.call(() -> null);
        merges.close();
        commits.call(() -> null);
        seals.shutdown();
    }
}
