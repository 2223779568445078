package io.whorl.corpus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
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
        Map<byte[], Path> others = new IdentityHashMap<>();
        DirectoryWalker.walk(
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
        return new Files(directory, ids, others);
    }

    private static boolean leadsTo(Path directory, String id, Path file) {
        try {
            return directory.resolve(id).equals(file);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** A directory may have millions of files. A file takes the bytes of its id only; the rest is made when needed. */
    private static final class Files extends AbstractList<ListedFile> implements RandomAccess {
        private final Path directory;
        private final List<byte[]> ids;
        /** The paths that do not follow from the ids, because the names are not in the encoding of file names. */
        private final Map<byte[], Path> others;

        Files(Path directory, List<byte[]> ids, Map<byte[], Path> others) {
            this.directory = directory;
            this.ids = ids;
            this.others = others;
        }

        private static String id(byte[] utf8) {
            return new String(utf8, StandardCharsets.UTF_8);
        }

        private Path path(byte[] utf8) {
            Path other = others.get(utf8);
            return other == null ? directory.resolve(id(utf8)) : other;
        }

        @Override
        public ListedFile get(int index) {
            byte[] utf8 = ids.get(index);
            return new ListedFile(id(utf8), path(utf8));
        }

        @Override
        public int size() {
            return ids.size();
        }
    }
}
