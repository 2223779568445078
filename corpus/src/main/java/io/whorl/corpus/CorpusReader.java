package io.whorl.corpus;

import io.whorl.corpus.OutcomeQueue.Outcome;
import io.whorl.corpus.OutcomeQueue.PendingOutcome;
import io.whorl.corpus.format.Skipped;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Reads the documents of sources, one after another, in an order that depends only on the sources. Not thread-safe,
 * except {@link #bytesRead} and {@link #bytesTotal}.
 *
 * <p>A source is a file or a directory. A directory contributes every regular file in it, at any depth, in the order of
 * the UTF-8 bytes of their paths. Links are followed unless they lead back into their own parents. Formats are detected
 * by content first, then by file name, at every level:
 *
 * <ul>
 *   <li>compressions: gzip, bzip2, xz and zstd, including concatenated streams;
 *   <li>archives: tar (also concatenated) and zip. Regular members are read in the order in which the archive stores
 *       them; links, directories and devices are not documents. A zip file without its directory (cut off, or inside
 *       another archive) is read by the header of each member;
 *   <li>dumps: JSON lines, JSON arrays and concatenated JSON objects (one document per object); CSV and TSV whose first
 *       row names the text column (one document per row); MediaWiki XML, WARC, ARC, WET and mbox;
 *   <li>formats of the application ({@link io.whorl.corpus.format.FormatProvider}), which are tried first;
 *   <li>anything else is one document. HTML, LaTeX, troff, Markdown, wikitext, mail and office documents are converted
 *       to text; other documents are delivered unchanged.
 * </ul>
 *
 * <p>A record keeps its own id. Other ids come from names (DEFINITIONS, Identifiers and sources). A member of a nested
 * archive is called {@code archive!member}; a compressed file is called what it was called before it was compressed; a
 * row or object without an id is called {@code table:row}, counted from 1. Ids are never used as paths, so a member may
 * be called {@code ../../x}. Ids may repeat.
 *
 * <p>What cannot be read is reported once and skipped. A damaged archive or stream yields the documents before the
 * damage and one {@link Skipped.Reason#DAMAGED} report that names the innermost archive that cannot be read further;
 * reading continues after that archive. A document that could be read only in part is not delivered. The members of a
 * zip file are independent: only damaged ones are missing, and each is reported. A file whose name claims an archive or
 * a compression that its bytes do not contain is damaged. A gzip checksum comes at the end of its stream: if it does
 * not match, documents that were already delivered may be wrong.
 *
 * <p>Sizes that a source states are not trusted. Archives nested deeper than {@link ReaderOptions#maxDepth} are
 * skipped. A file that expands to more than {@link ReaderOptions#maxExpansion} times its size plus one GiB, at all
 * levels together, is damaged from that point on.
 *
 * <p>One thread reads ahead, and {@link ReaderOptions#threads} others convert documents to text. They start with the
 * first {@link #next} and end with {@link #close}. Memory is bounded by a few buffers, 16 MiB (or the largest document)
 * in the queue, a small multiple of the document limit for each document that is read or converted, and the list of
 * names of the directory or zip file that is read.
 */
public final class CorpusReader implements Closeable {
    /**
     * A place in the sources at which reading can begin: the beginning of a file, or of a part of it for which its
     * format allows this.
     *
     * @param files the number of files before it, from 0
     * @param records the number of records of its file before it, from 0
     */
    public record Position(long files, long records) {
        /** The beginning of the sources. */
        public static final Position START = new Position(0, 0);
    }

    /** How long close() waits for a format that ignores interrupts. The threads are daemons. */
    private static final long CLOSE_TIMEOUT_MILLIS = 10_000;

    private final SourceList sources;
    private final ReaderOptions options;
    private final Consumer<Skipped> skipped;
    private final Consumer<Position> reached;
    private final OutcomeQueue queue = new OutcomeQueue();
    private final ExecutorService pool;
    private final PartWalker walker;
    private int threads;
    private Optional<PendingOutcome> next = Optional.empty();
    /** The outcomes of the entry taken last that are not delivered yet. */
    private final ArrayDeque<Outcome> known = new ArrayDeque<>();

    private boolean started;
    private boolean closed;
    private long delivered;
    private Position last;
    private volatile long position;

    private CorpusReader(
            SourceList sources,
            ReaderOptions options,
            Consumer<Skipped> skipped,
            Position from,
            Consumer<Position> reached) {
        Objects.requireNonNull(options, "options");
        this.sources = sources;
        this.options = options;
        this.skipped = Objects.requireNonNull(skipped, "skipped");
        last = Objects.requireNonNull(from, "from");
        this.reached = Objects.requireNonNull(reached, "reached");
        FormatRegistry formats = FormatRegistry.load(options);
        pool = Executors.newFixedThreadPool(1 + options.threads(), this::thread);
        walker = new PartWalker(sources, options, formats, from, queue, pool);
    }

    /**
     * Opens a reader of files and directories.
     *
     * @param sources files and directories, read in this order
     * @param options how to read
     * @param skipped receives a report of each document that is skipped, in document order, on the thread that calls
     *     {@link #next}; what it throws leaves that call
     * @return a new reader
     * @throws java.nio.file.NoSuchFileException if a source does not exist; all are checked before any is read
     * @throws IOException if a source cannot be examined
     */
    public static CorpusReader open(List<Path> sources, ReaderOptions options, Consumer<Skipped> skipped)
            throws IOException {
        return open(sources, Map.of(), options, skipped, Position.START, position -> {});
    }

    /**
     * Opens a reader that can begin where an earlier one was; otherwise as {@link #open(List, ReaderOptions,
     * Consumer)}. The sources and the options must be the same.
     *
     * @param streams are read in place of some of the sources, such as standard input. A stream is read like a file
     *     with these bytes, except that an empty one has no document: the program that should write to it has failed.
     *     Its path is its id if it is one document; otherwise it names the records in it that have no id. A stream is
     *     closed with the reader, or earlier on another thread
     * @param from where to begin. What is before it is neither read nor reported
     * @param reached receives the places at which a later reader can begin, on the thread that calls {@link #next},
     *     after all documents and reports before them
     */
    public static CorpusReader open(
            List<Path> sources,
            Map<Path, InputStream> streams,
            ReaderOptions options,
            Consumer<Skipped> skipped,
            Position from,
            Consumer<Position> reached)
            throws IOException {
        return new CorpusReader(SourceList.of(sources, streams), options, skipped, from, reached);
    }

    /**
     * Returns the next document, or nothing at the end of the last source.
     *
     * @return the next document
     * @throws ClosedByInterruptException if the thread was interrupted; a later call continues
     * @throws IllegalStateException if the reader is closed, or a format of the application failed
     * @throws IOException never for a source that cannot be read, which is reported as skipped
     */
    public Optional<Document> next() throws IOException {
        if (closed) {
            throw new IllegalStateException("the corpus reader is closed");
        }
        if (delivered == options.limit()) {
            stop();
            return Optional.empty();
        }
        if (!started) {
            started = true;
            pool.execute(walker);
        }
        try {
            return await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ClosedByInterruptException();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException("a document cannot be converted to text: " + e.getCause(), e.getCause());
        }
    }

    private Optional<Document> await() throws InterruptedException, ExecutionException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedException();
        }
        while (true) {
            while (!known.isEmpty()) {
                Outcome outcome = known.poll();
                if (outcome.document().isPresent()) {
                    delivered++;
                    return outcome.document();
                }
                outcome.skipped().ifPresent(skipped);
            }
            // The field keeps the entry until its outcome is known, so an interrupt loses nothing.
            next = next.isPresent() ? next : queue.take();
            if (next.isEmpty()) {
                position = sources.total();
                return Optional.empty();
            }
            if (!last.equals(next.get().from)) {
                last = next.get().from;
                reached.accept(last);
            }
            known.addAll(next.get().outcome.get());
            position = next.get().position;
            next = Optional.empty();
        }
    }

    /** {@return the bytes of the source files that were read or skipped up to the last document} Thread-safe. */
    public long bytesRead() {
        return position;
    }

    /** {@return the bytes of the source files, as far as known when the reader was opened} Thread-safe. */
    public long bytesTotal() {
        return sources.total();
    }

    /** Ends the threads and closes the files. Later calls of {@link #next} throw. */
    @Override
    public void close() {
        closed = true;
        stop();
    }

    /** Stops all threads and waits for their end, even if the caller is interrupted. */
    private void stop() {
        queue.close();
        pool.shutdownNow();
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_TIMEOUT_MILLIS);
        for (boolean ended = false; !ended; ) {
            try {
                ended = pool.awaitTermination(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS)
                        || System.nanoTime() >= end;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first thread that is needed reads, the others convert. */
    private Thread thread(Runnable work) {
        Thread thread = new Thread(work, threads++ == 0 ? "whorl-corpus-reading" : "whorl-corpus-text");
        thread.setDaemon(true);
        return thread;
    }
}
