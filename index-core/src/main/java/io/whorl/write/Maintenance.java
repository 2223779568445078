package io.whorl.write;

import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/**
 * Seals and merges in the background: files are made on other threads, and put in their places on the commit thread.
 * That one may wait for the thread that seals, so the thread that seals never waits for it. It never waits for those
 * that merge.
 */
final class Maintenance {
    private final IndexDirectory directory;
    private final Scheme scheme;
    private final WriterOptions options;
    private final StateManager ledger;
    private final WorkerThread commits;
    private final UnaryOperator<Throwable> failed;
    private final Runnable checkFailure;
    private final WorkerThread seals = new WorkerThread("whorl-seal");
    private final MergeScheduler merges;
    private final AdmissionQueue admission;
    /** The segment in the making of the oldest tier; the commit thread's. */
    private Optional<CompletableFuture<UnpublishedSegment>> sealing = Optional.empty();

    private volatile boolean closing;

    /**
     * @param failed takes the error, and returns the one to report
     * @param checkFailure throws the error that ended the writer, if there is one
     */
    Maintenance(
            IndexDirectory directory,
            Scheme scheme,
            WriterOptions options,
            StateManager ledger,
            WorkerThread commits,
            SegmentMerger merger,
            UnaryOperator<Throwable> failed,
            Runnable checkFailure) {
        this.directory = directory;
        this.scheme = scheme;
        this.options = options;
        this.ledger = ledger;
        this.commits = commits;
        this.failed = failed;
        this.checkFailure = checkFailure;
        merges = new MergeScheduler(
                directory,
                options,
                ledger,
                commits,
                merger,
                (inputs, built) -> place(built, () -> ledger.merged(inputs, built)),
                this::readmit);
        admission = new AdmissionQueue(directory.path(), ledger, merges);
    }

    private void readmit() {
        commits.submit(() -> {
            admission.admit();
            return null;
        });
    }

    /** On the commit thread: has work done that may make segments, now or when there is room. */
    void admit(AdmissionQueue.Step step) {
        admission.admit(step);
    }

    /** On the commit thread: lets an empty tier take what comes, and has the full one sealed. */
    void rotate() throws IOException {
        if (ledger.isActive()) {
            finishSealing();
            ledger.rotate();
            startSealing();
        }
    }

    private void startSealing() {
        long log = ledger.state().tiers().get(0).log();
        CompletableFuture<UnpublishedSegment> made = new CompletableFuture<>();
        sealing = Optional.of(made);
        seals.submit(() -> {
            try (HeldSegments others = ledger.held()) {
                made.complete(TierSeal.seal(directory, scheme, options, log, others.segments()));
            } catch (Throwable e) {
                made.completeExceptionally(e);
            }
            commits.submit(() -> {
                // Unless the commit thread could not wait, and has done it; or it failed, and will be tried again.
                if (sealing.equals(Optional.of(made)) && !made.isCompletedExceptionally()) {
                    finishSealing();
                }
                return null;
            });
            return null;
        });
    }

    /** On the commit thread: waits for the segment in the making, if there is one, and puts it in its place. */
    void finishSealing() throws IOException {
        while (ledger.state().tiers().size() > 1) {
            if (sealing.isEmpty()) {
                startSealing();
            }
            UnpublishedSegment built;
            try {
                built = Futures.get(sealing.get());
            } finally {
                sealing = Optional.empty();
            }
            place(built, () -> ledger.sealed(built));
            merges.sealed();
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
            failed.apply(e);
            throw e;
        }
    }

    /** Reports a new segment, and requests the due merges. */
    void sealed() {
        merges.sealed();
    }

    /** Waits until seals under way end, and then until the due merges end. */
    void await() throws IOException {
        done(commits.call(() -> {
            finishSealing();
            return merges.mergeDue();
        }));
    }

    /** Seals what is in the live tier, and waits for it. */
    void seal() throws IOException {
        SealStep step = new SealStep();
        commits.submit(() -> {
            admission.admit(step);
            return null;
        });
        Futures.get(step.done);
    }

    private final class SealStep implements AdmissionQueue.Step {
        private final CompletableFuture<Void> done = new CompletableFuture<>();

        @Override
        public boolean run(boolean room) {
            if (!room && ledger.isActive()) {
                return false;
            }
            try {
                if (closing) {
                    throw new IllegalStateException("the writer is closed; open another");
                }
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

    /** Merges all segments to one, and waits for it. */
    void mergeAll() throws IOException {
        done(merges.mergeAll());
    }

    private void done(Future<Void> merge) throws IOException {
        try {
            Futures.get(merge);
        } catch (CancellationException e) {
            // The writer may have failed, by an error that the commit thread has not reported yet.
            commits.call(() -> null);
            checkFailure.run();
            throw new IllegalStateException("the writer was closed during the merge", e);
        }
    }

    WriterHealth health() {
        return new WriterHealth(
                ledger.state().sealed().size(),
                merges.allowed(),
                admission.isWaiting(),
                merges.failures(),
                merges.setAside());
    }

    /** Carries out the requests, cancels merges. No commit may be asked for any more. */
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
