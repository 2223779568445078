package io.whorl.corpus;

import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextFormat;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;

/** Reads all sources, and hands documents on to be reduced to text, keeping their order. */
final class ReadingTask implements Runnable, PartListener {
    private final ReaderOptions options;
    private final OutcomeQueue queue;
    private final ExecutorService pool;
    private final Meter meter;
    private final PartWalker walk;

    ReadingTask(
            SourceList sources,
            ReaderOptions options,
            FormatRegistry formats,
            OutcomeQueue queue,
            ExecutorService pool) {
        this.options = options;
        this.queue = queue;
        this.pool = pool;
        meter = new Meter(options.maxExpansion());
        walk = new PartWalker(sources, options, formats, meter, this);
    }

    @Override
    public void run() {
        Optional<Throwable> failure = Optional.empty();
        try (walk) {
            while (walk.step()) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
            }
        } catch (CancellationException e) {
            // The queue's own; but a format's must not pass for the end of all sources.
            failure = queue.isClosed() ? failure : Optional.of(e);
        } catch (RuntimeException | Error e) {
            failure = Optional.of(e);
        } finally {
            queue.end(failure);
        }
    }

    @Override
    public void document(Document document, Head head, Optional<TextFormat> format) {
        long bytes = Outcome.of(document).bytes();
        if (format.isEmpty()) {
            put(CompletableFuture.completedFuture(Outcome.of(document)), bytes);
            return;
        }
        FutureTask<Outcome> reduction =
                new FutureTask<>(() -> TextConversion.reduce(document, head, format.get(), options.formats()));
        // First its turn, which waits for room, then the work: so what is being reduced is bounded too.
        PendingOutcome find = put(reduction, bytes);
        try {
            pool.execute(() -> reduce(reduction, find));
        } catch (RejectedExecutionException e) {
            throw new CancellationException("the corpus reader is closed");
        } catch (OutOfMemoryError e) {
            // No thread can be begun for it; but it has its turn, and whoever waits for it must not wait for ever.
            reduction.run();
            throw e;
        }
    }

    private void reduce(FutureTask<Outcome> reduction, PendingOutcome find) {
        reduction.run();
        try {
            queue.known(find, reduction.get().bytes());
        } catch (ExecutionException failed) {
            // Told to whoever asks for the document.
        } catch (InterruptedException e) {
            // Only closing interrupts whoever reduces.
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void skipped(Skipped skipped) {
        Outcome outcome = Outcome.of(skipped);
        put(CompletableFuture.completedFuture(outcome), outcome.bytes());
    }

    private PendingOutcome put(Future<Outcome> outcome, long bytes) {
        PendingOutcome find = new PendingOutcome(outcome, bytes, meter.position());
        queue.put(find);
        return find;
    }
}
