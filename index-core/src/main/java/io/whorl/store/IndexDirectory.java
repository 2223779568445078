package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.IndexExistsException;
import io.whorl.NotAnIndexException;
import io.whorl.scheme.Scheme;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The directory of an index, held by its one writer. A state of the index becomes the current one when MANIFEST is
 * replaced, which is one step; until then nothing that readers look at has changed.
 */
public final class IndexDirectory implements Closeable {
    private static final Pattern SEGMENT = Pattern.compile("segment-(\\d{6,18})\\.whs");
    /** What an unfinished build may leave; other people's files of that ending are not ours to remove. */
    private static final Pattern LEFTOVER = Pattern.compile("MANIFEST\\.tmp|spill-\\d+\\.tmp");
    private static final String LOCK = "LOCK";

    private final Path path;
    private final boolean made;
    private final List<Path> above;
    private final WriterLock lock;
    private final Optional<Manifest> before;
    private boolean inDoubt;

    private IndexDirectory(Path path, boolean made, List<Path> above, WriterLock lock, Optional<Manifest> before) {
        this.path = path;
        this.made = made;
        this.above = above;
        this.lock = lock;
        this.before = before;
    }

    /**
     * Takes the directory for writing a whole new state; makes it where there is none.
     *
     * @param replace whether an index that stands there may be replaced
     * @throws IndexExistsException if something stands there that may not be
     * @throws io.whorl.IndexLockedException if another writer holds it
     */
    public static IndexDirectory create(Path path, boolean replace) throws IOException {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new IndexExistsException(path, "a file");
        }
        boolean made = !Files.exists(path);
        List<Path> above = above(path);
        Files.createDirectories(path);
        if (!made) {
            refuseStrangers(path);
            if (Files.exists(path.resolve(ManifestFile.NAME)) && !replace) {
                throw new IndexExistsException(path, "an index");
            }
        }
        WriterLock lock = WriterLock.take(path.resolve(LOCK));
        try {
            removeLeftovers(path);
            return new IndexDirectory(path, made, above, lock, replaced(path));
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /**
     * Takes the directory of a damaged index, to name one of its segments anew; removes nothing.
     *
     * @throws io.whorl.NotAnIndexException if it is no directory
     * @throws io.whorl.IndexLockedException if another writer holds it
     */
    public static IndexDirectory repair(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            throw new NotAnIndexException(path, "it is not a directory");
        }
        return new IndexDirectory(path, false, above(path), WriterLock.take(path.resolve(LOCK)), replaced(path));
    }

    /**
     * The directories whose names lead to the index and may not be durable: those still to be made; and the last one, which
     * a build that was killed may have made and not forced.
     */
    private static List<Path> above(Path path) throws IOException {
        List<Path> above = new ArrayList<>();
        Path directory = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
        do {
            directory = directory.getParent();
            if (directory == null) {
                return above;
            }
            above.add(directory);
        } while (!Files.exists(directory));
        return above;
    }

    /** The state to be replaced; none where it is so damaged that only its files can be removed. */
    private static Optional<Manifest> replaced(Path path) throws IOException {
        try {
            return Files.exists(path.resolve(ManifestFile.NAME)) ? Optional.of(readManifest(path)) : Optional.empty();
        } catch (CorruptIndexException e) {
            return Optional.empty();
        }
    }

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
     * Opens the segment of a state.
     *
     * @throws CorruptIndexException if it is missing, damaged, or not the one that MANIFEST means
     */
    public static Segment openSegment(Path path, Manifest manifest) throws IOException {
        Path file = path.resolve(manifest.segment());
        Segment segment;
        try {
            segment = Segment.open(file);
        } catch (NoSuchFileException missing) {
            throw new CorruptIndexException(file, 0, "the file is missing");
        }
        if (segment.length() != manifest.length()) {
            throw new CorruptIndexException(file, 16, "it has " + segment.length() + " bytes where "
                    + ManifestFile.NAME + " says " + manifest.length());
        }
        if (!segment.scheme().equals(manifest.scheme())) {
            throw new CorruptIndexException(file, 0, "its scheme is not the one in " + ManifestFile.NAME);
        }
        return segment;
    }

    /** What is made of one state. */
    public interface Reader<T> {
        T read(Manifest manifest) throws IOException;
    }

    /**
     * Reads the current state, and the next one where a writer replaced it meanwhile: a segment's file is removed as soon
     * as MANIFEST names another.
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

    /** Bytes of all files of the index but LOCK. */
    public static long bytes(Path path) throws IOException {
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                bytes += file.getFileName().toString().equals(LOCK) ? 0 : size(file);
            }
        }
        return bytes;
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            // A writer has retired it since it was listed.
            return 0;
        }
    }

    public Path path() {
        return path;
    }

    /** A name that no segment of the directory has; the file is not made yet. */
    public String newSegmentName() throws IOException {
        List<String> names = segmentNames();
        return String.format(Locale.ROOT, "segment-%06d.whs", names.isEmpty() ? 1 : number(names.get(0)) + 1);
    }

    /** The segments in the directory, named by MANIFEST or not, the newest first. */
    public List<String> segmentNames() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                if (isSegmentName(file.getFileName().toString())) {
                    names.add(file.getFileName().toString());
                }
            }
        }
        names.sort(Comparator.comparingLong(IndexDirectory::number).reversed());
        return names;
    }

    private static long number(String segment) {
        Matcher m = SEGMENT.matcher(segment);
        return m.matches() ? Long.parseLong(m.group(1)) : 0;
    }

    static boolean isSegmentName(String name) {
        return SEGMENT.matcher(name).matches();
    }

    /** Makes this segment the whole index, in one step, and removes what it replaces. */
    public void publish(Scheme scheme, String segment, long length) throws IOException {
        name(scheme, segment, length);
        removeOthers(Optional.of(segment));
    }

    /** Makes this segment the whole index, in one step, and removes nothing. */
    public void name(Scheme scheme, String segment, long length) throws IOException {
        long generation = before.map(Manifest::generation).orElse(0L) + 1;
        Path next = path.resolve(ManifestFile.NAME + ".tmp");
        try (FileChannel channel = FileChannel.open(next, StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            Channels.writeFully(channel, ByteBuffer.wrap(
                    ManifestFile.encode(new Manifest(generation, scheme, segment, length))), 0);
            channel.force(true);
        }
        // The segment's name must be durable before the manifest that names it, and so must the way to it.
        force(path);
        for (Path directory : above) {
            force(directory);
        }
        Files.move(next, path.resolve(ManifestFile.NAME), StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        inDoubt = true;
        force(path);
        inDoubt = false;
    }

    private void removeOthers(Optional<String> kept) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (isSegmentName(name) && !kept.equals(Optional.of(name))) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Removes what an unpublished build left, and the directory if it was made for it. */
    public void abandon() throws IOException {
        if (inDoubt) {
            // The new manifest could not be made durable: power loss may bring back the old one, so both keep their segments.
            return;
        }
        // MANIFEST may be that of a build that was killed before it had forced it: the same holds until it is.
        force(path);
        Optional<Manifest> current = replaced(path);
        if (current.isPresent() || !Files.exists(path.resolve(ManifestFile.NAME))) {
            removeOthers(current.map(Manifest::segment));
        }
        removeLeftovers(path);
        if (made) {
            lock.delete();
            Files.deleteIfExists(path);
        }
    }

    private static void refuseStrangers(Path path) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (!name.equals(LOCK) && !name.equals(ManifestFile.NAME) && !isSegmentName(name)
                        && !LEFTOVER.matcher(name).matches()) {
                    throw new IndexExistsException(path, "files that are not an index's, such as " + name);
                }
            }
        }
    }

    private static void removeLeftovers(Path path) throws IOException {
        boolean index = Files.exists(path.resolve(ManifestFile.NAME));
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (LEFTOVER.matcher(name).matches() || !index && isSegmentName(name)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** Makes the names in a directory durable; a file's own force does not cover its name. */
    private static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (java.nio.file.AccessDeniedException e) {
            // Windows does not open directories; there the rename itself is journaled.
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
