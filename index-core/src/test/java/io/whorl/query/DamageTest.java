package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.NotAnIndexException;
import io.whorl.RandomCorpus;
import io.whorl.UnsupportedFormatException;
import io.whorl.build.BuildOptions;
import io.whorl.build.IndexBuilder;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A damaged index says so in a typed error, or answers as if it were whole; where it does neither, a check finds the
 * damage. The timeout is for hangs alone.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamageTest {
    private static final Map<String, byte[]> CORPUS = RandomCorpus.of(31, 17, 70);

    @TempDir
    Path directory;
    private DamagedIndex index;
    private Optional<DamagedIndex.Answers> whole;

    static Stream<Scheme> schemes() {
        return Stream.of(
                Scheme.builder().build(),
                Scheme.builder().granularity(1).frequencies(true).bits(64).build(),
                Scheme.builder().granularity(2).selection("min-s", Map.of("s", "9")).build(),
                Scheme.builder().granularity(1).selection("mod-by-size", Map.of()).bits(33).build());
    }

    private void build(Scheme scheme) throws IOException {
        Path built = directory.resolve("whole");
        try (IndexBuilder builder = IndexBuilder.create(built, scheme, BuildOptions.DEFAULT)) {
            for (Map.Entry<String, byte[]> d : CORPUS.entrySet()) {
                builder.add(d.getKey(), d.getValue());
            }
            builder.finish();
        }
        index = new DamagedIndex(built, directory, CORPUS,
                scheme.selection().name().equals("min-s") ? Measure.RESEMBLANCE : Measure.CONTAINED);
        whole = index.ask(built);
        assertTrue(whole.isPresent() && DamagedIndex.clean(built));
    }

    private void assertSuspicious(byte[] manifest, byte[] segment, Supplier<String> what) throws IOException {
        Path copy = index.copy(manifest, segment);
        Optional<DamagedIndex.Answers> answers = index.ask(copy);
        if (DamagedIndex.clean(copy)) {
            assertEquals(whole, answers, what);
        }
        DamagedIndex.delete(copy);
    }

    /** No promise about the answers here, but that there is one, or a typed error. */
    private void assertCalm(byte[] segment) throws IOException {
        Path copy = index.copy(index.manifest, segment);
        index.ask(copy);
        DamagedIndex.clean(copy);
        DamagedIndex.delete(copy);
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void cutAtAnyLength(Scheme scheme) throws IOException {
        build(scheme);
        for (int length = 0; length < index.segment.length; length++) {
            Path copy = index.copy(index.manifest, Arrays.copyOf(index.segment, length));
            CorruptIndexException e = assertThrows(CorruptIndexException.class, () -> Snapshot.open(copy));
            assertEquals(copy.resolve(DamagedIndex.SEGMENT), e.file());
            assertTrue(e.offset() >= 0 && !e.reason().isEmpty());
            assertFalse(DamagedIndex.clean(copy));
            DamagedIndex.delete(copy);
        }
        for (int length = 0; length < index.manifest.length; length++) {
            Path copy = index.copy(Arrays.copyOf(index.manifest, length), index.segment);
            CorruptIndexException e = assertThrows(CorruptIndexException.class, () -> Snapshot.open(copy));
            assertEquals(copy.resolve("MANIFEST"), e.file());
            assertFalse(DamagedIndex.clean(copy));
            DamagedIndex.delete(copy);
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void withABitFlipped(Scheme scheme) throws IOException {
        build(scheme);
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            int bit = random.nextInt(index.segment.length * 8);
            assertSuspicious(index.manifest, DamagedIndex.flipped(index.segment, bit), () -> "segment, bit " + bit);
        }
        for (int i = 0; i < 300; i++) {
            int bit = random.nextInt(index.manifest.length * 8);
            assertSuspicious(DamagedIndex.flipped(index.manifest, bit), index.segment, () -> "manifest, bit " + bit);
        }
    }

    /** Every bit of the header, its checksum made right: the deeper code meets every width, count and place. */
    @ParameterizedTest
    @MethodSource("schemes")
    void withAForgedHeader(Scheme scheme) throws IOException {
        build(scheme);
        for (int bit = 0; bit < 540 * 8; bit++) {
            int at = bit;
            if (at / 8 >= 150 && at / 8 < 250) {
                // Not used by this version.
                continue;
            }
            byte[] forged = DamagedIndex.headerSealed(DamagedIndex.flipped(index.segment, bit));
            assertSuspicious(index.manifest, forged, () -> "header, byte " + at / 8 + ", bit " + at % 8);
        }
        Random random = new Random(2);
        for (int i = 0; i < 300; i++) {
            byte[] forged = index.segment.clone();
            int at = 12 + random.nextInt(520);
            for (int j = 0; j < 8; j++) {
                forged[at + j] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt());
            }
            assertSuspicious(index.manifest, DamagedIndex.headerSealed(forged), () -> "header, bytes from " + at);
        }
    }

    /** All checksums made right over bad contents: nothing but the contents can be found out then. */
    @ParameterizedTest
    @MethodSource("schemes")
    void withForgedSections(Scheme scheme) throws IOException {
        build(scheme);
        Random random = new Random(3);
        for (int i = 0; i < 1_000; i++) {
            byte[] forged = index.segment.clone();
            int at = DamagedIndex.HEADER + random.nextInt(forged.length - DamagedIndex.HEADER);
            int n = Math.min(forged.length - at, 1 + random.nextInt(i % 3 == 0 ? 12 : 1));
            for (int j = 0; j < n; j++) {
                forged[at + j] = (byte) (i % 2 == 0 ? 0xFF : random.nextInt());
            }
            assertCalm(DamagedIndex.sealed(forged));
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void garbage(Scheme scheme) throws IOException {
        build(scheme);
        Random random = new Random(4);
        for (int i = 0; i < 300; i++) {
            byte[] bytes = new byte[i % 2 == 0 ? index.segment.length : random.nextInt(5_000)];
            random.nextBytes(bytes);
            int kept = i % 3 == 0 ? 0 : random.nextInt(Math.min(bytes.length, 600) + 1);
            System.arraycopy(index.segment, 0, bytes, 0, kept);
            byte[] forged = i % 4 == 0 && bytes.length >= 1024 ? DamagedIndex.headerSealed(bytes) : bytes;
            assertSuspicious(index.manifest, forged, () -> "garbage after " + kept);
            assertSuspicious(bytes, index.segment, () -> "garbage for a manifest");
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void ofAnotherFormatOrWithPartsMissing(Scheme scheme) throws IOException {
        build(scheme);
        byte[] newer = index.segment.clone();
        newer[8]++;
        Path newerSegment = index.copy(index.manifest, newer);
        assertThrows(UnsupportedFormatException.class, () -> Snapshot.open(newerSegment));
        Path newerManifest = index.copy(
                DamagedIndex.manifest(index.json().replace("\"version\":2,\"gen", "\"version\":3,\"gen")), index.segment);
        assertThrows(UnsupportedFormatException.class, () -> Snapshot.open(newerManifest));

        Path noSegment = index.copy(index.manifest, index.segment);
        Files.delete(noSegment.resolve(DamagedIndex.SEGMENT));
        assertTrue(assertThrows(CorruptIndexException.class, () -> Snapshot.open(noSegment)).getMessage()
                .contains("missing"));
        assertFalse(DamagedIndex.clean(noSegment));
        Path noManifest = index.copy(index.manifest, index.segment);
        Files.delete(noManifest.resolve("MANIFEST"));
        assertThrows(NotAnIndexException.class, () -> Snapshot.open(noManifest));
        assertThrows(NotAnIndexException.class, () -> IndexCheck.check(noManifest));
        assertThrows(NotAnIndexException.class, () -> Snapshot.open(directory.resolve("nothing here")));
        Path file = Files.write(directory.resolve("file"), new byte[3]);
        assertTrue(assertThrows(NotAnIndexException.class, () -> Snapshot.open(file)).getMessage()
                .contains("not a directory"));
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void withAManifestThatMeansSomethingElse(Scheme scheme) throws IOException {
        build(scheme);
        String json = index.json();
        for (String forged : new String[] {
                json.replace("0x57484f524c", "0x7"),
                json.replace("segment-000001.whs", "segment-000002.whs"),
                json.replace("segment-000001.whs", "../segment.whs"),
                json.replace("\"length\":", "\"length\":1"),
                json.replace("\"length\":", "\"length\":\"x\",\"l\":"),
                json.replace("\"segments\"", "\"scheme\":null,\"segments\""),
                json.replace("\"segments\"", "\"scheme\":{},\"segments\""),
                "{}", "", "null", "[[[[", "{\"version\":1", "\u0000"}) {
            assertFalse(forged.equals(json));
            Path copy = index.copy(DamagedIndex.manifest(forged), index.segment);
            assertThrows(CorruptIndexException.class, () -> Snapshot.open(copy), forged);
            assertFalse(DamagedIndex.clean(copy));
        }
    }
}
