package io.whorl.corpus;

import io.whorl.corpus.CorpusReader.Position;
import io.whorl.corpus.ReadingTask.OutcomeQueue.PendingOutcome;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import java.util.ArrayDeque;
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
final class ReadingTask implements Runnable {
    private final ReaderOptions options;
    private final OutcomeQueue queue;
    private final ExecutorService pool;
    private final Meter meter;
    private final PartWalker walk;

    ReadingTask(
            SourceList sources,
            ReaderOptions options,
            FormatRegistry formats,
            Position from,
            OutcomeQueue queue,
            ExecutorService pool) {
        this.options = options;
        this.queue = queue;
        this.pool = pool;
        meter = new Meter(options.maxExpansion(), options.expansionAllowance());
        walk = new PartWalker(sources, options, formats, from, meter, this);
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

    /** @param format converts the document to text; nothing if it is delivered unchanged */
    void document(Document document, Head head, Optional<TextFormat> format) {
        long bytes = Outcome.of(document).bytes();
        if (format.isEmpty()) {
            put(CompletableFuture.completedFuture(List.of(Outcome.of(document))), bytes);
            return;
        }
        convertLater(() -> List.of(converted(document, head, format.get())), bytes);
    }

    /**
     * Queues what is not known yet.
     *
     * @param work makes documents and reports, on any thread
     * @param bytes memory that they occupy, also when they are known
     */
    void convertLater(Callable<List<Outcome>> work, long bytes) {
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

    void skipped(Skipped skipped) {
        Outcome outcome = Outcome.of(skipped);
        put(CompletableFuture.completedFuture(List.of(outcome)), outcome.bytes());
    }

    private PendingOutcome put(Future<List<Outcome>> outcome, long bytes) {
        PendingOutcome entry = new PendingOutcome(outcome, bytes, meter.position(), walk.position());
        queue.put(entry);
        return entry;
    }

    /**
     * Entries on the way from the reading thread to the caller, in order, bounded in number and bytes. An entry above
     * the byte limit passes alone, and only after the caller is done with a previous entry above the limit. The result
     * of a conversion may be much larger than its input, so the converting thread may have to wait too.
     */
    static final class OutcomeQueue {
        private static final long MAX_BYTES =
                Math.max(1L << 20, Math.min(16L << 20, Runtime.getRuntime().maxMemory() / 16));
        private static final int MAX_ENTRIES = 1 << 12;

        private final ArrayDeque<PendingOutcome> entries = new ArrayDeque<>();
        private long bytes;
        /** Bytes of the entry taken last, until the next is requested: the caller may still use it. */
        private long inUse;

        private boolean ended;
        private boolean closed;
        private Throwable failure;

        /**
         * Adds an entry; waits for room.
         *
         * @throws CancellationException if the queue is closed
         */
        synchronized void put(PendingOutcome entry) {
            while (!closed
                    && (!entries.isEmpty() && (bytes + entry.bytes > MAX_BYTES || entries.size() >= MAX_ENTRIES)
                            || entry.bytes > MAX_BYTES && inUse > MAX_BYTES)) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    // Only close() interrupts the reading thread.
                    Thread.currentThread().interrupt();
                    closed = true;
                }
            }
            if (closed) {
                throw new CancellationException("the corpus reader is closed");
            }
            bytes += entry.bytes;
            entries.add(entry);
            notifyAll();
        }

        /** Takes the next entry; waits for it. Returns nothing at the end. */
        synchronized Optional<PendingOutcome> take() throws InterruptedException {
            inUse = 0;
            notifyAll();
            while (entries.isEmpty() && !ended) {
                wait();
            }
            PendingOutcome entry = entries.poll();
            if (entry != null) {
                entry.taken = true;
                bytes -= entry.bytes;
                inUse = entry.bytes;
                notifyAll();
            } else if (failure instanceof Error error) {
                throw error;
            } else if (failure != null) {
                throw new IllegalStateException("reading failed: " + failure, failure);
            }
            return Optional.ofNullable(entry);
        }

        /**
         * Records that the outcome of an entry is known and occupies this many bytes. Waits while the queue is over its
         * limit and contains the entry. There is no deadlock if threads take up entries in their order: all earlier
         * entries then have an outcome or get it from a thread that does not wait, so they are taken, and finally this
         * one is.
         */
        synchronized void known(PendingOutcome entry, long size) throws InterruptedException {
            if (!entry.taken && !closed) {
                bytes += size - entry.bytes;
                entry.bytes = size;
                notifyAll();
            }
            while (!entry.taken && !closed && bytes > MAX_BYTES) {
                wait();
            }
        }

        /** Ends the queue: no entry follows. */
        synchronized void end(Optional<Throwable> because) {
            ended = true;
            failure = because.orElse(null);
            notifyAll();
        }

        synchronized boolean isClosed() {
            return closed;
        }

        /** Closes the queue: the caller takes no more entries. */
        synchronized void close() {
            closed = true;
            ended = true;
            entries.clear();
            notifyAll();
        }

        /** An entry of the queue: documents or reports that may not be known yet. */
        static final class PendingOutcome {
            final Future<List<Outcome>> outcome;
            /** The bytes of the sources that were read before it. */
            final long position;
            /** Where a reader that should deliver it can begin at the latest. */
            final Position from;
            /** The memory known so far. Guarded by the queue. */
            private long bytes;
            /** True if the entry has left the queue. Guarded by the queue. */
            private boolean taken;

            PendingOutcome(Future<List<Outcome>> outcome, long bytes, long position, Position from) {
                this.outcome = outcome;
                this.bytes = bytes;
                this.position = position;
                this.from = from;
            }
        }
    }
}
