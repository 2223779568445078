package io.whorl.corpus;

import io.whorl.corpus.format.Skipped;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Reads the sources one after another, and goes on to the next when one fails. */
final class SourcesReader implements CorpusReader {
    private final List<Path> sources;
    private final Reading reading;
    private final long[] ends;
    private int opened;
    private SourceReader current;
    private boolean closed;

    private SourcesReader(List<Path> sources, Reading reading, long[] ends) {
        this.sources = sources;
        this.reading = reading;
        this.ends = ends;
    }

    static SourcesReader open(List<Path> sources, CorpusOptions options, Consumer<Skipped> skipped)
            throws IOException {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(skipped, "skipped");
        for (Path source : sources) {
            if (Files.notExists(source)) {
                throw new NoSuchFileException(source.toString(), null, "there is no such source");
            }
        }
        long[] ends = new long[sources.size()];
        long total = 0;
        for (int i = 0; i < ends.length; i++) {
            total += size(sources.get(i));
            ends[i] = total;
        }
        return new SourcesReader(sources, new Reading(options, skipped, new AtomicLong()), ends);
    }

    /** What cannot be looked at counts nothing here; it is reported when its turn comes to be read. */
    private static long size(Path source) throws IOException {
        if (!Files.isDirectory(source)) {
            return Files.isRegularFile(source) ? Files.size(source) : 0;
        }
        AtomicLong sum = new AtomicLong();
        DirectoryTree.walk(source, (file, attributes) -> sum.addAndGet(attributes.size()), (file, e) -> {});
        return sum.get();
    }

    @Override
    public Optional<Document> next() throws IOException {
        if (closed) {
            throw new IllegalStateException("the corpus reader is closed");
        }
        while (current != null || opened < sources.size()) {
            Optional<Document> document = nextOfCurrent();
            if (document.isPresent()) {
                return document;
            }
        }
        return Optional.empty();
    }

    /** Nothing if the source is at its end or failed; it is then closed, and the next is up. */
    private Optional<Document> nextOfCurrent() throws IOException {
        try {
            if (current == null) {
                current = open(sources.get(opened++));
            }
            Optional<Document> document = current.next();
            if (document.isPresent()) {
                return document;
            }
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (UnreadableException e) {
            skip(Skipped.Reason.UNREADABLE, e);
        } catch (IOException e) {
            skip(Skipped.Reason.DAMAGED, e);
        }
        closeCurrent();
        reading.bytesRead().accumulateAndGet(ends[opened - 1], Math::max);
        return Optional.empty();
    }

    private SourceReader open(Path source) throws IOException {
        return Files.isDirectory(source) ? new DirectoryReader(source, reading) : Formats.open(source, reading);
    }

    private void skip(Skipped.Reason reason, IOException e) {
        String detail = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        reading.skip(sources.get(opened - 1).toString(), reason, detail);
    }

    private void closeCurrent() throws IOException {
        if (current != null) {
            SourceReader done = current;
            current = null;
            done.close();
        }
    }

    @Override
    public long bytesRead() {
        return reading.bytesRead().get();
    }

    @Override
    public long bytesTotal() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    @Override
    public void close() throws IOException {
        closed = true;
        closeCurrent();
    }
}
