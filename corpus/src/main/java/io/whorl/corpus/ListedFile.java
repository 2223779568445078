package io.whorl.corpus;

import io.whorl.corpus.Meter.SourceAccessException;
import io.whorl.corpus.internal.container.Utf8;
import java.io.IOException;
import java.net.URLDecoder;
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
import java.util.function.BiFunction;

/**
 * A regular file of a source.
 *
 * @param id its path relative to the source, or its name
 */
record ListedFile(String id, Path path) {
    /**
     * Lists all files, in the order of the UTF-8 bytes of their ids. Reports unreadable ones to {@code failure}.
     *
     * @param made makes an element of the list of an id and a path, each time that it is asked for
     */
    static <T> List<T> of(Path directory, BiFunction<String, Path, T> made, BiConsumer<Path, IOException> failure)
            throws IOException {
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
            public T get(int index) {
                String id = new String(ids.get(index), StandardCharsets.UTF_8);
                Path other = others.get(ids.get(index));
                return made.apply(id, other == null ? directory.resolve(id) : other);
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
                } else {
                    String what = attributes.isSymbolicLink() ? "a symbolic link to nothing" : "not a regular file";
                    failure.accept(path, new IOException(what));
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

    /** Makes document ids from file names (DEFINITIONS, Identifiers and sources). */
    static final class DocumentNames {
        private DocumentNames() {}

        /** The name of a file without its directory. */
        static String file(Path file) {
            Path name = file.getFileName();
            return name == null ? "" : decoded(name, file);
        }

        /** The path of a file below a directory, with {@code /} on every system. */
        static String relative(Path directory, Path file) {
            return decoded(directory.relativize(file), file);
        }

        /** The path of a file as it was given, for the places of its documents. */
        static String place(Path file) {
            String plain = file.toString();
            boolean slashes = file.getFileSystem().getSeparator().equals("/");
            return slashes ? (plain.startsWith("/") ? "/" : "") + decoded(file, file) : plain;
        }

        private static String decoded(Path end, Path file) {
            String plain = slashes(end);
            boolean simple = plain.chars().allMatch(c -> c < 0x80 && c != '\\');
            // The file system decodes names with loss, but URIs keep their bytes.
            return simple ? plain : Utf8.name(bytes(file.toUri().getRawPath(), end.getNameCount()));
        }

        private static String slashes(Path path) {
            StringBuilder s = new StringBuilder();
            for (Path name : path) {
                s.append(s.length() == 0 ? "" : "/").append(name);
            }
            return s.toString();
        }

        private static byte[] bytes(String rawPath, int names) {
            int from = rawPath.length();
            for (int i = 0; i < names; i++) {
                from = rawPath.lastIndexOf('/', from - 1);
            }
            String name = rawPath.substring(from + 1).replace("+", "%2B");
            return URLDecoder.decode(name, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
        }
    }
}
