package io.whorl.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Files and directories with their cumulative sizes, or one stream.
 *
 * @param ends the bytes of all sources up to and including each one
 */
record SourceList(List<Path> paths, long[] ends, Optional<Stream> stream) {
    /** An open stream, and the name that a file with its bytes would have. */
    record Stream(String name, InputStream in) {}

    static SourceList of(String name, InputStream in) {
        return new SourceList(List.of(), new long[0], Optional.of(new Stream(name, in)));
    }

    /** @throws NoSuchFileException for the first source that does not exist */
    static SourceList of(List<Path> paths) throws IOException {
        for (Path source : paths) {
            if (Files.notExists(source)) {
                throw new NoSuchFileException(source.toString(), null, "there is no such source");
            }
        }
        long[] ends = new long[paths.size()];
        long total = 0;
        for (int i = 0; i < ends.length; i++) {
            total += size(paths.get(i));
            ends[i] = total;
        }
        return new SourceList(List.copyOf(paths), ends, Optional.empty());
    }

    /** Unreadable files count as empty here; they are reported when they are read. */
    private static long size(Path source) throws IOException {
        if (!Files.isDirectory(source)) {
            return Files.isRegularFile(source) ? Files.size(source) : 0;
        }
        AtomicLong sum = new AtomicLong();
        ListedFile.walk(source, (file, attributes) -> sum.addAndGet(attributes.size()), (file, e) -> {});
        return sum.get();
    }

    long total() {
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }
}
