package io.whorl.corpus;

import io.whorl.corpus.OutcomeQueue.PendingOutcome;
import io.whorl.corpus.PartWalker.PartListener;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;

/** Reads all sources and submits documents for conversion to text, keeping their order. */
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
        meter = new Meter(options.maxExpansion(), options.expansionAllowance());
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
            // Expected if the queue is closed; an exception of a format must not look like the end of the sources.
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
            put(CompletableFuture.completedFuture(List.of(Outcome.of(document))), bytes);
            return;
        }
        convertLater(() -> List.of(converted(document, head, format.get())), bytes);
    }

    @Override
    public void records(Callable<List<Outcome>> parse, long bytes) {
        convertLater(parse, bytes);
    }

    private void convertLater(Callable<List<Outcome>> work, long bytes) {
        FutureTask<List<Outcome>> conversion = new FutureTask<>(work);
        // Queued first, which waits for room, so that the documents in conversion are bounded too.
        PendingOutcome entry = put(conversion, bytes);
        try {
            pool.execute(() -> convert(conversion, entry));
        } catch (RejectedExecutionException e) {
            throw new CancellationException("the corpus reader is closed");
        } catch (OutOfMemoryError e) {
            // No thread could be started; the caller waits for the queued entry, so it needs an outcome.
            conversion.run();
            throw e;
        }
    }

    private void convert(FutureTask<List<Outcome>> conversion, PendingOutcome entry) {
        conversion.run();
        try {
            queue.known(entry, Outcome.bytes(conversion.get()));
        } catch (ExecutionException failed) {
            // The caller of next() receives it.
        } catch (InterruptedException e) {
            // Only close() interrupts the converting threads.
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the document with its text, or a report if it cannot be converted. */
    private Outcome converted(Document document, Head head, TextFormat format) {
        FormatOptions formats = options.formats();
        try {
            MappedText text = TextExtractor.mappedText(document.utf8(), head, format, options.mapped());
            return text.utf8().length <= formats.maxDocument()
                    ? Outcome.of(new Document(
                            document.id(),
                            text.utf8(),
                            document.place(),
                            text.map(),
                            text.pages(),
                            text.hidden(),
                            document.date()))
                    : skipped(document, Skipped.Reason.TOO_LARGE, formats.tooLarge());
        } catch (TextConversionException e) {
            return skipped(document, e.reason(), e.getMessage());
        }
    }

    private static Outcome skipped(Document document, Skipped.Reason reason, String detail) {
        return Outcome.of(new Skipped(document.place(), reason, detail));
    }

    @Override
    public void skipped(Skipped skipped) {
        Outcome outcome = Outcome.of(skipped);
        put(CompletableFuture.completedFuture(List.of(outcome)), outcome.bytes());
    }

    private PendingOutcome put(Future<List<Outcome>> outcome, long bytes) {
        PendingOutcome entry = new PendingOutcome(outcome, bytes, meter.position());
        queue.put(entry);
        return entry;
    }
}
