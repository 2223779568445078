package io.whorl.cli.input;

import io.whorl.cli.console.Streams;
import io.whorl.cli.option.SourceCheck;
import io.whorl.corpus.CorpusReader;
import io.whorl.corpus.Document;
import io.whorl.corpus.ReaderOptions;
import io.whorl.corpus.format.Skipped;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Reads the documents of files, directories, archives and dumps, and of standard input, which is named {@code -}. The
 * documents are streamed. One thread.
 */
public final class SourceReader implements Closeable {
    private final List<CorpusReader> readers = new ArrayList<>();
    private final Deque<Document> ahead = new ArrayDeque<>();
    private final long limit;
    private int current;
    private long delivered;

    private SourceReader(long limit) {
        this.limit = limit;
    }

    /**
     * Opens all sources before any of them is read.
     *
     * @param sources with standard input at most once
     * @throws java.nio.file.NoSuchFileException if a source does not exist
     */
    public static SourceReader open(
            List<Path> sources, ReaderOptions options, Streams streams, Consumer<Skipped> skipped) throws IOException {
        SourceReader reader = new SourceReader(options.limit());
        try {
            List<Path> files = new ArrayList<>();
            for (Path source : sources) {
                if (SourceCheck.isStandardInput(source)) {
                    reader.add(files, options, skipped);
                    reader.addStandardInput(source.toString(), streams.in(), options, skipped);
                } else {
                    files.add(source);
                }
            }
            reader.add(files, options, skipped);
            return reader;
        } catch (IOException | RuntimeException e) {
            reader.close();
            throw e;
        }
    }

    /**
     * An empty standard input has no document, unlike an empty file: the command that should write to it has failed.
     */
    private void addStandardInput(String name, InputStream in, ReaderOptions options, Consumer<Skipped> skipped)
            throws IOException {
        PushbackInputStream peeked = new PushbackInputStream(in);
        int first = peeked.read();
        if (first >= 0) {
            peeked.unread(first);
            readers.add(CorpusReader.ofStream(name, peeked, options, skipped));
        }
    }

    /** Opens one reader for adjacent files. */
    private void add(List<Path> files, ReaderOptions options, Consumer<Skipped> skipped) throws IOException {
        if (!files.isEmpty()) {
            readers.add(CorpusReader.open(List.copyOf(files), options, skipped));
            files.clear();
        }
    }

    /** Returns the next document, or nothing at the end. */
    public Optional<Document> next() throws IOException {
        return ahead.isEmpty() ? read() : Optional.of(ahead.remove());
    }

    /** Returns whether there are at least two more documents. Reads up to two documents ahead. */
    public boolean hasSeveral() throws IOException {
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
        while (current < readers.size() && delivered < limit) {
            Optional<Document> document = readers.get(current).next();
            if (document.isPresent()) {
                delivered++;
                return document;
            }
            current++;
        }
        return Optional.empty();
    }

    public long bytesRead() {
        return readers.stream().mapToLong(CorpusReader::bytesRead).sum();
    }

    /** Returns the size of all files. Standard input has no known size. */
    public long bytesTotal() {
        return readers.stream().mapToLong(CorpusReader::bytesTotal).sum();
    }

    @Override
    public void close() throws IOException {
        for (CorpusReader reader : readers) {
            reader.close();
        }
    }
}
