package io.whorl.crash;

import io.whorl.crash.CrashDisk.ByteChange;
import io.whorl.crash.CrashDisk.Change;
import io.whorl.crash.CrashDisk.DirectoryNode;
import io.whorl.crash.CrashDisk.FileNode;
import io.whorl.crash.CrashDisk.Node;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.tests.mockfile.FilterFileChannel;
import org.apache.lucene.tests.mockfile.FilterFileSystem;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.apache.lucene.tests.mockfile.FilterPath;

/**
 * A file system over a real directory that models power losses. Files and their mappings are real. It also records
 * which changes were forced (the bytes of a file by a force of the file, names by a force of their directory), and
 * draws images of what a machine could find after a power loss. It also counts operations, and fails them like a full
 * disk. Thread-safe. Paths outside its root go to the real file system unchanged. No attributes, and links only if they
 * are allowed.
 *
 * <p>The model is the weakest that file systems promise: a force of a file does not force its name; changes that were
 * not forced arrive in any order and partially; but a sector, a rename and a length are atomic.
 */
public final class CrashFileSystem extends FilterFileSystem {
    private final CrashProvider provider;
    private final CrashDisk disk;
    private final Path root;

    private CrashFileSystem(CrashProvider provider) {
        super(provider, provider.disk.root.getFileSystem());
        provider.serve(this);
        this.provider = provider;
        disk = provider.disk;
        root = provider.wrapPath(disk.root);
    }

    /** @param directory a real directory; its content counts as forced */
    public static CrashFileSystem over(Path directory) throws IOException {
        return new CrashFileSystem(new CrashProvider(new CrashDisk(directory.toRealPath())));
    }

    /** The root directory, as a path of this file system. */
    public Path root() {
        return root;
    }

    /** Draws an image that a power loss now could leave. */
    public CrashImage image(CrashMode mode, Random random) throws IOException {
        return disk.image(mode, random);
    }

    /**
     * Announces every force from now on, just before and just after it takes effect, on the thread that forces, which
     * waits. Nothing of the disk is locked meanwhile. Replaces an earlier listener.
     */
    public void onSync(Consumer<SyncPoint> listener) {
        disk.syncing = listener;
    }

    /**
     * Announces every write from now on, just before it is made, on the thread that writes, which waits. Nothing of the
     * disk is locked meanwhile. Replaces an earlier listener.
     *
     * @param listener receives the path of the file, by its name when it was opened
     */
    public void onWrite(Consumer<Path> listener) {
        disk.writing = listener;
    }

    /**
     * Announces every directory from now on, just before it is created or found to exist, on the thread that creates
     * it, which waits. Replaces an earlier listener.
     */
    public void onCreateDirectory(Consumer<Path> listener) {
        provider.creating = listener;
    }

    /** Allows hard links from now on. */
    public void allowLinks() {
        provider.links = true;
    }

    /** Sets the fault to inject, replacing an earlier one. */
    public void fail(Fault fault) {
        disk.fail(Optional.of(fault));
    }

    /** Removes the fault. */
    public void heal() {
        disk.fail(Optional.empty());
    }

    /** The number of operations that failed because of the current fault. */
    public long failures() {
        return disk.failures();
    }

    /** What a power loss leaves of the changes that were not forced. */
    public enum CrashMode {
        /** None of them: the system has not written anything back yet. */
        NOTHING,
        /** All of them: the system has just written everything back. This is what killing a process leaves. */
        EVERYTHING,
        /** Those up to some moment, in any file: what an ordered journal leaves. */
        PREFIX,
        /** Any of them, writes also partially: what a system leaves that writes back in any order. */
        RANDOM
    }

    /**
     * A force of a file or directory: the moments at which the possible result of a power loss changes.
     *
     * @param number of the force, from 1; before and after it are two points with one number
     * @param path of the forced file, by its name when it was opened
     * @param done false just before the force takes effect, true just after
     */
    public record SyncPoint(long number, Path path, boolean done) {
        @Override
        public String toString() {
            return (done ? "after" : "before") + " force " + number + " of " + path.getFileName();
        }
    }

    /** The operations that can fail, as on a full disk. */
    public enum Operation {
        WRITE,
        TRUNCATE,
        /** Of a file or a directory. */
        FORCE,
        /** Of a file or a directory. */
        CREATE,
        RENAME,
        DELETE
    }

    /**
     * The operation that fails with "No space left on device", or because access is denied.
     *
     * @param operations the kinds that count
     * @param nth the one that fails, from 1, counted since the fault was set
     * @param forever whether all later ones fail too, as on a disk that stays full
     * @param half whether a failing write writes the first half of its bytes
     * @param denied whether access is denied, rather than space missing
     */
    public record Fault(Set<Operation> operations, long nth, boolean forever, boolean half, boolean denied) {
        /** All of these operations fail, because the process has no permission. */
        public static Fault denying(Operation... operations) {
            return new Fault(Set.of(operations), 1, true, false, true);
        }

        /** The n-th of these operations fails, once, and has no effect. */
        public static Fault at(long nth, Operation... operations) {
            return new Fault(Set.of(operations), nth, false, false, false);
        }

        /** The same for another n. */
        public Fault numbered(long n) {
            return new Fault(operations, n, forever, half, denied);
        }

        /** How a disk fills up: for one operation, in the middle of a write, and for good. */
        public static Stream<Fault> fullDisks() {
            return Stream.of(
                    at(1, Operation.values()),
                    at(1, Operation.WRITE).halfWritten(),
                    at(1, Operation.values()).andAllAfter(),
                    // Deleting frees space where writing finds none.
                    at(1, Operation.WRITE, Operation.CREATE, Operation.FORCE).andAllAfter());
        }

        public Fault andAllAfter() {
            return new Fault(operations, nth, true, half, denied);
        }

        public Fault halfWritten() {
            return new Fault(operations, nth, forever, true, denied);
        }
    }

    /**
     * The content of a disk after a power loss. Images are equal if they have the same names and bytes.
     *
     * @param directories below the root, by path from it, parents first
     * @param files by path from the root
     */
    public record CrashImage(List<String> directories, Map<String, ByteBuffer> files) {
        public CrashImage {
            directories = List.copyOf(directories);
            files = Map.copyOf(files);
        }

        /** Writes the image to a directory that is empty or does not exist. */
        public void writeTo(Path target) throws IOException {
            Files.createDirectories(target);
            for (String d : directories) {
                Files.createDirectory(target.resolve(d));
            }
            for (Map.Entry<String, ByteBuffer> f : files.entrySet()) {
                Files.write(target.resolve(f.getKey()), f.getValue().array());
            }
        }

        /** A digest: equal for equal images, and in practice for no others. */
        String digest() {
            Map<String, UUID> contents = new TreeMap<>();
            files.forEach((name, bytes) -> contents.put(name, UUID.nameUUIDFromBytes(bytes.array())));
            return new TreeSet<>(directories) + " " + contents;
        }

        /** Names and lengths, for messages. */
        @Override
        public String toString() {
            return directories + " "
                    + files.entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .map(f -> f.getKey() + ":" + f.getValue().remaining())
                            .collect(Collectors.joining(", ", "{", "}"));
        }

        /** Decides which changes that were not forced survive one power loss. */
        interface Survival {
            /** Whether a change survives; always the same for the same change. */
            boolean kept(Change change);

            /** Which sectors of a write survive, or whether a new length does, by position in the file. */
            default LongPredicate arrived(ByteChange change) {
                boolean kept = kept(change);
                return place -> kept;
            }

            /** How many of these changes of a file, in order, affect its length. */
            default int lengthsArrived(List<ByteChange> changes) {
                int kept = 0;
                while (kept < changes.size() && kept(changes.get(kept))) {
                    kept++;
                }
                return kept;
            }

            Survival ALL = change -> true;

            /** @param atRisk the numbers of all changes that may be lost, in order */
            static Survival of(CrashMode mode, Random random, List<Long> atRisk) {
                // Consecutive seeds give similar first numbers of a Random.
                RandomGenerator chance = new SplittableRandom(random.nextLong());
                return switch (mode) {
                    case NOTHING -> change -> false;
                    case EVERYTHING -> ALL;
                    case PREFIX -> {
                        int kept = chance.nextInt(atRisk.size() + 1);
                        long end = kept == 0 ? -1 : atRisk.get(kept - 1);
                        yield change -> change.sequence <= end;
                    }
                    case RANDOM -> new RandomSurvival(chance);
                };
            }
        }

        /** Each change independently is kept, lost, or partially written. */
        static final class RandomSurvival implements Survival {
            /** The unit in which a system writes back. */
            private static final int PAGE = 4096;
            /** High, even and low probabilities, so that nearly full and nearly empty images occur. */
            private static final double[] CHANCES = {0.1, 0.5, 0.9};

            private final RandomGenerator random;
            private final double chance;
            private final Map<Change, Boolean> kept = new HashMap<>();

            RandomSurvival(RandomGenerator random) {
                this.random = random;
                chance = CHANCES[random.nextInt(CHANCES.length)];
            }

            @Override
            public boolean kept(Change change) {
                return kept.computeIfAbsent(change, c -> random.nextDouble() < chance);
            }

            @Override
            public LongPredicate arrived(ByteChange change) {
                if (!change.write || random.nextBoolean()) {
                    return Survival.super.arrived(change);
                }
                if (random.nextBoolean()) {
                    long first = change.at / ByteChange.SECTOR;
                    long last = change.to() / ByteChange.SECTOR;
                    long cut = (first + (long) (random.nextDouble() * (last - first + 1))) * ByteChange.SECTOR;
                    return place -> place < cut;
                }
                Map<Long, Boolean> pages = new HashMap<>();
                return place -> pages.computeIfAbsent(place / PAGE, p -> random.nextBoolean());
            }

            @Override
            public int lengthsArrived(List<ByteChange> changes) {
                return random.nextInt(changes.size() + 1);
            }
        }
    }

    /** Performs operations on the real files, and reports them to the disk. */
    private static final class CrashProvider extends FilterFileSystemProvider {
        final CrashDisk disk;
        volatile Consumer<Path> creating = directory -> {};
        volatile boolean links;

        CrashProvider(CrashDisk disk) {
            super("crash", disk.root.getFileSystem().provider());
            this.disk = disk;
        }

        void serve(CrashFileSystem system) {
            fileSystem = system;
        }

        /** The path as the real file system knows it, of either kind. */
        @Override
        protected Path toDelegate(Path path) {
            return FilterPath.unwrap(path);
        }

        /** As the real paths do, these answer questions about paths of other file systems. */
        @Override
        public FilterPath wrapPath(Path path) {
            return new FilterPath(path, fileSystem) {
                @Override
                protected Path toDelegate(Path other) {
                    return FilterPath.unwrap(other);
                }
            };
        }

        @Override
        public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
                throws IOException {
            Path real = toDelegate(path);
            if (!disk.holds(real)) {
                return FileChannel.open(real, options, attributes);
            }
            boolean writes = options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND);
            Set<OpenOption> queries = new HashSet<>(options);
            boolean unlinks = queries.remove(StandardOpenOption.DELETE_ON_CLOSE);
            synchronized (disk) {
                disk.notice(real);
                boolean creates = writes
                        && !Files.exists(real)
                        && (options.contains(StandardOpenOption.CREATE)
                                || options.contains(StandardOpenOption.CREATE_NEW));
                if (creates) {
                    disk.check(Operation.CREATE);
                }
                FileChannel channel = FileChannel.open(real, queries, attributes);
                if (creates) {
                    disk.created(real, new FileNode(new byte[0]));
                }
                Node<?> node = disk.find(real).orElseThrow();
                if (!creates && writes && options.contains(StandardOpenOption.TRUNCATE_EXISTING)) {
                    disk.truncated((FileNode) node, 0);
                }
                if (unlinks) {
                    // Immediately rather than at close, like the real provider if the system supports it.
                    Files.delete(real);
                    disk.deleted(real);
                }
                return new CrashChannel(disk, channel, node, real, options.contains(StandardOpenOption.APPEND));
            }
        }

        @Override
        public SeekableByteChannel newByteChannel(
                Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
            return newFileChannel(path, options, attributes);
        }

        @Override
        public OutputStream newOutputStream(Path path, OpenOption... options) throws IOException {
            Set<OpenOption> all = new HashSet<>(Set.of(options));
            if (all.isEmpty()) {
                all.addAll(Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING));
            }
            all.add(StandardOpenOption.WRITE);
            return Channels.newOutputStream(newFileChannel(path, all));
        }

        @Override
        public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
            Path real = toDelegate(path);
            creating.accept(real);
            synchronized (disk) {
                if (!Files.exists(real)) {
                    disk.check(Operation.CREATE);
                }
                Files.createDirectory(real, attributes);
                disk.created(real, new DirectoryNode());
            }
        }

        @Override
        public void createLink(Path link, Path existing) throws IOException {
            Path to = toDelegate(link);
            Path from = toDelegate(existing);
            if (!links) {
                throw new UnsupportedOperationException("links");
            }
            synchronized (disk) {
                disk.notice(to);
                disk.notice(from);
                disk.check(Operation.CREATE);
                Files.createLink(to, from);
                disk.created(to, disk.find(from).orElseThrow());
            }
        }

        @Override
        public void delete(Path path) throws IOException {
            Path real = toDelegate(path);
            synchronized (disk) {
                disk.notice(real);
                if (Files.exists(real)) {
                    disk.check(Operation.DELETE);
                }
                Files.delete(real);
                disk.deleted(real);
            }
        }

        @Override
        public boolean deleteIfExists(Path path) throws IOException {
            try {
                delete(path);
                return true;
            } catch (NoSuchFileException e) {
                return false;
            }
        }

        @Override
        public void move(Path source, Path target, CopyOption... options) throws IOException {
            Path from = toDelegate(source);
            Path to = toDelegate(target);
            synchronized (disk) {
                disk.notice(from);
                disk.notice(to);
                disk.check(Operation.RENAME);
                Files.move(from, to, options);
                disk.renamed(from, to);
            }
        }

        @Override
        public void copy(Path source, Path target, CopyOption... options) {
            throw new UnsupportedOperationException("copying");
        }

        /** A real channel that reports its writes and forces to the disk. */
        static final class CrashChannel extends FilterFileChannel {
            private static final int TRANSFERRED = 1 << 16;

            private final CrashDisk disk;
            private final Node<?> node;
            private final Path path;
            private final boolean append;

            CrashChannel(CrashDisk disk, FileChannel real, Node<?> node, Path path, boolean append) {
                super(real);
                this.disk = disk;
                this.node = node;
                this.path = path;
                this.append = append;
            }

            @Override
            public int write(ByteBuffer source) throws IOException {
                disk.writing.accept(path);
                synchronized (disk) {
                    long at = append ? delegate.size() : delegate.position();
                    return write(source, at, delegate::write);
                }
            }

            @Override
            public int write(ByteBuffer source, long at) throws IOException {
                disk.writing.accept(path);
                synchronized (disk) {
                    return write(source, append ? delegate.size() : at, b -> delegate.write(b, at));
                }
            }

            private interface Writing {
                int write(ByteBuffer source) throws IOException;
            }

            private int write(ByteBuffer source, long at, Writing writing) throws IOException {
                if (!disk.strikes(Operation.WRITE)) {
                    return record(source, at, writing);
                }
                if (disk.half()) {
                    ByteBuffer half = source.slice(source.position(), source.remaining() / 2);
                    record(half, at, writing);
                    source.position(source.position() + half.position());
                }
                throw disk.failure();
            }

            private int record(ByteBuffer source, long at, Writing writing) throws IOException {
                ByteBuffer copy = source.duplicate();
                int n = writing.write(source);
                byte[] bytes = new byte[n];
                copy.get(bytes);
                disk.written((FileNode) node, at, bytes);
                return n;
            }

            @Override
            public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
                long written = 0;
                for (int i = offset; i < offset + length; i++) {
                    written += write(sources[i]);
                }
                return written;
            }

            @Override
            public FileChannel truncate(long size) throws IOException {
                synchronized (disk) {
                    disk.check(Operation.TRUNCATE);
                    delegate.truncate(size);
                    disk.truncated((FileNode) node, size);
                }
                return this;
            }

            @Override
            public void force(boolean metaData) throws IOException {
                // Fails if the channel is closed, possibly by an interrupt.
                delegate.position();
                disk.force(node, path);
            }

            @Override
            public long transferFrom(ReadableByteChannel source, long position, long count) throws IOException {
                ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(count, TRANSFERRED));
                if (source.read(buffer) < 0) {
                    return 0;
                }
                buffer.flip();
                long at = position;
                while (buffer.hasRemaining()) {
                    at += write(buffer, at);
                }
                return at - position;
            }

            @Override
            public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
                if (mode != MapMode.READ_ONLY) {
                    throw new UnsupportedOperationException("writes to a mapping would go unseen");
                }
                return super.map(mode, position, size);
            }
        }
    }
}
