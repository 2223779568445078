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
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the files of an index, docs/FORMAT.md, and how they are read. Any number of processes can read while one
 * writes. Other files in the directory are recognised by their names and left alone.
 */
public final class IndexFiles {
    static final String LOCK = "LOCK";
    /** The directory of the logs and of the map of the live tier. */
    static final String LIVE = "live";
    /** The directory with the finished steps of a rebuild. */
    static final String REBUILD = "rebuild";

    /** Shows that segments without a MANIFEST belong to a backup that is not finished. */
    static final String UNFINISHED_BACKUP = "BACKUP.tmp";

    /** The file that makes a directory a segment set. */
    public static final String SEGMENT_SET = "SEGMENT-SET.json";

    /** Suffix of a damaged file that a repair has put aside. */
    static final String DAMAGED = ".damaged";

    private static final Set<String> OF_INDEX = Set.of(LOCK, "MANIFEST", LIVE, REBUILD, UNFINISHED_BACKUP);

    /** The kinds of files, by their names. */
    enum Kind {
        SEGMENT("segment-(\\d{6,18})\\.whs"),
        /** The dead documents of a segment. */
        DEATHS("segment-(\\d{6,18})-\\d{6,18}\\.del"),
        /** In {@link #LIVE}, like the next. */
        LOG("log-(\\d{6,18})\\.wal"),
        MAP("map-\\d{6,18}\\.chm(\\.\\d+)?"),
        /** In {@link #REBUILD}. */
        OF_REBUILD("JOURNAL(\\.tmp)?|run-\\d{6,18}\\.[a-z]{1,8}(\\.tmp)?|merged\\.whs|spill-\\d+\\.tmp"),
        /** Of unfinished builds. Other files with the same suffix are not touched. */
        LEFTOVER("MANIFEST\\.tmp|spill-\\d+\\.tmp");

        private final Pattern pattern;

        Kind(String pattern) {
            this.pattern = Pattern.compile(pattern);
        }

        boolean is(String name) {
            return pattern.matcher(name).matches();
        }
    }

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
                .filter(name -> Kind.DEATHS.is(name) && name.startsWith(stem(segment) + "-"))
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
        return names(path).stream().anyMatch(Kind.SEGMENT::is);
    }

    public static Path live(Path path) {
        return path.resolve(LIVE);
    }

    /** The directory of an unfinished rebuild. It exists only during a rebuild and after an interrupted one. */
    public static Path rebuild(Path path) {
        return path.resolve(REBUILD);
    }

    /** The size of all files of the index, in bytes, except LOCK and the files of an unfinished rebuild. */
    public static long bytes(Path path) throws IOException {
        long bytes = 0;
        for (String name : names(path)) {
            bytes += name.equals(LOCK) ? 0 : size(path.resolve(name));
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

    static String segment(long number) {
        return String.format(Locale.ROOT, "segment-%06d.whs", number);
    }

    public static String log(long number) {
        return String.format(Locale.ROOT, "log-%06d.wal", number);
    }

    /** The name of the file of the dead documents of a segment, as of a generation. */
    static String deaths(String segment, long generation) {
        return String.format(Locale.ROOT, "%s-%06d.del", stem(segment), generation);
    }

    private static String stem(String segment) {
        return segment.substring(0, segment.lastIndexOf('.'));
    }

    /** True if a writer or build creates files of this name in the directory of an index. */
    static boolean isOfIndex(String name) {
        return OF_INDEX.contains(name) || isSealed(name) || Kind.LEFTOVER.is(name) || isAside(name);
    }

    /** True for a segment and for the dead documents of one. */
    static boolean isSealed(String name) {
        return Kind.SEGMENT.is(name) || Kind.DEATHS.is(name);
    }

    static boolean isAside(String name) {
        String was = name.endsWith(DAMAGED) ? name.substring(0, name.length() - DAMAGED.length()) : "";
        return isSealed(was) || Kind.LOG.is(was);
    }

    /** True if a writer creates files of this name in {@link #LIVE}. */
    static boolean isLive(String name) {
        return Kind.LOG.is(name) || Kind.MAP.is(name);
    }

    /** The number of a segment or log; 0 for other names. */
    public static long number(String name) {
        Matcher number = (Kind.SEGMENT.is(name) ? Kind.SEGMENT : Kind.LOG).pattern.matcher(name);
        return number.matches() ? Long.parseLong(number.group(1)) : 0;
    }
}
