package io.whorl.crash;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

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
public final class CrashFileSystem extends FileSystem {
    private final FileSystem real;
    private final CrashDisk disk;
    private final CrashProvider provider;
    private final CrashPath root;
    private volatile Consumer<Path> creating = directory -> {};
    private volatile boolean links;

    private CrashFileSystem(Path directory) throws IOException {
        real = directory.getFileSystem();
        disk = new CrashDisk(directory);
        provider = new CrashProvider(this, disk);
        root = new CrashPath(this, directory);
    }

    /** @param directory a real directory; its content counts as forced */
    public static CrashFileSystem over(Path directory) throws IOException {
        return new CrashFileSystem(directory.toRealPath());
    }

    /** The root directory, as a path of this file system. */
    public Path root() {
        return root;
    }

    /** Draws an image that a power loss now could leave. */
    public CrashImage image(CrashMode mode, Random random) throws IOException {
        return disk.image(mode, random);
    }

    /** Draws an image that a power loss now could leave, and writes it to a new real directory. */
    public CrashImage image(CrashMode mode, Random random, Path target) throws IOException {
        CrashImage image = image(mode, random);
        image.writeTo(target);
        return image;
    }

    /** Announces every force from now on, just before and just after it takes effect. */
    public void onSync(SyncPoint.Listener listener) {
        disk.onSync(listener);
    }

    /**
     * Announces every write from now on, just before it is made, on the thread that writes, which waits. Nothing of the
     * disk is locked meanwhile. Replaces an earlier listener.
     *
     * @param listener receives the path of the file, by its name when it was opened
     */
    public void onWrite(Consumer<Path> listener) {
        disk.onWrite(listener);
    }

    /**
     * Announces every directory from now on, just before it is created or found to exist, on the thread that creates
     * it, which waits. Replaces an earlier listener.
     */
    public void onCreateDirectory(Consumer<Path> listener) {
        creating = listener;
    }

    /** Allows hard links from now on. */
    public void allowLinks() {
        links = true;
    }

    boolean hasLinks() {
        return links;
    }

    void creating(Path directory) {
        creating.accept(directory);
    }

    /** Sets the fault to inject, replacing an earlier one. */
    public void fail(Fault fault) {
        synchronized (disk) {
            disk.faults.set(Optional.of(fault));
        }
    }

    /** Removes the fault. */
    public void heal() {
        synchronized (disk) {
            disk.faults.set(Optional.empty());
        }
    }

    /** The number of operations that failed because of the current fault. */
    public long failures() {
        synchronized (disk) {
            return disk.faults.failures();
        }
    }

    public DiskCounts counts() {
        return disk.counts();
    }

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("it holds nothing to be closed");
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return real.getSeparator();
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(root.getRoot());
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return real.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return real.supportedFileAttributeViews();
    }

    @Override
    public Path getPath(String first, String... more) {
        return new CrashPath(this, real.getPath(first, more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        PathMatcher matcher = real.getPathMatcher(pattern);
        return path -> matcher.matches(CrashPath.real(path));
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        return real.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("watching");
    }
}
