package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.WhorlException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** An index's files, as they are read: by any number of processes, beside the one that writes. */
public final class IndexFiles {
    private IndexFiles() {}

    /**
     * The current state of the index at a path.
     *
     * @throws io.whorl.NotAnIndexException if there is none
     * @throws CorruptIndexException if MANIFEST is damaged
     */
    public static Manifest readManifest(Path path) throws IOException {
        return ManifestFile.read(path);
    }

    /**
     * Opens a segment of a state.
     *
     * @throws CorruptIndexException if it is missing, damaged, or not the one that MANIFEST means
     */
    public static Segment openSegment(Path path, Manifest manifest, SegmentFile named) throws IOException {
        Path file = path.resolve(named.name());
        Segment segment;
        try {
            segment = Segment.open(file);
        } catch (NoSuchFileException missing) {
            throw new CorruptIndexException(file, 0, "the file is missing", missing);
        }
        return named(manifest, named, segment);
    }

    /** The segment itself, if it is the one that MANIFEST means; else it is let go. */
    static Segment named(Manifest manifest, SegmentFile named, Segment segment) {
        boolean ofScheme = segment.scheme().equals(manifest.scheme());
        if (segment.length() == named.length() && ofScheme) {
            return segment;
        }
        segment.release();
        throw ofScheme
                ? new CorruptIndexException(
                        segment.file(),
                        16,
                        "it has " + segment.length() + " bytes where " + ManifestFile.NAME + " says " + named.length())
                : new CorruptIndexException(segment.file(), 0, "its scheme is not the one in " + ManifestFile.NAME);
    }

    /**
     * Which documents of a segment are dead.
     *
     * @throws CorruptIndexException if the file that says so is missing, damaged, or another segment's
     */
    public static DeadDocuments openDeaths(Path path, SegmentFile named, Segment segment) throws IOException {
        long documents = segment.counts().documents();
        if (named.deaths().isEmpty()) {
            return DeadDocuments.none(documents);
        }
        Path file = path.resolve(named.deaths().get().name());
        try {
            return DeadDocumentsFile.open(file, documents, named.deaths().get().count());
        } catch (NoSuchFileException missing) {
            throw new CorruptIndexException(file, 0, "the file is missing", missing);
        }
    }

    /** What is wrong with the file that says which documents of a segment are dead; empty if nothing is. */
    public static String deathsProblem(Path path, SegmentFile named, Segment segment) throws IOException {
        return named.deaths().isEmpty()
                ? ""
                : DeadDocumentsFile.problem(
                        path.resolve(named.deaths().get().name()),
                        segment.counts().documents(),
                        named.deaths().get().count());
    }

    /**
     * The newest whole file that says which documents of a segment are dead, whether or not MANIFEST names it: for a
     * repair.
     */
    public static Optional<SegmentFile.Deaths> newestDeaths(Path path, String segment, long documents)
            throws IOException {
        List<String> names = names(path).stream()
                .filter(name -> FileNames.isDeathsOf(name, segment))
                .sorted(Comparator.reverseOrder())
                .toList();
        for (String name : names) {
            try {
                long count = DeadDocumentsFile.count(path.resolve(name));
                if (DeadDocumentsFile.problem(path.resolve(name), documents, count)
                        .isEmpty()) {
                    return Optional.of(new SegmentFile.Deaths(name, count));
                }
            } catch (WhorlException | EOFException damaged) {
                // An older one may be whole.
            }
        }
        return Optional.empty();
    }

    /** What is made of one state. */
    public interface Reader<T> {
        T read(Manifest manifest) throws IOException;
    }

    /**
     * Reads the current state, and the next one where a writer replaced it meanwhile: files are removed as soon as no
     * MANIFEST names them.
     */
    public static <T> T readCurrent(Path path, Reader<T> reader) throws IOException {
        Manifest manifest = readManifest(path);
        while (true) {
            try {
                return reader.read(manifest);
            } catch (CorruptIndexException | NoSuchFileException e) {
                Manifest now = readManifest(path);
                if (now.equals(manifest)) {
                    throw e;
                }
                manifest = now;
            }
        }
    }

    /** Whether segments lie at a path, named by a MANIFEST or not. */
    public static boolean hasSegments(Path path) throws IOException {
        return names(path).stream().anyMatch(FileNames::isSegment);
    }

    /** The directory of the log. */
    public static Path live(Path path) {
        return path.resolve(FileNames.LIVE);
    }

    /** The directory of what a rebuild has finished so far; there is none unless one is under way or was stopped. */
    public static Path rebuild(Path path) {
        return path.resolve(FileNames.REBUILD);
    }

    /**
     * Bytes of all files of the index but LOCK; what a rebuild has made so far is of another index, and not counted.
     */
    public static long bytes(Path path) throws IOException {
        long bytes = 0;
        for (String name : names(path)) {
            bytes += name.equals(FileNames.LOCK) ? 0 : size(path.resolve(name));
        }
        for (String name : names(live(path))) {
            bytes += size(live(path).resolve(name));
        }
        return bytes;
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (NoSuchFileException e) {
            // A writer has retired it since it was listed.
            return 0;
        }
    }

    /** Names in a directory; none if there is no such directory. */
    static List<String> names(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    names.add(file.getFileName().toString());
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
        }
        return names;
    }

    /**
     * Makes the names in a directory durable; a file's own force does not cover its name. An interrupt does not keep it
     * from that, for it may be the step after which a change has happened; the thread stays interrupted.
     */
    public static void force(Path directory) throws IOException {
        boolean interrupted = false;
        boolean forced = false;
        try {
            while (!forced) {
                interrupted |= Thread.interrupted();
                forced = forceUnlessInterrupted(directory);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean forceUnlessInterrupted(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (ClosedByInterruptException e) {
            return false;
        } catch (AccessDeniedException e) {
            // Windows does not open directories; there the rename itself is journaled.
        }
        return true;
    }
}
