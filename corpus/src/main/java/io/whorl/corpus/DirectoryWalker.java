package io.whorl.corpus;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.function.BiConsumer;

/** Visits the regular files below a directory and follows links. */
final class DirectoryWalker extends SimpleFileVisitor<Path> {
    private final BiConsumer<Path, BasicFileAttributes> file;
    private final BiConsumer<Path, IOException> failure;

    private DirectoryWalker(BiConsumer<Path, BasicFileAttributes> file, BiConsumer<Path, IOException> failure) {
        this.file = file;
        this.failure = failure;
    }

    /** Visits files in no particular order. Reports unreadable ones to {@code failure} and continues. */
    static void walk(Path directory, BiConsumer<Path, BasicFileAttributes> file, BiConsumer<Path, IOException> failure)
            throws IOException {
        EnumSet<FileVisitOption> links = EnumSet.of(FileVisitOption.FOLLOW_LINKS);
        Files.walkFileTree(directory, links, Integer.MAX_VALUE, new DirectoryWalker(file, failure));
    }

    @Override
    public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
        if (attributes.isRegularFile()) {
            file.accept(path, attributes);
        } else if (attributes.isSymbolicLink()) {
            failure.accept(path, new IOException("a symbolic link to nothing"));
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path path, IOException e) {
        // A link back to a parent hides no document: all are reached without it.
        if (!(e instanceof FileSystemLoopException)) {
            failure.accept(path, new SourceAccessException(e));
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException e) {
        if (e != null) {
            failure.accept(directory, new SourceAccessException(e));
        }
        return FileVisitResult.CONTINUE;
    }
}
