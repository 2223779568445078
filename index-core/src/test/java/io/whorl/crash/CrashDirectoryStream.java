package io.whorl.crash;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Path;
import java.util.Iterator;

/** The paths of the real directory, as paths of the file system that lists it. */
final class CrashDirectoryStream implements DirectoryStream<Path> {
    private final CrashFileSystem system;
    private final DirectoryStream<Path> real;

    CrashDirectoryStream(CrashFileSystem system, DirectoryStream<Path> real) {
        this.system = system;
        this.real = real;
    }

    @Override
    public Iterator<Path> iterator() {
        Iterator<Path> paths = real.iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return paths.hasNext();
            }

            @Override
            public Path next() {
                return new CrashPath(system, paths.next());
            }
        };
    }

    @Override
    public void close() throws IOException {
        real.close();
    }
}
