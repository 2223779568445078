package io.whorl.crash;

import io.whorl.crash.CrashDisk.DirectoryNode;
import io.whorl.crash.CrashDisk.FileNode;
import io.whorl.crash.CrashDisk.Node;
import io.whorl.crash.CrashFileSystem.Operation;
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
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.lucene.tests.mockfile.FilterFileChannel;
import org.apache.lucene.tests.mockfile.FilterFileSystemProvider;
import org.apache.lucene.tests.mockfile.FilterPath;

/** Performs operations on the real files, and reports them to the disk. */
final class CrashProvider extends FilterFileSystemProvider {
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
                    && (options.contains(StandardOpenOption.CREATE) || options.contains(StandardOpenOption.CREATE_NEW));
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
