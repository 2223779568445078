package io.whorl.crash;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;

/** A real path whose operations go through a {@link CrashFileSystem}. */
final class CrashPath implements Path {
    private final CrashFileSystem system;
    final Path real;

    CrashPath(CrashFileSystem system, Path real) {
        this.system = system;
        this.real = real;
    }

    /** The path as the real file system knows it, of either kind. */
    static Path real(Path path) {
        return path instanceof CrashPath p ? p.real : path;
    }

    private Path wrap(Path path) {
        return path == null ? null : new CrashPath(system, path);
    }

    @Override
    public FileSystem getFileSystem() {
        return system;
    }

    @Override
    public boolean isAbsolute() {
        return real.isAbsolute();
    }

    @Override
    public Path getRoot() {
        return wrap(real.getRoot());
    }

    @Override
    public Path getFileName() {
        return wrap(real.getFileName());
    }

    @Override
    public Path getParent() {
        return wrap(real.getParent());
    }

    @Override
    public int getNameCount() {
        return real.getNameCount();
    }

    @Override
    public Path getName(int index) {
        return wrap(real.getName(index));
    }

    @Override
    public Path subpath(int from, int to) {
        return wrap(real.subpath(from, to));
    }

    @Override
    public boolean startsWith(Path other) {
        return other instanceof CrashPath p && p.system == system && real.startsWith(p.real);
    }

    @Override
    public boolean endsWith(Path other) {
        return other instanceof CrashPath p && p.system == system && real.endsWith(p.real);
    }

    @Override
    public Path normalize() {
        return wrap(real.normalize());
    }

    @Override
    public Path resolve(Path other) {
        return wrap(real.resolve(real(other)));
    }

    @Override
    public Path relativize(Path other) {
        return wrap(real.relativize(real(other)));
    }

    @Override
    public URI toUri() {
        return real.toUri();
    }

    @Override
    public Path toAbsolutePath() {
        return wrap(real.toAbsolutePath());
    }

    @Override
    public Path toRealPath(LinkOption... options) throws IOException {
        return wrap(real.toRealPath(options));
    }

    /** The real file: changes to it are not seen, and never safe. */
    @Override
    public File toFile() {
        return real.toFile();
    }

    @Override
    public WatchKey register(WatchService watcher, WatchEvent.Kind<?>[] events, WatchEvent.Modifier... modifiers) {
        throw new UnsupportedOperationException("watching");
    }

    @Override
    public int compareTo(Path other) {
        return real.compareTo(((CrashPath) other).real);
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof CrashPath p && p.system == system && p.real.equals(real);
    }

    @Override
    public int hashCode() {
        return real.hashCode();
    }

    @Override
    public String toString() {
        return real.toString();
    }
}
