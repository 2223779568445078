package io.whorl.corpus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * A regular file below a directory.
 *
 * @param id its path relative to the directory
 * @param size its bytes when it was listed
 */
record ListedFile(String id, Path path, long size) {
    /** Lists all files, in the order of the UTF-8 bytes of their ids. Reports unreadable ones to {@code failure}. */
    static List<ListedFile> of(Path directory, BiConsumer<Path, IOException> failure) throws IOException {
        List<ListedFile> files = new ArrayList<>();
        DirectoryWalker.walk(
                directory,
                (file, attributes) ->
                        files.add(new ListedFile(DocumentNames.relative(directory, file), file, attributes.size())),
                failure);
        files.sort(Comparator.comparing(ListedFile::id, DocumentNames.BY_UTF8));
        return files;
    }
}
