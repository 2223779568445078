package io.whorl.bulk;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Hashing;
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

    /** Schemes whose segments differ in form: widths, frequencies, extras. */
    public enum BuiltSchemes {
        DEFAULT(Scheme.builder().build()),
        FREQUENT(Scheme.builder().granularity(1).frequencies(true).build()),
        WIDEST(Scheme.builder().granularity(2).frequencies(true).bits(64).build()),
        NARROWEST(Scheme.builder()
                .granularity(3)
                .bits(32)
                .hash(Hashing.Algorithm.RABIN)
                .build()),
        MIN_S(Scheme.builder()
                .granularity(2)
                .selection("min-s", Map.of("s", "20"))
                .build()),
        MOD_BY_SIZE(Scheme.builder()
                .granularity(2)
                .selection("mod-by-size", Map.of())
                .build());

        public final Scheme scheme;

        BuiltSchemes(Scheme drawn) {
            // With all parameters, as a build writes it.
            scheme = Fingerprinter.of(drawn).scheme();
        }
    }
}
