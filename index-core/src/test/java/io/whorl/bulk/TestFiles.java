package io.whorl.bulk;

import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Files for property tests, for which JUnit creates no temporary directory. */
public final class TestFiles {
    private TestFiles() {}

    /** Returns the bytes of the segment that a bulk build makes from a corpus. */
    public static byte[] bulk(Path directory, Scheme scheme, Map<String, byte[]> corpus) throws IOException {
        Path index = directory.resolve("bulk");
        BuildTest.build(
                index, scheme, corpus, BuildOptions.DEFAULT.memory(16 << 20).threads(1));
        return Files.readAllBytes(
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name()));
    }

    /** Builds an index of a corpus. */
    public static void build(Path index, Scheme scheme, Map<String, byte[]> corpus, BuildOptions options)
            throws IOException {
        BuildTest.build(index, scheme, corpus, options);
    }

    /** Files directly in the directory. */
    public static List<Path> segments(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    public static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
