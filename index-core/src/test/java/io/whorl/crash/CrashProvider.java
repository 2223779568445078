package io.whorl.crash;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
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
import java.util.HashSet;
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
                disk.faults.check(Operation.CREATE);
            }
            FileChannel channel = FileChannel.open(real, queries, attributes);
            if (creates) {
                disk.created(real, new FileNode(new byte[0]));
            }
            Node node = disk.find(real).orElseThrow();
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
        system.creating(real);
        synchronized (disk) {
            if (!Files.exists(real)) {
                disk.faults.check(Operation.CREATE);
            }
            Files.createDirectory(real, attributes);
            disk.created(real, new DirectoryNode());
        }
    }

    @Override
    public void createLink(Path link, Path existing) throws IOException {
        Path to = CrashPath.real(link);
        Path from = CrashPath.real(existing);
        if (!system.hasLinks()) {
            throw new UnsupportedOperationException("links");
        }
        synchronized (disk) {
            disk.notice(to);
            disk.notice(from);
            disk.faults.check(Operation.CREATE);
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
                disk.faults.check(Operation.DELETE);
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
            disk.faults.check(Operation.RENAME);
            Files.move(from, to, options);
            disk.renamed(from, to);
        }
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        DirectoryStream<Path> real =
                Files.newDirectoryStream(CrashPath.real(directory), p -> filter.accept(new CrashPath(system, p)));
        return new CrashDirectoryStream(system, real);
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
}
