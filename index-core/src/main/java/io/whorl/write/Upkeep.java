package io.whorl.write;

import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;

/**
 * Seals and merges in the background: files are made on two threads, and put in their places on the commit thread. That one
 * may wait for the thread that seals, so the thread that seals never waits for it, and is not the one that merges.
 */
final class Upkeep {
    private final IndexDirectory directory;
    private final Scheme scheme;
    private final WriterOptions options;
    private final Ledger ledger;
    private final Worker commits;
    private final UnaryOperator<Throwable> failed;
    private final Worker seals = new Worker("whorl-seal");
    private final Worker merges = new Worker("whorl-merge");
    private final MergePolicy policy;
    /** The segment in the making of the oldest tier; the commit thread's. */
    private Optional<CompletableFuture<Built>> sealing = Optional.empty();
    private volatile boolean closing;

    /** @param failed is told what went wrong, and says what is to be told */
    Upkeep(IndexDirectory directory, Scheme scheme, WriterOptions options, Ledger ledger, Worker commits,
            UnaryOperator<Throwable> failed) {
        this.directory = directory;
        this.scheme = scheme;
        this.options = options;
        this.ledger = ledger;
        this.commits = commits;
        this.failed = failed;
        policy = new MergePolicy(options.mergeFactor(), options.livePostings());
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
        CompletableFuture<Built> made = new CompletableFuture<>();
        sealing = Optional.of(made);
        seals.submit(() -> {
            try {
                made.complete(Sealing.seal(directory, scheme, options, log, ledger.state().sealed()));
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
            Built built;
            try {
                built = Futures.get(sealing.get());
            } finally {
                sealing = Optional.empty();
            }
            place(built, () -> ledger.sealed(built));
            merge();
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private void place(Built built, Step step) throws IOException {
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            if (!directory.inDoubt()) {
                built.discard(e);
            }
            failed.apply(e);
            throw e;
        }
    }

    /** Has segments merged, while there are any that should be. */
    Future<Void> merge() {
        return merges.submit(() -> {
            for (List<Sealed> inputs = next(); !inputs.isEmpty() && !closing; inputs = next()) {
                merge(inputs);
            }
            return null;
        });
    }

    private List<Sealed> next() {
        return policy.next(ledger.state().sealed());
    }

    private void merge(List<Sealed> inputs) throws IOException {
        Built built = Merging.merge(directory, options, inputs, ledger.state().sealed(), () -> closing);
        Callable<Void> placed = () -> {
            place(built, () -> ledger.merged(inputs, built));
            return null;
        };
        commits.call(placed);
    }

    /** Waits until what is being sealed is sealed, and everything is merged that should be. */
    void await() throws IOException {
        commits.call(() -> {
            finishSealing();
            return null;
        });
        done(merge());
    }

    /** Seals what is in the live tier, and waits for it. */
    void seal() throws IOException {
        commits.call(() -> {
            if (closing) {
                throw new IllegalStateException("the writer is closed; open another");
            }
            rotate();
            finishSealing();
            return null;
        });
    }

    /** Merges all segments to one, and waits for it. */
    void mergeAll() throws IOException {
        done(merges.submit(() -> {
            List<Sealed> all = ledger.state().sealed();
            if (all.size() > 1 || all.stream().anyMatch(s -> !s.dead().isEmpty())) {
                merge(all);
            }
            return null;
        }));
    }

    private static void done(Future<Void> merge) throws IOException {
        try {
            Futures.get(merge);
        } catch (CancellationException e) {
            throw new IllegalStateException("the writer was closed during the merge", e);
        }
    }

    /** Lets a seal end and be placed, calls a merge off. No commit may be asked for any more. */
    void close() throws IOException {
        closing = true;
        commits.call(() -> null);
        seals.call(() -> null);
        commits.call(() -> null);
        merges.call(() -> null);
        commits.call(() -> null);
        seals.shutdown();
        merges.shutdown();
    }
}
