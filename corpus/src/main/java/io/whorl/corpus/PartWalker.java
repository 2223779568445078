package io.whorl.corpus;

import io.whorl.corpus.CorpusReader.Position;
import io.whorl.corpus.Meter.SourceAccessException;
import io.whorl.corpus.OutcomeQueue.Outcome;
import io.whorl.corpus.OutcomeQueue.PendingOutcome;
import io.whorl.corpus.SourceList.SourcePartReader;
import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.DamagedPartException;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Head;
import io.whorl.corpus.format.MappedText;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextConversionException;
import io.whorl.corpus.format.TextFormat;
import io.whorl.corpus.format.TextMap;
import io.whorl.corpus.internal.container.RecordBatches;
import io.whorl.corpus.internal.container.RecordBatches.RecordBatch;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
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
import java.util.function.Consumer;

/**
 * Visits all parts of the sources, at any depth, and queues documents and reports. Not thread-safe.
 *
 * <pre>
 * sources ─► part ─► container? ─► its parts, one level deeper ({@code open} is the path of open containers)
 *                 └► document, or a batch of records ─► queue ─► text, on other threads
 * </pre>
 *
 * <ol>
 *   <li>The queue is in the order of the sources: what other threads convert is queued before it is known.
 *   <li>Putting into the queue waits for room, before the conversion begins. So documents in conversion are bounded
 *       too.
 *   <li>Damage is reported once, for the part where it began. What can only be read through that part is left out.
 *   <li>The queue ends in any case, with the failure of the walk if there is one.
 * </ol>
 */
final class PartWalker implements Runnable, Closeable {
    private final ReaderOptions options;
    private final FormatRegistry formats;
    private final OutcomeQueue queue;
    private final ExecutorService pool;
    private final Meter meter;
    private final Meter unlimited = Meter.unlimited();
    private final SourcePartReader sources;
    private final List<OpenContainer> open = new ArrayList<>();
    private final ReadContext context = new WalkContext();
    /** What the format that reports reads. */
    private Optional<NestedPart> reading = Optional.empty();

    PartWalker(
            SourceList sources,
            ReaderOptions options,
            FormatRegistry formats,
            Position from,
            OutcomeQueue queue,
            ExecutorService pool) {
        this.options = options;
        this.formats = formats;
        this.queue = queue;
        this.pool = pool;
        meter = new Meter(options.maxExpansion(), options.expansionAllowance());
        this.sources = new SourcePartReader(sources, context, report -> put(Outcome.of(report)), meter, from);
    }

    @Override
    public void run() {
        Optional<Throwable> failure = Optional.empty();
        try (PartWalker walk = this) {
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

    /** Advances to the next part and queues what it finds. Returns false at the end of all sources. */
    private boolean step() {
        return open.isEmpty() ? source() : member(open.get(open.size() - 1));
    }

    private boolean source() {
        Optional<Part> part = sources.next();
        if (part.isPresent()) {
            String id = part.get().name();
            PartStream body = new PartStream(part.get().body(), unlimited);
            boolean empty = body.head().length == 0 && body.failure().isEmpty();
            if (empty && part.get().file().isEmpty()) {
                return true;
            }
            visit(new NestedPart(part.get(), id, sources.isInDirectory() ? id : "", body, 0));
        }
        return part.isPresent();
    }

    private boolean member(OpenContainer container) {
        Optional<Part> part = Optional.empty();
        reading = Optional.of(container.whole());
        try {
            if (container.reader() instanceof RecordBatches records) {
                Optional<RecordBatch> batch = records.nextBatch();
                if (batch.isPresent()) {
                    // Until the records are parsed, they hold no stream of their container.
                    Optional<String> date = container.whole().part().date();
                    long file = file();
                    long outer = container.whole().record();
                    convertLater(
                            () -> parsed(batch.get(), date, file, outer),
                            batch.get().bytes()
                                    + (long) Outcome.OBJECTS * batch.get().records());
                    return true;
                }
            }
            part = container.reader().next();
        } catch (CancellationException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            damaged(List.of(), e);
            return true;
        }
        if (part.isPresent()) {
            visit(container.piece(part.get(), new PartStream(part.get().body(), meter)));
        } else {
            close(open.size() - 1);
        }
        return true;
    }

    /**
     * Makes documents of a batch of records, on any thread.
     *
     * @param date of records without a date
     * @param outer the record of the file that their container is
     */
    private List<Outcome> parsed(RecordBatch batch, Optional<String> date, long file, long outer) throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        Optional<TextMap> map = options.mapped() ? Optional.of(TextMap.IDENTITY) : Optional.empty();
        Consumer<Skipped> reports = s -> outcomes.add(
                Outcome.of(new Skipped(s.place(), file, NestedPart.inFile(outer, s.record()), s.reason(), s.detail())));
        batch.parsing().parse(reports, record -> {
            String place = record.place();
            long number = NestedPart.inFile(outer, record.number());
            Optional<Skipped> unwanted = options.unwanted(place, file, number, record.id());
            Optional<String> own = record.date().isBlank() ? date : Optional.of(record.date());
            outcomes.add(unwanted.map(Outcome::of)
                    .orElseGet(() -> Outcome.of(
                            Document.of(record.id(), new MappedText(record.utf8(), map), place, file, number, own))));
        });
        return outcomes;
    }

    private void visit(NestedPart piece) {
        try {
            Head head = piece.head();
            Optional<ContainerFormat> container =
                    piece.part().mediaType().equals(Part.TEXT) ? Optional.empty() : formats.container(head);
            if (container.isEmpty()) {
                document(piece, head);
            } else if (open.size() == options.maxDepth()) {
                skip(
                        piece,
                        Skipped.Reason.INVALID,
                        "more than " + options.maxDepth() + " nested archives or compressions");
            } else {
                reading = Optional.of(piece);
                open.add(new OpenContainer(
                        piece, container.get(), container.get().open(piece.whole(), context)));
            }
        } catch (CancellationException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            damaged(List.of(piece), e);
        }
    }

    private void document(NestedPart piece, Head head) throws IOException {
        String place = piece.part().place();
        Optional<Skipped> unwanted = options.unwanted(place, file(), piece.record(), piece.id());
        if (unwanted.isPresent()) {
            put(Outcome.of(unwanted.get()));
        } else {
            int max = options.formats().maxDocument();
            // One byte more than the limit tells a document of exactly the limit from a larger one.
            byte[] bytes = piece.body().readNBytes(max + 1);
            if (bytes.length > max) {
                skip(piece, Skipped.Reason.TOO_LARGE, options.formats().tooLarge());
            } else {
                boolean plain = piece.part().mediaType().equals(Part.TEXT);
                Optional<TextFormat> format = plain ? Optional.empty() : formats.text(head);
                // A document that is not converted is its own text. A conversion sets its own map.
                Optional<TextMap> map =
                        options.mapped() && format.isEmpty() ? Optional.of(TextMap.IDENTITY) : Optional.empty();
                // A date inside the document is closer to it than that of its record or file.
                Optional<String> date =
                        format.flatMap(f -> f.date(bytes)).or(() -> piece.part().date());
                Document document =
                        Document.of(piece.id(), new MappedText(bytes, map), place, file(), piece.record(), date);
                Outcome outcome = Outcome.of(document);
                if (format.isPresent()) {
                    convertLater(() -> List.of(converted(document, head, format.get())), outcome.bytes());
                } else {
                    put(outcome);
                }
            }
        }
    }

    /**
     * Queues what is not known yet.
     *
     * @param work makes documents and reports, on any thread
     * @param bytes memory that they occupy, also when they are known
     */
    private void convertLater(Callable<List<Outcome>> work, long bytes) {
        FutureTask<List<Outcome>> conversion = new FutureTask<>(work);
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
                    ? Outcome.of(Document.of(
                            document.id(), text, document.place(), document.file(), document.record(), document.date()))
                    : Outcome.of(document.skipped(Skipped.Reason.TOO_LARGE, formats.tooLarge()));
        } catch (TextConversionException e) {
            return Outcome.of(document.skipped(e.reason(), e.getMessage()));
        }
    }

    /** The number of the file that is read, among all files of the sources. */
    private long file() {
        return sources.position.files();
    }

    private void skip(NestedPart piece, Skipped.Reason reason, String detail) {
        put(Outcome.of(new Skipped(piece.part().place(), file(), piece.record(), reason, detail)));
    }

    private void put(Outcome outcome) {
        put(CompletableFuture.completedFuture(List.of(outcome)), outcome.bytes());
    }

    private PendingOutcome put(Future<List<Outcome>> outcome, long bytes) {
        PendingOutcome entry = new PendingOutcome(outcome, bytes, meter.position(), sources.position);
        queue.put(entry);
        return entry;
    }

    /** A failure in one of several nested parts appears in all that are read through it. The outermost is reported. */
    private void damaged(List<NestedPart> beingRead, Exception e) {
        List<NestedPart> path = new ArrayList<>();
        open.forEach(container -> path.add(container.whole()));
        path.addAll(beingRead);
        boolean bomb = meter.isExceeded();
        Exception failure = bomb ? meter.bomb() : e;
        int level = bomb ? 0 : path.size() - 1;
        boolean found = bomb;
        for (int i = 0; i < path.size() && !found; i++) {
            Optional<IOException> own = path.get(i).body().failure();
            found = own.isPresent();
            if (found) {
                failure = own.get();
                // Unless the exception says otherwise, the container of a failed part cannot deliver more parts.
                boolean alone = failure instanceof DamagedPartException || failure instanceof SourceAccessException;
                level = alone || i == 0 ? i : i - 1;
            }
        }
        close(level);
        String unnamed = failure instanceof EOFException
                ? "its data end too early"
                : failure.getClass().getSimpleName();
        String said = failure.getMessage() == null ? unnamed : failure.getMessage();
        boolean access = failure instanceof SourceAccessException;
        skip(
                path.get(level),
                access ? Skipped.Reason.UNREADABLE : Skipped.Reason.DAMAGED,
                // A library or a format of the application failed on malformed input.
                failure instanceof RuntimeException ? "it cannot be read: " + failure : said);
    }

    /** Closes the containers from this level on, the innermost first. */
    private void close(int level) {
        for (int i = open.size() - 1; i >= level; i--) {
            SourcePartReader.closeQuietly(open.remove(i).reader());
        }
    }

    @Override
    public void close() {
        close(0);
        sources.close();
    }

    private final class WalkContext implements ReadContext {
        @Override
        public FormatOptions options() {
            return options.formats();
        }

        @Override
        public void skip(String place, long number, Skipped.Reason reason, String detail) {
            long record = NestedPart.inFile(reading.orElseThrow().record(), number);
            put(Outcome.of(new Skipped(place, file(), record, reason, detail)));
        }

        @Override
        public void readFromFile(long read) {
            meter.read(read);
        }

        @Override
        public long recordsBefore() {
            return open.isEmpty() ? sources.position.records() : 0;
        }

        @Override
        public void canBeginAfter(long records) {
            if (open.size() == 1) {
                sources.position = new Position(sources.position.files(), records);
            }
        }
    }

    private record OpenContainer(NestedPart whole, ContainerFormat format, PartReader reader) {
        /** Creates a part of this container, named by the names on the path to it. */
        NestedPart piece(Part part, PartStream body) {
            String named = whole.path().isEmpty() ? part.name() : whole.path() + NestedPart.SEPARATOR + part.name();
            String id = part.id().orElse(named);
            Part dated = part.date().isPresent()
                    ? part
                    : part.dated(whole.part().date().orElse(""));
            return new NestedPart(
                    dated,
                    id,
                    format.isCompression() ? whole.path() : id,
                    body,
                    NestedPart.inFile(whole.record(), part.number()));
        }
    }

    /**
     * A part with its names.
     *
     * @param id its id if it is a document
     * @param path the prefix of the names of its members if it is an archive; empty for none
     * @param record the number of its record, or of the record that contains it, in the file; 0 for the file;
     *     {@link Part#UNNUMBERED} for other parts of the file
     */
    record NestedPart(Part part, String id, String path, PartStream body, long record) {
        static final char SEPARATOR = '!';

        /** The record of the file that has a record with this number of a part of the record {@code outer}. */
        static long inFile(long outer, long number) {
            return outer == 0 ? number : outer;
        }

        Head head() {
            return new Head(part.name(), part.mediaType(), body.head());
        }

        /** The part as its format sees it. */
        Part whole() {
            return new Part(
                    part.place(),
                    part.number(),
                    part.name(),
                    Optional.of(id),
                    part.mediaType(),
                    body,
                    part.file(),
                    part.date());
        }
    }
}
