package io.whorl.corpus;

import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Reads the files of all sources, including those in directories, or the stream that is the only source. */
final class SourcePartReader implements PartReader {
    private final SourceList sources;
    private final ReadContext context;
    private final Meter meter;
    private Iterator<ListedFile> files = List.<ListedFile>of().iterator();
    private boolean inDirectory;
    private boolean streamGiven;
    private int begun;
    private InputStream open = InputStream.nullInputStream();

    SourcePartReader(SourceList sources, ReadContext context, Meter meter) {
        this.sources = sources;
        this.context = context;
        this.meter = meter;
    }

    /** True if the last part is in a directory, so that its path prefixes the names of its members. */
    boolean isInDirectory() {
        return inDirectory;
    }

    @Override
    public Optional<Part> next() {
        closeQuietly(open);
        if (sources.stream().isPresent() && !streamGiven) {
            streamGiven = true;
            return Optional.of(part(sources.stream().get()));
        }
        while (true) {
            while (files.hasNext()) {
                Optional<Part> part = part(files.next());
                if (part.isPresent()) {
                    return part;
                }
            }
            meter.endSource(begun == 0 ? 0 : sources.ends()[begun - 1]);
            if (begun == sources.paths().size()) {
                return Optional.empty();
            }
            files = files(sources.paths().get(begun++)).iterator();
        }
    }

    private List<ListedFile> files(Path source) {
        inDirectory = Files.isDirectory(source);
        try {
            return inDirectory
                    ? ListedFile.of(source, this::unreadable)
                    : List.of(new ListedFile(DocumentNames.file(source), source));
        } catch (IOException e) {
            unreadable(source, new SourceAccessException(e));
            return List.of();
        }
    }

    private Optional<Part> part(ListedFile file) {
        try {
            open = CountingStream.open(file.path(), meter);
        } catch (IOException e) {
            unreadable(file.path(), e);
            return Optional.empty();
        }
        Part part = new Part(
                DocumentNames.place(file.path()),
                file.id(),
                Optional.of(file.id()),
                "",
                open,
                Optional.of(file.path()));
        return Optional.of(context.options().fileDates() ? part.dated(modified(file.path())) : part);
    }

    /** The modification time of a file; empty if it cannot be read. */
    private static String modified(Path file) {
        try {
            return Files.getLastModifiedTime(file).toInstant().toString();
        } catch (IOException e) {
            return "";
        }
    }

    private Part part(SourceList.Stream stream) {
        meter.beginFile(Long.MAX_VALUE);
        open = new CountingStream(stream.in(), meter);
        return new Part(stream.name(), stream.name(), Optional.of(stream.name()), "", open, Optional.empty());
    }

    private void unreadable(Path file, IOException e) {
        context.skip(DocumentNames.place(file), Skipped.Reason.UNREADABLE, e.getMessage());
    }

    @Override
    public void close() {
        closeQuietly(open);
    }

    /**
     * Closes a stream that was only read. Ignores a failure, because nothing is lost and later sources can still be
     * read.
     */
    static void closeQuietly(Closeable read) {
        try {
            read.close();
        } catch (IOException | RuntimeException e) {
            return;
        }
    }
}
