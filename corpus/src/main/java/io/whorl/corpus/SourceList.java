package io.whorl.corpus;

import io.whorl.corpus.CorpusReader.Position;
import io.whorl.corpus.ListedFile.DocumentNames;
import io.whorl.corpus.Meter.CountingStream;
import io.whorl.corpus.Meter.SourceAccessException;
import io.whorl.corpus.format.Part;
import io.whorl.corpus.format.PartReader;
import io.whorl.corpus.format.ReadContext;
import io.whorl.corpus.format.Skipped;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Files, directories and streams with their cumulative sizes.
 *
 * @param ends the bytes of all sources up to and including each one
 * @param streams what is read in place of some of the paths
 */
record SourceList(List<Path> paths, long[] ends, Map<Path, InputStream> streams) {
    /** @throws NoSuchFileException for the first source that does not exist */
    static SourceList of(List<Path> paths, Map<Path, InputStream> streams) throws IOException {
        for (Path source : paths) {
            if (!streams.containsKey(source) && Files.notExists(source)) {
                throw new NoSuchFileException(source.toString(), null, "there is no such source");
            }
        }
        long[] ends = new long[paths.size()];
        long total = 0;
        for (int i = 0; i < ends.length; i++) {
            total += streams.containsKey(paths.get(i)) ? 0 : size(paths.get(i));
            ends[i] = total;
        }
        return new SourceList(List.copyOf(paths), ends, Map.copyOf(streams));
    }

    /** Unreadable files count as empty here; they are reported when they are read. */
    private static long size(Path source) throws IOException {
        if (!Files.isDirectory(source)) {
            return Files.isRegularFile(source) ? Files.size(source) : 0;
        }
        AtomicLong sum = new AtomicLong();
        ListedFile.walk(source, (file, attributes) -> sum.addAndGet(attributes.size()), (file, e) -> {});
        return sum.get();
    }

    long total() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    /** Reads the streams and files of all sources, including those in directories. */
    static final class SourcePartReader implements PartReader {
        private final SourceList sources;
        private final ReadContext context;
        private final Consumer<Skipped> skipped;
        private final Meter meter;
        private Iterator<ListedFile> files = List.<ListedFile>of().iterator();
        private boolean inDirectory;
        private int begun;
        private InputStream open = InputStream.nullInputStream();
        private final Position from;
        private long filesBegun;
        /** The last place at which a later reader can begin. */
        Position position = Position.START;

        /**
         * @param skipped receives the files and directories that cannot be read
         * @param from where to begin; what is before it is not reported
         */
        SourcePartReader(
                SourceList sources, ReadContext context, Consumer<Skipped> skipped, Meter meter, Position from) {
            this.sources = sources;
            this.context = context;
            this.skipped = skipped;
            this.meter = meter;
            this.from = from;
        }

        /** True if the last part is in a directory, so that its path prefixes the names of its members. */
        boolean isInDirectory() {
            return inDirectory;
        }

        @Override
        public Optional<Part> next() {
            closeQuietly(open);
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
            inDirectory = !sources.streams().containsKey(source) && Files.isDirectory(source);
            try {
                return inDirectory
                        ? ListedFile.of(source, ListedFile::new, (file, e) -> unreadable(file, -1, e))
                        : List.of(new ListedFile(name(source), source));
            } catch (IOException e) {
                unreadable(source, -1, new SourceAccessException(e));
                return List.of();
            }
        }

        private String name(Path source) {
            return sources.streams().containsKey(source) ? source.toString() : DocumentNames.file(source);
        }

        private Optional<Part> part(ListedFile file) {
            long number = filesBegun++;
            position = new Position(number, number == from.files() ? from.records() : 0);
            InputStream stream = sources.streams().get(file.path());
            if (stream != null) {
                meter.beginFile(Long.MAX_VALUE);
                open = new CountingStream(stream, meter);
                return Optional.of(part(file.id(), file.id(), Optional.empty(), ""));
            }
            try {
                if (number < from.files()) {
                    meter.beginFile(Files.size(file.path()));
                    meter.read(Long.MAX_VALUE);
                    return Optional.empty();
                }
                open = CountingStream.open(file.path(), meter);
            } catch (IOException e) {
                unreadable(file.path(), number, e);
                return Optional.empty();
            }
            String date = context.options().fileDates() ? modified(file.path()) : "";
            return Optional.of(part(DocumentNames.place(file.path()), file.id(), Optional.of(file.path()), date));
        }

        private Part part(String place, String id, Optional<Path> file, String date) {
            return new Part(place, 0, id, Optional.of(id), "", open, file, Optional.empty()).dated(date);
        }

        /** The modification time of a file; empty if it cannot be read. */
        private static String modified(Path file) {
            try {
                return Files.getLastModifiedTime(file).toInstant().toString();
            } catch (IOException e) {
                return "";
            }
        }

        /** @param number that of the file; -1 if it is not listed */
        private void unreadable(Path file, long number, IOException e) {
            // The directories of the first files were listed before.
            if (filesBegun > from.files() || from.equals(Position.START)) {
                skipped.accept(
                        new Skipped(DocumentNames.place(file), number, 0, Skipped.Reason.UNREADABLE, e.getMessage()));
            }
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
}
