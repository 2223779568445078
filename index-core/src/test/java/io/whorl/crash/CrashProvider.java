package io.whorl.crash;

import io.whorl.crash.CrashDisk.DirectoryNode;
import io.whorl.crash.CrashDisk.FileNode;
import io.whorl.crash.CrashDisk.Node;
import io.whorl.crash.CrashFileSystem.Operation;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Performs operations on the real files, and reports them to the disk. */
final class CrashProvider extends FileSystemProvider {
    private final CrashFileSystem system;
    private final CrashDisk disk;

    CrashProvider(CrashFileSystem system, CrashDisk disk) {
        this.system = system;
        this.disk = disk;
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        Path real = CrashPath.real(path);
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
    public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
        Path real = CrashPath.real(path);
        system.creating.accept(real);
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
        Path to = CrashPath.real(link);
        Path from = CrashPath.real(existing);
        if (!system.links) {
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
        Path real = CrashPath.real(path);
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
    public void move(Path source, Path target, CopyOption... options) throws IOException {
        Path from = CrashPath.real(source);
        Path to = CrashPath.real(target);
        synchronized (disk) {
            disk.notice(from);
            disk.notice(to);
            disk.check(Operation.RENAME);
            Files.move(from, to, options);
            disk.renamed(from, to);
        }
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> real =
                Files.newDirectoryStream(CrashPath.real(directory), p -> filter.accept(CrashPath.of(system, p)))) {
            real.forEach(p -> paths.add(CrashPath.of(system, p)));
        }
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return paths.iterator();
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void copy(Path source, Path target, CopyOption... options) {
        throw new UnsupportedOperationException("copying");
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return Files.isSameFile(CrashPath.real(one), CrashPath.real(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return Files.isHidden(CrashPath.real(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return Files.getFileStore(CrashPath.real(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        Path real = CrashPath.real(path);
        real.getFileSystem().provider().checkAccess(real, modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return Files.getFileAttributeView(CrashPath.real(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return Files.readAttributes(CrashPath.real(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return Files.readAttributes(CrashPath.real(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
        throw new UnsupportedOperationException("attributes");
    }

    @Override
    public String getScheme() {
        return "crash";
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
        throw new UnsupportedOperationException("it is made over a directory");
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        throw new UnsupportedOperationException("it has no address");
    }

    @Override
    public Path getPath(URI uri) {
        throw new UnsupportedOperationException("it has no address");
    }

    /** A real channel that reports its writes and forces to the disk. */
    static final class CrashChannel extends FileChannel {
        private static final int TRANSFERRED = 1 << 16;

        private final CrashDisk disk;
        private final FileChannel real;
        private final Node<?> node;
        private final Path path;
        private final boolean append;

        CrashChannel(CrashDisk disk, FileChannel real, Node<?> node, Path path, boolean append) {
            this.disk = disk;
            this.real = real;
            this.node = node;
            this.path = path;
            this.append = append;
        }

        @Override
        public int write(ByteBuffer source) throws IOException {
            disk.writing.accept(path);
            synchronized (disk) {
                long at = append ? real.size() : real.position();
                return write(source, at, real::write);
            }
        }

        @Override
        public int write(ByteBuffer source, long at) throws IOException {
            disk.writing.accept(path);
            synchronized (disk) {
                return write(source, append ? real.size() : at, b -> real.write(b, at));
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
                real.truncate(size);
                disk.truncated((FileNode) node, size);
            }
            return this;
        }

        @Override
        public void force(boolean metaData) throws IOException {
            // Fails if the channel is closed, possibly by an interrupt.
            real.position();
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
        public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
            return real.transferTo(position, count, target);
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) throws IOException {
            if (mode != MapMode.READ_ONLY) {
                throw new UnsupportedOperationException("writes to a mapping would go unseen");
            }
            return real.map(mode, position, size);
        }

        @Override
        public int read(ByteBuffer target) throws IOException {
            return real.read(target);
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
            return real.read(targets, offset, length);
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return real.read(target, position);
        }

        @Override
        public long position() throws IOException {
            return real.position();
        }

        @Override
        public FileChannel position(long position) throws IOException {
            real.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return real.size();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) throws IOException {
            return real.lock(position, size, shared);
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return real.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            real.close();
        }
    }

    /** Answers for a path whose operations go through a {@link CrashFileSystem} as the real path does. */
    record CrashPath(CrashFileSystem system, Path real) implements InvocationHandler {
        static Path of(CrashFileSystem system, Path real) {
            return (Path) Proxy.newProxyInstance(
                    CrashPath.class.getClassLoader(), new Class<?>[] {Path.class}, new CrashPath(system, real));
        }

        /** The path as the real file system knows it, of either kind. */
        static Path real(Path path) {
            return Proxy.isProxyClass(path.getClass()) ? ((CrashPath) Proxy.getInvocationHandler(path)).real : path;
        }

        @Override
        public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
            if (method.getName().equals("getFileSystem")) {
                return system;
            }
            if (method.getName().equals("equals")) {
                return arguments[0] instanceof Path other
                        && Proxy.isProxyClass(other.getClass())
                        && equals(Proxy.getInvocationHandler(other));
            }
            // The file is the real one: changes to it are not seen, and never safe.
            if (method.isDefault() && !method.getName().equals("toFile")) {
                return InvocationHandler.invokeDefault(self, method, arguments);
            }
            Object[] given = arguments == null ? new Object[0] : arguments.clone();
            for (int i = 0; i < given.length; i++) {
                given[i] = given[i] instanceof Path path ? real(path) : given[i];
            }
            try {
                Object result = method.invoke(real, given);
                return result instanceof Path path ? of(system, path) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
