package io.whorl.cli;

import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.CorpusReader.Position;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Skipped;
import io.whorl.store.DocumentId;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.io.function.IOBiConsumer;
import org.apache.commons.io.function.IOFunction;
import org.apache.commons.io.function.IOSupplier;

/**
 * Reads the documents of files, directories, archives and dumps, and of standard input, which is named {@code -}. The
 * documents are streamed. One thread.
 */
final class SourceReader implements Closeable {
    /** The size of the only text of a file, in bytes. */
    private static final int MOST_SINGLE = 2_000_000_000;

    private final CorpusReader documents;
    private final SkippedDocuments skipped;
    private final Deque<Document> ahead = new ArrayDeque<>();
    private Progress progress;
    private String outcome = "";
    private long indexed;

    private SourceReader(CorpusReader documents, SkippedDocuments skipped) {
        this.documents = documents;
        this.skipped = skipped;
        progress = skipped.console::warn;
    }

    /**
     * Opens all sources before any of them is read.
     *
     * @param sources with standard input at most once
     * @throws java.nio.file.NoSuchFileException if a source does not exist
     */
    public static SourceReader open(List<Path> sources, ReaderOptions options, SkippedDocuments skipped)
            throws IOException {
        return open(sources, options, skipped, skipped, Position.START, position -> {});
    }

    /**
     * Opens a reader that begins where an earlier one was.
     *
     * @param report receives what is skipped, and passes it on to {@code skipped}
     * @param reached as for {@link CorpusReader#open(List, Map, ReaderOptions, Consumer, Position, Consumer)}
     */
    public static SourceReader open(
            List<Path> sources,
            ReaderOptions options,
            SkippedDocuments skipped,
            Consumer<Skipped> report,
            Position from,
            Consumer<Position> reached)
            throws IOException {
        Map<Path, InputStream> streams = new HashMap<>();
        sources.stream()
                .filter(SourceCheck::isStandardInput)
                .forEach(source -> streams.put(source, skipped.console.streams().in()));
        return new SourceReader(CorpusReader.open(sources, streams, options, report, from, reached), skipped);
    }

    /** Shows how far reading is. Skipped documents are reported above from now on. */
    public Progress show(String task) {
        progress = skipped.console.progress(task, documents.bytesTotal());
        return progress;
    }

    /** @param failed what the message of a failure says about the index, such as "nothing was built" */
    public Progress show(String task, String failed) {
        outcome = failed;
        return show(task);
    }

    public Optional<Document> next() throws IOException {
        return ahead.isEmpty() ? documents.next() : Optional.of(ahead.remove());
    }

    /** Counts the documents to index that an earlier run has read. */
    public void addIndexed(long earlier) {
        indexed += earlier;
    }

    /**
     * Returns the next document with a valid id, or nothing at the end, and shows the progress.
     *
     * @throws FailedException if the thread is interrupted, if a document was skipped in strict mode, or if the sources
     *     end without a document and that is not allowed
     */
    public Optional<Document> nextIndexed() throws IOException {
        while (true) {
            Optional<Document> next = next();
            boolean usable = next.isPresent() && hasValidId(next.get());
            skipped.requireNone(outcome);
            if (Thread.currentThread().isInterrupted()) {
                throw new FailedException("interrupted; " + outcome);
            }
            indexed += usable ? 1 : 0;
            progress.at(bytesRead(), indexed);
            if (next.isEmpty()) {
                skipped.requireDocuments(indexed, skipped.reading.allowEmpty, outcome);
            }
            if (usable || next.isEmpty()) {
                return next;
            }
        }
    }

    /** A format of a plug-in may return any id. */
    private boolean hasValidId(Document document) {
        Optional<String> problem = problemOf(document.id());
        problem.ifPresent(why -> skipped.accept(new Skipped(document.place(), Skipped.Reason.INVALID, why)));
        return problem.isEmpty();
    }

    /** Returns why a text cannot be the id of a document; nothing if it can. */
    public static Optional<String> problemOf(String id) {
        try {
            DocumentId.utf8(id);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    /**
     * Compares all texts, on several threads, and delivers the results in the order of the texts. Warns of what is
     * wrong with a text.
     *
     * @param placed whether places in the files are needed; a warning says if they are not known
     * @param done what happens to a text, in messages, such as "queried"
     */
    public <R> void compare(
            int threads, boolean placed, String done, IOFunction<Document, R> task, IOBiConsumer<Document, R> results)
            throws IOException {
        long[] count = new long[1];
        IOSupplier<Optional<Document>> texts = () -> {
            Optional<Document> text = next();
            text.ifPresent(t -> TextWarnings.ofContent(t, placed, skipped.console));
            skipped.requireNone("the remaining texts are not " + done);
            count[0] += text.isPresent() ? 1 : 0;
            return text;
        };
        OrderedTasks.runTexts(texts, hasSeveral() ? threads : 1, task, results);
        skipped.requireDocuments(count[0], skipped.reading.allowEmpty, "nothing was " + done);
    }

    /** Returns whether there are at least two more documents. Reads up to two documents ahead. */
    public boolean hasSeveral() throws IOException {
        while (ahead.size() < 2) {
            Optional<Document> document = documents.next();
            if (document.isEmpty()) {
                return false;
            }
            ahead.add(document.get());
        }
        return true;
    }

    public long bytesRead() {
        return documents.bytesRead();
    }

    @Override
    public void close() {
        documents.close();
    }

    /**
     * Reads the only text of a file, in the same way as the sources of an index.
     *
     * @param source a file, or {@code -} for standard input
     * @param convert whether markup is reduced to its text, as for documents and queries
     * @param mapped whether the places of the text in the file are needed; a warning says if they are not known
     * @throws FailedException if the source contains no text, or several
     */
    static Document single(Path source, boolean convert, boolean mapped, Console console) throws IOException {
        if (Files.isDirectory(source)) {
            throw new FailedException(source + " is a directory; give a text file");
        }
        FormatOptions formats = FormatOptions.DEFAULT.maxDocument(MOST_SINGLE);
        ReaderOptions options =
                ReaderOptions.DEFAULT.formats(formats).threads(1).mapped(mapped).convert(convert);
        SkippedDocuments skipped = new SkippedDocuments(console, new ReadingOptions());
        skipped.reportTo(console::warnOnce);
        try (SourceReader texts = SourceReader.open(List.of(source), options, skipped)) {
            if (texts.hasSeveral()) {
                throw new FailedException(source + " contains several documents, such as "
                        + texts.next().orElseThrow().id() + " and "
                        + texts.next().orElseThrow().id()
                        + "; this command takes a single text (query takes many)");
            }
            Optional<Document> text = texts.next();
            if (text.isEmpty() || text.get().utf8().length == 0) {
                throw new FailedException(
                        source + " contains no text" + (skipped.count() > 0 ? " that can be read" : ""));
            }
            TextWarnings.ofContent(text.get(), mapped, console);
            return text.get();
        }
    }
}
