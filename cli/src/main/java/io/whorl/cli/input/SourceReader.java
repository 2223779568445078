package io.whorl.cli.input;

import io.whorl.cli.console.Streams;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Texts to ask with, read as the sources of an index are: each document of a file, directory, archive or dump, and of
 * standard input, which is called {@code -}. They stream by; two at most are read ahead. One thread.
 */
public final class SourceReader implements Closeable {
    private static final Path STANDARD_INPUT = Path.of("-");

    private final List<CorpusReader> readers = new ArrayList<>();
    private final Deque<Document> ahead = new ArrayDeque<>();
    private final long limit;
    private int current;
    private long given;

    private SourceReader(long limit) {
        this.limit = limit;
    }

    /**
     * @param sources standard input at most once among them
     * @throws java.nio.file.NoSuchFileException if one does not exist; all are looked at before any is read
     */
    public static SourceReader open(
            List<Path> sources, ReaderOptions options, Streams streams, SkippedDocuments skipped) throws IOException {
        SourceReader texts = new SourceReader(options.limit());
        try {
            List<Path> files = new ArrayList<>();
            for (Path source : sources) {
                if (source.equals(STANDARD_INPUT)) {
                    texts.add(files, options, skipped);
                    texts.readers.add(CorpusReader.ofStream(source.toString(), streams.in(), options, skipped));
                } else {
                    files.add(source);
                }
            }
            texts.add(files, options, skipped);
            return texts;
        } catch (IOException | RuntimeException e) {
            texts.close();
            throw e;
        }
    }

    /** Files that stand next to each other have one reader. */
    private void add(List<Path> files, ReaderOptions options, SkippedDocuments skipped) throws IOException {
        if (!files.isEmpty()) {
            readers.add(CorpusReader.open(List.copyOf(files), options, skipped));
            files.clear();
        }
    }

    public static boolean repeatsStandardInput(List<Path> sources) {
        return sources.stream().filter(STANDARD_INPUT::equals).count() > 1;
    }

    /** The next text; nothing at the end. */
    public Optional<Document> next() throws IOException {
        return ahead.isEmpty() ? read() : Optional.of(ahead.remove());
    }

    /** Whether there are at least two more texts. */
    public boolean several() throws IOException {
        while (ahead.size() < 2) {
            Optional<Document> document = read();
            if (document.isEmpty()) {
                return false;
            }
            ahead.add(document.get());
        }
        return true;
    }

    private Optional<Document> read() throws IOException {
        while (current < readers.size() && given < limit) {
            Optional<Document> document = readers.get(current).next();
            if (document.isPresent()) {
                given++;
                return document;
            }
            current++;
        }
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        for (CorpusReader reader : readers) {
            reader.close();
        }
    }
}
