package io.whorl.bulk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.CorruptIndexException;
import io.whorl.RandomCorpus;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Schemes;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;
import io.whorl.testing.ForgedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;

/** Files for property tests, for which JUnit creates no temporary directory. */
public final class TestFiles {
    private TestFiles() {}

    /** Returns the bytes of the segment that a bulk build makes from a corpus. */
    public static byte[] bulk(Path directory, Scheme scheme, Map<String, byte[]> corpus) throws IOException {
        Path index = directory.resolve("bulk");
        RandomCorpus.index(
                index, scheme, corpus, BuildOptions.DEFAULT.memory(16 << 20).threads(1));
        return bytes(index);
    }

    /** The bytes of the only segment of an index, none of whose documents is deleted. */
    public static byte[] bytes(Path index) throws IOException {
        List<SegmentFile> segments = IndexFiles.readManifest(index).segments();
        assertEquals(1, segments.size());
        assertEquals(Optional.empty(), segments.get(0).deaths());
        return Files.readAllBytes(index.resolve(segments.get(0).name()));
    }

    /** A copy with one bit changed. */
    public static byte[] flipped(byte[] bytes, int bit) {
        byte[] copy = bytes.clone();
        copy[bit / 8] ^= (byte) (1 << (bit % 8));
        return copy;
    }

    /** A MANIFEST with a valid checksum. */
    public static byte[] manifest(String json) {
        int checksum = ForgedFiles.crc(RandomCorpus.utf8(json), 0, RandomCorpus.utf8(json).length);
        return RandomCorpus.utf8(String.format(Locale.ROOT, "%s\n%08x\n", json, checksum));
    }

    /** Asserts that a call reports damage of a file, and returns the error. */
    public static CorruptIndexException assertDamaged(Path file, Executable call) {
        CorruptIndexException e = assertThrows(CorruptIndexException.class, call);
        assertEquals(file, e.file(), e::getMessage);
        return e;
    }

    /** The files at any depth below a directory whose names match a pattern, in the order of their paths. */
    public static List<Path> files(Path directory, String pattern) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .filter(f -> f.getFileName().toString().matches(pattern))
                    .sorted()
                    .toList();
        }
    }

    /** The names of what is in a directory. */
    public static TreeSet<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> f.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Opens the first segment of an index. */
    public static Segment segment(Path index) throws IOException {
        Manifest manifest = IndexFiles.readManifest(index);
        return IndexFiles.openSegment(index, manifest, manifest.segments().get(0));
    }

    /** Copies a directory and what is in it, but not files of these names, over files that are there. */
    public static void copy(Path from, Path to, Path... except) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                if (Files.isDirectory(file)) {
                    Files.createDirectories(to.resolve(from.relativize(file)));
                } else if (!List.of(except).contains(file.getFileName())) {
                    Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.REPLACE_EXISTING);
                }
            }
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
        DEFAULT(""),
        FREQUENT("granularity=1 frequencies=true"),
        WIDEST("granularity=2 frequencies=true bits=64"),
        NARROWEST("granularity=3 bits=32 hash=RABIN"),
        MIN_S("granularity=2 selection=min-s:s=20"),
        MOD_BY_SIZE("granularity=2 selection=mod-by-size"),
        WINNOWING("selection=winnowing bits=57"),
        SENTENCES("unit=SENTENCE granularity=1");

        public final Scheme scheme;

        BuiltSchemes(String settings) {
            // With all parameters, as a build writes it.
            scheme = Fingerprinter.of(Schemes.of(settings)).scheme();
        }
    }
}
