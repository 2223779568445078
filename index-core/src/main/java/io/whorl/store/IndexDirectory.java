package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.WhorlException;
import io.whorl.scheme.Scheme;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The directory of an index, locked by its only writer. Thread-safe.
 *
 * <pre>
 * files of the next state, forced ─► MANIFEST.tmp, forced ─► directory forced ─► renamed to MANIFEST
 *                                    files that only the state before named, removed ◄─ directory forced ◄─┘
 * </pre>
 *
 * <ol>
 *   <li>A state becomes current by the rename, which is one atomic step. Until then, no file that readers use has
 *       changed.
 *   <li>No file that MANIFEST names is written again, except that a log grows.
 *   <li>Nothing is removed while it is in doubt whether the rename is durable ({@link #inDoubt}).
 * </ol>
 */
public final class IndexDirectory implements Closeable {
    private final Path path;
    private final boolean made;
    private final WriterLock lock;
    /** Parent directories to force before the next state is published. */
    private List<Path> parents;

    private Optional<Manifest> current;
    private long lastSegment;
    private boolean inDoubt;

    private IndexDirectory(Path path, boolean made, List<Path> parents, WriterLock lock, Optional<Manifest> current)
            throws IOException {
        this.path = path;
        this.made = made;
        this.parents = parents;
        this.lock = lock;
        this.current = current;
        lastSegment =
                segmentNames().stream().mapToLong(IndexFiles::number).max().orElse(0);
    }

    /**
     * Locks a directory to write an entirely new index into it. Creates the directory if it does not exist.
     *
     * @param replace if true, an existing index may be replaced
     * @throws RefusedException if the path has an index that may not be replaced, or anything else; if another writer
     *     holds the lock
     */
    public static IndexDirectory create(Path path, boolean replace) throws IOException {
        return Channels.permitted(() -> {
            if (Files.exists(path) && !Files.isDirectory(path)) {
                throw RefusedException.exists(path, "a file");
            }
            boolean made = !Files.exists(path);
            List<Path> parents = unforcedParents(path);
            Files.createDirectories(path);
            if (!made) {
                // Before locking, so that no LOCK file is created in a directory with something else.
                refuseForeignFiles(path, path, IndexFiles::isOfIndex);
                refuseForeignFiles(
                        path, IndexFiles.live(path), name -> IndexFiles.isLive(name) || IndexFiles.isAside(name));
                refuseForeignFiles(path, IndexFiles.rebuild(path), IndexFiles.Kind.OF_REBUILD::is);
                refuseIndex(path, replace);
            }
            return locked(path, lock -> {
                // Another writer may have made an index meanwhile.
                refuseIndex(path, replace);
                removeLeftovers(path);
                return new IndexDirectory(path, made, parents, lock, readableManifest(path));
            });
        });
    }

    private static void refuseIndex(Path path, boolean replace) {
        if (!replace && IndexFiles.exists(path)) {
            throw RefusedException.exists(path, "an index");
        }
    }

    /**
     * Locks an index to change it. Removes the leftovers of an interrupted change.
     *
     * @throws RefusedException if the path has no index; if another writer holds the lock
     * @throws CorruptIndexException if MANIFEST is damaged
     */
    public static IndexDirectory open(Path path) throws IOException {
        return Channels.permitted(() -> {
            // Read before locking, so that no LOCK file is created in a directory that is not an index.
            IndexFiles.readManifest(path);
            return locked(path, lock -> {
                Manifest manifest = IndexFiles.readManifest(path);
                IndexDirectory directory =
                        new IndexDirectory(path, false, unforcedParents(path), lock, Optional.of(manifest));
                // A killed writer may not have forced this MANIFEST. Until it is durable, a power loss can restore the
                // previous one, which needs its files.
                IndexFiles.force(path);
                removeLeftovers(path);
                directory.removeUnnamed();
                return directory;
            });
        });
    }

    /**
     * Opens an index to rebuild it, or creates the directory for a new one.
     *
     * @throws RefusedException if the path has something else; if another writer holds the lock
     * @throws CorruptIndexException if the MANIFEST of the index is damaged
     */
    public static IndexDirectory openOrCreate(Path path) throws IOException {
        return Files.exists(path.resolve(Manifest.NAME)) ? open(path) : create(path, false);
    }

    /**
     * Locks a directory for a backup: a new or empty one, or the earlier backup of the same index.
     *
     * @param of the directory of the index
     * @throws RefusedException if the path has something else; if a writer or another backup holds the lock
     */
    public static IndexDirectory backup(Path path, String of) throws IOException {
        if (!IndexFiles.exists(path)) {
            return firstBackup(path);
        }
        requireBackup(path, IndexFiles.readManifest(path), of);
        IndexDirectory directory = open(path);
        return Channels.orElse(directory, () -> {
            // A writer may have opened it meanwhile.
            requireBackup(path, directory.manifest().orElseThrow(), of);
            return directory;
        });
    }

    private static IndexDirectory firstBackup(Path path) throws IOException {
        Path unfinished = path.resolve(IndexFiles.UNFINISHED_BACKUP);
        if (IndexFiles.hasSegments(path) && !Files.exists(unfinished)) {
            throw new RefusedException(
                    path,
                    RefusedException.Reason.EXISTS,
                    "it has segments and no " + Manifest.NAME
                            + ", which IndexCheck.repair may restore; choose an empty directory");
        }
        IndexDirectory directory = create(path, false);
        return Channels.orElse(directory::discard, () -> {
            Channels.createNew(unfinished).close();
            IndexFiles.force(path);
            return directory;
        });
    }

    private static void requireBackup(Path path, Manifest manifest, String of) {
        if (!manifest.backupOf().equals(Optional.of(of))) {
            throw new RefusedException(
                    path,
                    RefusedException.Reason.EXISTS,
                    "it is no backup of " + of + ": "
                            + manifest.backupOf()
                                    .map(other -> "it is one of " + other)
                                    .orElse("it is another index, or a writer has opened it since the last backup")
                            + "; choose an empty directory");
        }
    }

    /**
     * Locks the directory of a damaged index for a repair. Removes nothing.
     *
     * @throws io.whorl.RefusedException if the path is not a directory; if another writer holds the lock
     */
    public static IndexDirectory repair(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            throw RefusedException.notAnIndex(path, "it is not a directory", null);
        }
        return Channels.permitted(() -> locked(
                path, lock -> new IndexDirectory(path, false, unforcedParents(path), lock, readableManifest(path))));
    }

    /**
     * The parent directories whose entries may not be durable: all that do not exist yet, and the nearest one that
     * does, because a killed build may have created its entry without forcing it.
     */
    private static List<Path> unforcedParents(Path path) throws IOException {
        List<Path> parents = new ArrayList<>();
        Path directory = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
        do {
            directory = directory.getParent();
            if (directory == null) {
                return parents;
            }
            parents.add(directory);
        } while (!Files.exists(directory));
        return parents;
    }

    private interface Opener {
        IndexDirectory open(WriterLock lock) throws IOException;
    }

    private static IndexDirectory locked(Path path, Opener opener) throws IOException {
        WriterLock lock = WriterLock.acquire(path.resolve(IndexFiles.LOCK), "another writer");
        return Channels.orElse(lock, () -> opener.open(lock));
    }

    /** The current state; empty if there is none or if its MANIFEST is damaged. */
    private static Optional<Manifest> readableManifest(Path path) throws IOException {
        try {
            return Files.exists(path.resolve(Manifest.NAME))
                    ? Optional.of(IndexFiles.readManifest(path))
                    : Optional.empty();
        } catch (CorruptIndexException e) {
            return Optional.empty();
        }
    }

    public Path path() {
        return path;
    }

    /** The current state; empty if there is no index or if its MANIFEST is damaged. */
    public synchronized Optional<Manifest> manifest() {
        return current;
    }

    /** What the current state stores of its documents. */
    public synchronized StoredKinds stored() {
        return current.map(Manifest::stored).orElse(StoredKinds.NONE);
    }

    /** A name that no segment of this directory has or had. Does not create the file. */
    public synchronized String newSegmentName() {
        return IndexFiles.segment(++lastSegment);
    }

    /**
     * Writes the writer's activity to LOCK, so that the error message of other writers can name it.
     *
     * @param work such as "which is rebuilding the index"
     */
    public void announce(String work) throws IOException {
        lock.announce(work);
    }

    /**
     * Removes the files of rebuilds. The journal goes first, because the other files are useless without it.
     *
     * @param kept true for the names of files to keep
     */
    public void removeRebuild(Predicate<String> kept) throws IOException {
        Path rebuild = IndexFiles.rebuild(path);
        remove(rebuild, name -> name.equals(Journal.NAME) && !kept.test(name));
        remove(rebuild, name -> IndexFiles.Kind.OF_REBUILD.is(name) && !kept.test(name));
        if (IndexFiles.names(rebuild).isEmpty()) {
            Files.deleteIfExists(rebuild);
        }
    }

    /** The segment files in the directory, oldest first, including those that MANIFEST does not name. */
    public List<String> segmentNames() throws IOException {
        return IndexFiles.names(path).stream()
                .filter(IndexFiles.Kind.SEGMENT::is)
                .sorted(Comparator.comparingLong(IndexFiles::number))
                .toList();
    }

    /**
     * Writes the dead documents of a segment to a file that the next state can name.
     *
     * @return the segment with that file
     */
    public synchronized SegmentFile writeDeadDocuments(SegmentFile segment, DeadDocuments dead) throws IOException {
        if (dead.isEmpty()) {
            return SegmentFile.whole(segment.name(), segment.length());
        }
        if (segment.deaths().isPresent() && segment.deaths().get().count() == dead.count()) {
            // The set only grows, so an equal count means an equal set.
            return segment;
        }
        String name = IndexFiles.deaths(segment.name(), generation() + 1);
        for (long g = generation() + 2; Files.exists(path.resolve(name)); g++) {
            // A reader may have mapped the existing file.
            name = IndexFiles.deaths(segment.name(), g);
        }
        dead.writeTo(path.resolve(name));
        return new SegmentFile(
                segment.name(), segment.length(), Optional.of(new SegmentFile.Deaths(name, dead.count())));
    }

    private long generation() {
        return current.map(Manifest::generation).orElse(0L);
    }

    /**
     * {@link #publish}, and then removes every index file that the new state does not name.
     *
     * @param backupOf for a backup, the directory of the index
     */
    public synchronized Manifest replace(
            Scheme scheme, StoredKinds stored, List<SegmentFile> segments, long sequence, Optional<String> backupOf)
            throws IOException {
        Manifest manifest = publish(verified(scheme, stored, segments, sequence, backupOf));
        try {
            removeUnnamed();
            Files.deleteIfExists(path.resolve(IndexFiles.UNFINISHED_BACKUP));
        } catch (IOException e) {
            // The change is durable; the next writer removes the rest.
        }
        return manifest;
    }

    /**
     * {@link #publish}, and then removes the files that only the previous state named.
     *
     * @param reached number of the last commit whose deletions the segments contain, or that a writer closes after
     */
    public synchronized Manifest publishChange(List<SegmentFile> segments, long sequence, long log, long reached)
            throws IOException {
        Manifest before = current.orElseThrow();
        Manifest manifest = publish(new Manifest(
                generation() + 1,
                before.scheme(),
                before.stored(),
                segments,
                sequence,
                log,
                // A file of dead documents keeps the deletions of earlier states.
                Math.max(reached, before.reached()),
                Optional.empty()));
        Set<String> retired = new HashSet<>(before.files());
        retired.removeAll(manifest.files());
        try {
            remove(path, retired::contains);
            removeLogsBefore(log);
        } catch (IOException e) {
            // The change is durable; the next writer removes the rest.
        }
        return manifest;
    }

    /**
     * Makes a state without a log current, in one atomic and durable step. Opens all files of the state first, as a
     * reader does. Removes nothing.
     *
     * @param stored what the index stores of its documents
     * @throws IOException also if a file cannot be opened; the previous state is then still current
     */
    public synchronized Manifest publish(Scheme scheme, StoredKinds stored, List<SegmentFile> segments, long sequence)
            throws IOException {
        return publish(verified(scheme, stored, segments, sequence, Optional.empty()));
    }

    private Manifest verified(
            Scheme scheme, StoredKinds stored, List<SegmentFile> segments, long sequence, Optional<String> backupOf)
            throws IOException {
        Manifest next = new Manifest(generation() + 1, scheme, stored, segments, sequence, 0, sequence, backupOf);
        try {
            for (SegmentFile segment : segments) {
                IndexFiles.openDeaths(path, segment, IndexFiles.openSegment(path, next, segment));
            }
        } catch (WhorlException e) {
            throw new IOException("the new index could not be opened: " + e.getMessage(), e);
        }
        return next;
    }

    private Manifest publish(Manifest manifest) throws IOException {
        Path next = path.resolve(Manifest.NAME + ".tmp");
        Channels.write(next, ByteBuffer.wrap(Manifest.encode(manifest)));
        // The entries of the segments and of all parent directories must be durable before the MANIFEST that needs
        // them.
        IndexFiles.force(path);
        for (Path directory : parents) {
            IndexFiles.force(directory);
        }
        parents = List.of();
        Files.move(
                next, path.resolve(Manifest.NAME), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        inDoubt = true;
        IndexFiles.force(path);
        inDoubt = false;
        current = Optional.of(manifest);
        return manifest;
    }

    /** True if the last change failed after MANIFEST was replaced and before it was durable. Remove no files then. */
    public synchronized boolean inDoubt() {
        return inDoubt;
    }

    private void removeUnnamed() throws IOException {
        Set<String> kept = current.map(Manifest::files).orElse(Set.of());
        remove(path, name -> IndexFiles.isSealed(name) && !kept.contains(name));
        removeLogsBefore(current.map(Manifest::log).filter(log -> log > 0).orElse(Long.MAX_VALUE));
    }

    /** Renames a damaged file, so that no writer uses or removes it. */
    public void putAside(Path file) throws IOException {
        if (Files.exists(file)) {
            Files.move(
                    file,
                    file.resolveSibling(file.getFileName() + IndexFiles.DAMAGED),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Removes the files of an unpublished build, and the directory if it was created for the build. */
    public synchronized void abandon() throws IOException {
        // An interrupt may be the reason for the abandonment. It would close the channel that forces the directory.
        Channels.uninterrupted(this::removeUnpublished);
    }

    /** {@link #abandon}, and {@link #close} even if that fails. */
    public void discard() throws IOException {
        try (IndexDirectory closing = this) {
            closing.abandon();
        }
    }

    private void removeUnpublished() throws IOException {
        if (inDoubt) {
            // A power loss can restore the old MANIFEST or keep the new one, so both keep their segments.
            return;
        }
        // A killed build may not have forced this MANIFEST either.
        IndexFiles.force(path);
        Optional<Manifest> now = readableManifest(path);
        if (now.isPresent() || !Files.exists(path.resolve(Manifest.NAME))) {
            // Trust the disk: a change that failed in its last step may have happened.
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

    @Override
    public void close() throws IOException {
        lock.close();
    }

    /** @throws RefusedException if a directory contains files that do not belong to an index */
    private static void refuseForeignFiles(Path index, Path directory, Predicate<String> known) throws IOException {
        for (String name : IndexFiles.names(directory)) {
            if (!known.test(name)) {
                throw RefusedException.exists(
                        index,
                        "files that do not belong to an index, such as " + index.relativize(directory.resolve(name)));
            }
        }
    }

    /**
     * Removes the temporary files of writers and builds that were killed. Without a MANIFEST, segments and logs are
     * leftovers, too.
     */
    private static void removeLeftovers(Path index) throws IOException {
        boolean unpublished = !Files.exists(index.resolve(Manifest.NAME));
        remove(index, name -> IndexFiles.Kind.LEFTOVER.is(name) || unpublished && IndexFiles.isSealed(name));
        remove(IndexFiles.live(index), name -> IndexFiles.Kind.MAP.is(name) || unpublished && IndexFiles.isLive(name));
        Path backup = index.resolve(IndexFiles.UNFINISHED_BACKUP);
        if (Files.exists(backup)) {
            // A power loss must not restore the segments without it.
            IndexFiles.force(index);
            Files.delete(backup);
        }
    }

    /** Removes the logs whose numbers are less than {@code log}. */
    private void removeLogsBefore(long log) throws IOException {
        remove(IndexFiles.live(path), name -> IndexFiles.Kind.LOG.is(name) && IndexFiles.number(name) < log);
    }

    private static void remove(Path directory, Predicate<String> removed) throws IOException {
        for (String name : IndexFiles.names(directory)) {
            if (removed.test(name)) {
                Files.deleteIfExists(directory.resolve(name));
            }
        }
    }
}
