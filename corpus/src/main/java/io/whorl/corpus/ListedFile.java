package io.whorl.corpus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * A regular file of a source.
 *
 * @param id its path relative to the source, or its name
 */
record ListedFile(String id, Path path) {
    /** Lists all files, in the order of the UTF-8 bytes of their ids. Reports unreadable ones to {@code failure}. */
    static List<ListedFile> of(Path directory, BiConsumer<Path, IOException> failure) throws IOException {
        List<byte[]> ids = new ArrayList<>();
        // The paths that do not follow from the ids, because the names are not in the encoding of file names.
        Map<byte[], Path> others = new IdentityHashMap<>();
        walk(
                directory,
                (file, attributes) -> {
                    String id = DocumentNames.relative(directory, file);
                    byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
                    ids.add(utf8);
                    if (!leadsTo(directory, id, file)) {
                        others.put(utf8, file);
                    }
                },
                failure);
        ids.sort(Arrays::compareUnsigned);
        // A directory may have millions of files. A file takes the bytes of its id only; the rest is made when needed.
        return new AbstractList<>() {
            @Override
            public ListedFile get(int index) {
                String id = new String(ids.get(index), StandardCharsets.UTF_8);
                Path other = others.get(ids.get(index));
                return new ListedFile(id, other == null ? directory.resolve(id) : other);
            }

            @Override
            public int size() {
                return ids.size();
            }
        };
    }

    private static boolean leadsTo(Path directory, String id, Path file) {
        try {
            return directory.resolve(id).equals(file);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /**
     * Visits the regular files below a directory, in no particular order, and follows links. Reports unreadable ones to
     * {@code failure} and continues.
     */
    static void walk(Path directory, BiConsumer<Path, BasicFileAttributes> file, BiConsumer<Path, IOException> failure)
            throws IOException {
        SimpleFileVisitor<Path> visitor = new SimpleFileVisitor<>() {
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
            public FileVisitResult postVisitDirectory(Path path, IOException e) {
                if (e != null) {
                    failure.accept(path, new SourceAccessException(e));
                }
                return FileVisitResult.CONTINUE;
            }
        };
        Files.walkFileTree(directory, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, visitor);
    }
}
