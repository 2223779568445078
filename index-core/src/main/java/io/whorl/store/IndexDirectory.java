package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.IndexExistsException;
import io.whorl.NotAnIndexException;
import io.whorl.scheme.Scheme;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The directory of an index, held by its one writer. A state of the index becomes the current one when MANIFEST is
 * replaced, which is one step; until then nothing that readers look at has changed. Thread-safe.
 */
public final class IndexDirectory implements Closeable {
    private final Path path;
    private final boolean made;
    private final WriterLock lock;
    /** Directories to be forced before the next state is named. */
    private List<Path> above;

    private Optional<Manifest> current;
    private long lastSegment;
    private boolean inDoubt;

    private IndexDirectory(Path path, boolean made, List<Path> above, WriterLock lock, Optional<Manifest> current)
            throws IOException {
        this.path = path;
        this.made = made;
        this.above = above;
        this.lock = lock;
        this.current = current;
        lastSegment = IndexFiles.names(path).stream()
                .filter(FileNames::isSegment)
                .mapToLong(FileNames::number)
                .max()
                .orElse(0);
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
            ForeignFiles.refuse(path);
            if (Files.exists(path.resolve(ManifestFile.NAME)) && !replace) {
                throw new IndexExistsException(path, "an index");
            }
        }
        return locked(path, lock -> {
            removeLeftovers(path);
            return new IndexDirectory(path, made, above, lock, replaced(path));
        });
    }

    /**
     * Takes an index for changing it; removes what an unfinished change left.
     *
     * @throws NotAnIndexException if there is none
     * @throws CorruptIndexException if its MANIFEST is damaged
     * @throws io.whorl.IndexLockedException if another writer holds it
     */
    public static IndexDirectory open(Path path) throws IOException {
        // Before LOCK is made in a directory that is not ours.
        IndexFiles.readManifest(path);
        return locked(path, lock -> {
            IndexDirectory directory =
                    new IndexDirectory(path, false, above(path), lock, Optional.of(IndexFiles.readManifest(path)));
            // MANIFEST may be that of a writer that was killed before it had forced it: until it is durable, power loss
            // may bring back the one before, which needs its files.
            IndexFiles.force(path);
            removeLeftovers(path);
            directory.removeUnnamed();
            return directory;
        });
    }

    /**
     * Takes an index for making it anew, or the place where one is to be made; makes the directory where there is none.
     *
     * @throws IndexExistsException if something else stands there
     * @throws CorruptIndexException if the index's MANIFEST is damaged
     * @throws io.whorl.IndexLockedException if another writer holds it
     */
    public static IndexDirectory openOrCreate(Path path) throws IOException {
        return Files.exists(path.resolve(ManifestFile.NAME)) ? open(path) : create(path, false);
    }

    /**
     * Takes the directory of a damaged index, to name its segments anew; removes nothing.
     *
     * @throws io.whorl.NotAnIndexException if it is no directory
     * @throws io.whorl.IndexLockedException if another writer holds it
     */
    public static IndexDirectory repair(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            throw new NotAnIndexException(path, "it is not a directory");
        }
        return locked(path, lock -> new IndexDirectory(path, false, above(path), lock, replaced(path)));
    }

    /**
     * The directories whose names lead to the index and may not be durable: those still to be made; and the last one,
     * which a build that was killed may have made and not forced.
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

    private interface Holder {
        IndexDirectory hold(WriterLock lock) throws IOException;
    }

    private static IndexDirectory locked(Path path, Holder holder) throws IOException {
        WriterLock lock = WriterLock.take(path.resolve(FileNames.LOCK));
        try {
            return holder.hold(lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    /** The state to be replaced; none where it is so damaged that only its files can be removed. */
    private static Optional<Manifest> replaced(Path path) throws IOException {
        try {
            return Files.exists(path.resolve(ManifestFile.NAME))
                    ? Optional.of(IndexFiles.readManifest(path))
                    : Optional.empty();
        } catch (CorruptIndexException e) {
            return Optional.empty();
        }
    }

    public Path path() {
        return path;
    }

    /** The current state; none where there is no index, or one so damaged that it cannot be told. */
    public synchronized Optional<Manifest> manifest() {
        return current;
    }

    /** A name that no segment of the directory has or had; the file is not made yet. */
    public synchronized String newSegmentName() {
        return FileNames.segment(++lastSegment);
    }

    /** Says in LOCK what the writer is doing, for those who are turned away, such as "rebuilding the index". */
    public void announce(String work) throws IOException {
        lock.announce(work);
    }

    /**
     * Removes what rebuilds have left; the journal first, for without it the rest is nothing to go on from.
     *
     * @param kept says by their names which files stay
     */
    public void removeRebuild(Predicate<String> kept) throws IOException {
        Path rebuild = IndexFiles.rebuild(path);
        List<String> names = new ArrayList<>(IndexFiles.names(rebuild));
        names.sort(Comparator.comparing(name -> !name.equals(FileNames.JOURNAL)));
        boolean empty = true;
        for (String name : names) {
            boolean stays = !FileNames.isOfRebuild(name) || kept.test(name);
            empty &= !stays;
            if (!stays) {
                Files.deleteIfExists(rebuild.resolve(name));
            }
        }
        if (empty) {
            Files.deleteIfExists(rebuild);
        }
    }

    /** The segments in the directory, named by MANIFEST or not, the newest first. */
    public List<String> segmentNames() throws IOException {
        return IndexFiles.names(path).stream()
                .filter(FileNames::isSegment)
                .sorted(Comparator.comparingLong(FileNames::number).reversed())
                .toList();
    }

    /**
     * Writes down which documents of a segment are dead, for the next state to name.
     *
     * @return the segment as that state is to name it
     */
    public synchronized SegmentFile withDeaths(SegmentFile segment, DeadDocuments dead) throws IOException {
        if (dead.isEmpty()) {
            return SegmentFile.whole(segment.name(), segment.length());
        }
        if (segment.deaths().isPresent() && segment.deaths().get().count() == dead.count()) {
            // A set that only grows is the same if it is as large.
            return segment;
        }
        String name = FileNames.deaths(segment.name(), generation() + 1);
        for (long g = generation() + 2; Files.exists(path.resolve(name)); g++) {
            // Somebody may have it mapped.
            name = FileNames.deaths(segment.name(), g);
        }
        DeathsFile.write(path.resolve(name), dead);
        return new SegmentFile(
                segment.name(), segment.length(), Optional.of(new SegmentFile.Deaths(name, dead.count())));
    }

    private long generation() {
        return current.map(Manifest::generation).orElse(0L);
    }

    /** The same as {@link #renew}, and removes every file of an index that this state does not name. */
    public synchronized Manifest replace(Scheme scheme, List<SegmentFile> segments, long sequence) throws IOException {
        Manifest manifest = renew(scheme, segments, sequence);
        try {
            removeUnnamed();
        } catch (IOException e) {
            // The change has happened; the next writer removes what is left.
        }
        return manifest;
    }

    /** The same as {@link #name}, and removes the files that the state before named and this one does not. */
    public synchronized Manifest change(List<SegmentFile> segments, long sequence, long log) throws IOException {
        Manifest before = current.orElseThrow();
        Manifest manifest = name(before.scheme(), segments, sequence, log);
        Set<String> retired = new HashSet<>(before.files());
        retired.removeAll(manifest.files());
        try {
            for (String file : retired) {
                Files.deleteIfExists(path.resolve(file));
            }
            removeLogsBefore(log);
        } catch (IOException e) {
            // The change has happened; the next writer removes what is left.
        }
        return manifest;
    }

    /**
     * The same as {@link #name} for a state that was made as a whole: its files are first opened as by a reader.
     *
     * @throws IOException also if they cannot be opened; then the state before is as it was
     */
    public synchronized Manifest renew(Scheme scheme, List<SegmentFile> segments, long sequence) throws IOException {
        NewState.requireSegments(path, new Manifest(generation() + 1, scheme, segments, sequence, 0));
        return name(scheme, segments, sequence, 0);
    }

    /**
     * Makes this the state of the index, in one step and durably, and removes nothing.
     *
     * @throws IOException also if MANIFEST could not be read again; then the state before is as it was
     */
    public synchronized Manifest name(Scheme scheme, List<SegmentFile> segments, long sequence, long log)
            throws IOException {
        Manifest manifest = new Manifest(generation() + 1, scheme, segments, sequence, log);
        byte[] encoded = ManifestFile.encode(manifest);
        NewState.requireManifest(path, encoded, manifest);
        Path next = path.resolve(ManifestFile.NAME + ".tmp");
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            Channels.writeFully(channel, ByteBuffer.wrap(encoded), 0);
            channel.force(true);
        }
        // The segments' names must be durable before the manifest that names them, and so must the way to it.
        IndexFiles.force(path);
        for (Path directory : above) {
            IndexFiles.force(directory);
        }
        above = List.of();
        Files.move(
                next,
                path.resolve(ManifestFile.NAME),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        inDoubt = true;
        IndexFiles.force(path);
        inDoubt = false;
        current = Optional.of(manifest);
        return manifest;
    }

    /** Whether the last change failed at the step after which it may have happened: nothing may be removed then. */
    public synchronized boolean inDoubt() {
        return inDoubt;
    }

    private void removeUnnamed() throws IOException {
        Set<String> named = current.map(Manifest::files).orElse(Set.of());
        for (String name : IndexFiles.names(path)) {
            if ((FileNames.isSegment(name) || FileNames.isDeaths(name)) && !named.contains(name)) {
                Files.deleteIfExists(path.resolve(name));
            }
        }
        removeLogsBefore(current.map(Manifest::log).filter(log -> log > 0).orElse(Long.MAX_VALUE));
    }

    private void removeLogsBefore(long log) throws IOException {
        Path live = IndexFiles.live(path);
        for (String name : IndexFiles.names(live)) {
            if (FileNames.isLog(name) && FileNames.number(name) < log) {
                Files.deleteIfExists(live.resolve(name));
            }
        }
    }

    /** Puts a damaged file aside, under a name that no writer removes. */
    public void putAside(Path file) throws IOException {
        if (Files.exists(file)) {
            Files.move(
                    file,
                    file.resolveSibling(file.getFileName() + FileNames.DAMAGED),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Removes what an unpublished build left, and the directory if it was made for it. */
    public synchronized void abandon() throws IOException {
        // An interrupt, which may be why all this is abandoned, would close the directory that is to be forced.
        boolean interrupted = Thread.interrupted();
        try {
            removeUnpublished();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void removeUnpublished() throws IOException {
        if (inDoubt) {
            // The new manifest could not be made durable: power loss may bring back the old one, so both keep their
            // segments.
            return;
        }
        // MANIFEST may be that of a build that was killed before it had forced it: the same holds until it is.
        IndexFiles.force(path);
        Optional<Manifest> now = replaced(path);
        if (now.isPresent() || !Files.exists(path.resolve(ManifestFile.NAME))) {
            // What is on disk decides: a change that failed at its last step may have happened.
            current = now;
            removeUnnamed();
        }
        removeLeftovers(path);
        if (made) {
            lock.delete();
            Files.deleteIfExists(IndexFiles.live(path));
            Files.deleteIfExists(path);
        }
    }

    private static void removeLeftovers(Path path) throws IOException {
        boolean index = Files.exists(path.resolve(ManifestFile.NAME));
        for (String name : IndexFiles.names(path)) {
            if (FileNames.isLeftover(name) || !index && (FileNames.isSegment(name) || FileNames.isDeaths(name))) {
                Files.deleteIfExists(path.resolve(name));
            }
        }
        for (String name : IndexFiles.names(IndexFiles.live(path))) {
            if (FileNames.isMap(name) || !index && FileNames.isLive(name)) {
                Files.deleteIfExists(IndexFiles.live(path).resolve(name));
            }
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
