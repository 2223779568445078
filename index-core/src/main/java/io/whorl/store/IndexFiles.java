package io.whorl.store;

import static io.whorl.store.CheckedFile.check;

import io.whorl.CorruptIndexException;
import io.whorl.WhorlException;
import io.whorl.store.Part.SealedPart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reading the files of an index. Any number of processes can read while one writes. */
public final class IndexFiles {
    private IndexFiles() {}

    /**
     * The current state of the index at a path.
     *
     * @throws io.whorl.RefusedException if there is no index
     * @throws CorruptIndexException if MANIFEST is damaged
     */
    public static Manifest readManifest(Path path) throws IOException {
        return Manifest.read(path);
    }

    /**
     * Opens a segment of a state.
     *
     * @throws CorruptIndexException if the file is missing or damaged, or differs from what MANIFEST says
     */
    public static Segment openSegment(Path path, Manifest manifest, SegmentFile named) throws IOException {
        return segment(path, manifest, named, List.of(), false);
    }

    /**
     * Opens the segments of a state, with their dead documents, and counts references: the caller has one to each. If
     * that fails, no reference is kept.
     *
     * @param before the parts of an earlier state, which the caller holds; files that have not changed are not opened
     *     again
     * @throws CorruptIndexException if a file is missing or damaged, or differs from what MANIFEST says
     */
    public static List<SealedPart> openParts(Path path, Manifest manifest, List<SealedPart> before) throws IOException {
        List<SealedPart> parts = new ArrayList<>();
        return Channels.orElse(() -> parts.forEach(SealedPart::release), () -> {
            for (SegmentFile named : manifest.segments()) {
                Segment segment = segment(path, manifest, named, before, true);
                parts.add(Channels.orElse(
                        segment::release, () -> new SealedPart(segment, deaths(path, named, segment, before, true))));
            }
            return List.copyOf(parts);
        });
    }

    private static Segment segment(
            Path path, Manifest manifest, SegmentFile named, List<SealedPart> before, boolean counted)
            throws IOException {
        Path file = path.resolve(named.name());
        return present(file, () -> {
            for (SealedPart part : before) {
                Segment segment = part.segment();
                if (segment.file().equals(file)
                        && segment.length() == named.length()
                        && segment.isOf(file)
                        && segment.scheme().equals(manifest.scheme())
                        && segment.stored().equals(manifest.stored())) {
                    segment.retain();
                    return segment;
                }
            }
            return named(manifest, named, counted ? Segment.openCounted(file) : Segment.open(file));
        });
    }

    private static <T> T present(Path file, Channels.FileWork<T> opener) throws IOException {
        try {
            return opener.run();
        } catch (NoSuchFileException missing) {
            throw new CorruptIndexException(file, 0, "the file is missing", missing);
        }
    }

    /** Returns the segment if it matches MANIFEST; otherwise releases it and throws. */
    private static Segment named(Manifest manifest, SegmentFile named, Segment segment) throws IOException {
        Path file = segment.file();
        return Channels.orElse(segment::release, () -> {
            String says = Manifest.NAME + " says";
            boolean storesTheSame = segment.stored().equals(manifest.stored());
            String stored = segment.stored() + "; of the index, " + says + ": " + manifest.stored();
            check(file, storesTheSame, SegmentHeader.DIRECTORY, stored);
            boolean ofScheme = segment.scheme().equals(manifest.scheme());
            check(file, ofScheme, 0, "its scheme differs from the one in " + Manifest.NAME);
            boolean asLong = segment.length() == named.length();
            check(file, asLong, 16, "it has " + segment.length() + " bytes; " + says + " " + named.length());
            return segment;
        });
    }

    /**
     * The dead documents of a segment.
     *
     * @throws CorruptIndexException if their file is missing or damaged, or belongs to another segment
     */
    public static DeadDocuments openDeaths(Path path, SegmentFile named, Segment segment) throws IOException {
        return deaths(path, named, segment, List.of(), false);
    }

    private static DeadDocuments deaths(
            Path path, SegmentFile named, Segment segment, List<SealedPart> before, boolean counted)
            throws IOException {
        long documents = segment.counts().documents();
        if (named.deaths().isEmpty()) {
            return DeadDocuments.none(documents);
        }
        Path file = path.resolve(named.deaths().get().name());
        long count = named.deaths().get().count();
        return present(file, () -> {
            for (SealedPart part : before) {
                if (part.segment() == segment
                        && part.dead().count() == count
                        && part.dead().isOf(file)) {
                    part.dead().retain();
                    return part.dead();
                }
            }
            return DeadDocuments.open(file, documents, count, counted);
        });
    }

    /** The newest intact file of the dead documents of a segment, whether or not MANIFEST names it. Repairs use it. */
    public static Optional<SegmentFile.Deaths> newestDeaths(Path path, String segment, long documents)
            throws IOException {
        List<String> names = names(path).stream()
                .filter(name -> FileNames.isDeathsOf(name, segment))
                // From generation 1,000,000, a name has more digits.
                .sorted(Comparator.comparingInt(String::length)
                        .thenComparing(Comparator.naturalOrder())
                        .reversed())
                .toList();
        for (String name : names) {
            try {
                DeadDocuments dead = DeadDocuments.open(path.resolve(name), documents, -1, false);
                dead.requireIntact();
                return Optional.of(new SegmentFile.Deaths(name, dead.count()));
            } catch (WhorlException damaged) {
                // An older file may be intact.
            }
        }
        return Optional.empty();
    }

    public interface Reader<T> {
        T read(Manifest manifest) throws IOException;
    }

    /**
     * Reads the current state. Retries with the next state if a writer has replaced it meanwhile, because files are
     * removed as soon as no MANIFEST names them.
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

    public static boolean exists(Path path) {
        return Files.exists(path.resolve(Manifest.NAME));
    }

    /** True if the directory contains segments, even if no MANIFEST names them. */
    public static boolean hasSegments(Path path) throws IOException {
        return names(path).stream().anyMatch(FileNames.Kind.SEGMENT::is);
    }

    public static Path live(Path path) {
        return path.resolve(FileNames.LIVE);
    }

    /** The directory of an unfinished rebuild. It exists only during a rebuild and after an interrupted one. */
    public static Path rebuild(Path path) {
        return path.resolve(FileNames.REBUILD);
    }

    /** The size of all files of the index, in bytes, except LOCK and the files of an unfinished rebuild. */
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
            // A writer has removed the file since it was listed.
            return 0;
        }
    }

    /** The names in a directory; empty if the directory does not exist. */
    public static List<String> names(Path directory) throws IOException {
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

    /** Replaces a file in one durable step: writes a temporary file, forces it, and renames it. */
    public static void replace(Path file, byte[] contents) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".tmp");
        Channels.write(next, ByteBuffer.wrap(contents));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        force(file.toAbsolutePath().getParent());
    }

    /**
     * Makes the entries of a directory durable; forcing a file does not force its directory entry. An interrupt does
     * not stop this method, which may be the last step of a change; the thread stays interrupted.
     */
    public static void force(Path directory) throws IOException {
        while (true) {
            try {
                Channels.uninterrupted(() -> Channels.force(directory));
                return;
            } catch (ClosedByInterruptException e) {
                // The interrupt came meanwhile, so the directory may not be forced.
            } catch (AccessDeniedException e) {
                // Windows cannot open directories; there, the file system journals renames.
                return;
            }
        }
    }
}
