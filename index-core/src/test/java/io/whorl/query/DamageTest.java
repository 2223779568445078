package io.whorl.query;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.SharedPostings;
import io.whorl.build.SegmentMerge;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.testing.ForgedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A damaged index causes a typed error, or answers as if it were intact. If it was forged, with valid checksums, a
 * check may have to find that.
 */
class DamageTest {
    private static final Map<String, byte[]> CORPUS = RandomCorpus.of(31, 17, 70);

    /** The number of the section. */
    private static final int FAMILIES = 12;

    private static final int TABLE = 2;
    private static final int OVERFLOW = 3;
    private static final int SPILLED = 4;
    /** The bytes of a line behind its header. */
    private static final int ENTRIES = 56;

    /** The step between the lengths and header bits that are tried. */
    private static final int STEP = LongForm.of(37, 1);

    /** The step between the bytes that are changed, for each kind of index: the whole file is covered. */
    private static final int FLIP_STEP = LongForm.of(211, 1);

    private static final int FLIPS_OF_MANIFEST = LongForm.of(20, 1_000);
    private static final int FORGERIES = LongForm.of(20, 5_000);
    /** A multiple of 12, so that all combinations of the kinds of garbage occur. */
    private static final int GARBAGE = LongForm.of(24, 3_000);

    @TempDir
    Path directory;

    private DamagedIndex index;
    private Optional<DamagedIndex.Answers> whole;

    /** @param shared true if copies share postings */
    private record Kind(Scheme scheme, boolean shared, boolean stored) {
        Kind(Scheme scheme, boolean shared) {
            this(scheme, shared, false);
        }
    }

    static Stream<Kind> kinds() {
        Scheme plain = Scheme.builder().build();
        return Stream.of(
                new Kind(plain, false),
                new Kind(
                        Scheme.builder()
                                .granularity(1)
                                .frequencies(true)
                                .bits(64)
                                .build(),
                        false),
                new Kind(
                        Scheme.builder()
                                .granularity(2)
                                .selection("min-s", Map.of("s", "9"))
                                .build(),
                        false),
                new Kind(
                        Scheme.builder()
                                .granularity(1)
                                .selection("mod-by-size", Map.of())
                                .bits(33)
                                .build(),
                        false),
                new Kind(plain, true),
                new Kind(plain, false, true));
    }

    private void build(Kind kind) throws IOException {
        Path built = directory.resolve("whole");
        Map<String, byte[]> corpus = new LinkedHashMap<>();
        CORPUS.entrySet().stream().limit(kind.shared ? 5 : CORPUS.size()).forEach(d -> {
            corpus.put(d.getKey(), d.getValue());
            if (kind.shared) {
                corpus.put(d.getKey().hashCode() % 9 + d.getKey(), d.getValue());
            }
        });
        if (kind.shared) {
            SharedPostings.index(built, kind.scheme, corpus, new Random(5), 100);
            assertFalse(
                    Segment.open(built.resolve(DamagedIndex.SEGMENT)).families().isEmpty());
        } else {
            BuildOptions options = BuildOptions.DEFAULT.storeText(kind.stored).storeFingerprints(kind.stored);
            try (IndexBuilder builder = IndexBuilder.create(built, kind.scheme, options)) {
                for (Map.Entry<String, byte[]> d : corpus.entrySet()) {
                    Instant date = Instant.ofEpochSecond(d.getKey().hashCode());
                    builder.add(d.getKey(), d.getValue(), kind.stored ? Optional.of(date) : Optional.empty());
                }
                builder.finish();
            }
        }
        index = new DamagedIndex(
                built,
                directory,
                corpus,
                kind.scheme.selection().name().equals("min-s") ? Measure.RESEMBLANCE : Measure.CONTAINED);
        whole = index.ask(built);
        assertTrue(whole.isPresent() && DamagedIndex.clean(built));
    }

    private void assertDetectedOrRight(byte[] manifest, byte[] segment, Supplier<String> damage) throws IOException {
        Path copy = index.copy(manifest, segment);
        Optional<DamagedIndex.Answers> answers = index.ask(copy);
        if (DamagedIndex.clean(copy)) {
            assertEquals(whole, answers, damage);
        }
        DamagedIndex.delete(copy);
    }

    /** Answers may be wrong here, but each call must end with an answer or a typed error. */
    private void assertEnds(byte[] segment) throws IOException {
        Path copy = index.copy(index.manifest, segment);
        index.ask(copy);
        DamagedIndex.clean(copy);
        DamagedIndex.delete(copy);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void truncatedFilesAreRefused(Kind kind) throws IOException {
        build(kind);
        for (int length = 0; length < index.segment.length; length += STEP) {
            Path copy = index.copy(index.manifest, Arrays.copyOf(index.segment, length));
            CorruptIndexException e = assertThrows(CorruptIndexException.class, () -> Snapshot.open(copy));
            assertEquals(copy.resolve(DamagedIndex.SEGMENT), e.file());
            assertTrue(e.offset() >= 0 && !e.reason().isEmpty());
            assertFalse(DamagedIndex.clean(copy));
            DamagedIndex.delete(copy);
        }
        for (int length = 0; length < index.manifest.length; length += STEP) {
            Path copy = index.copy(Arrays.copyOf(index.manifest, length), index.segment);
            CorruptIndexException e = assertThrows(CorruptIndexException.class, () -> Snapshot.open(copy));
            assertEquals(copy.resolve("MANIFEST"), e.file());
            assertFalse(DamagedIndex.clean(copy));
            DamagedIndex.delete(copy);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void flippedBitsAreDetected(Kind kind) throws IOException {
        build(kind);
        Random random = new Random(1);
        for (int at = 0; at < index.segment.length; at += FLIP_STEP) {
            int bit = at * 8 + random.nextInt(8);
            Path copy = index.copy(index.manifest, DamagedIndex.flipped(index.segment, bit));
            Optional<DamagedIndex.Answers> answers = index.ask(copy);
            if (answers.isPresent()) {
                assertEquals(whole, answers, () -> "segment, bit " + bit);
            }
            assertFalse(DamagedIndex.clean(copy), () -> "segment, bit " + bit);
            DamagedIndex.delete(copy);
        }
        for (int i = 0; i < FLIPS_OF_MANIFEST; i++) {
            int bit = random.nextInt(index.manifest.length * 8);
            assertDetectedOrRight(
                    DamagedIndex.flipped(index.manifest, bit), index.segment, () -> "manifest, bit " + bit);
        }
    }

    /** The entries of the last line may be forged to minutiae of more than W bits, which no line has. */
    @ParameterizedTest
    @MethodSource("kinds")
    void forgedEntriesOfTheLastLinesEnd(Kind kind) throws IOException {
        build(kind);
        Random random = new Random(8);
        for (int section : new int[] {TABLE, OVERFLOW, SPILLED}) {
            int length = ForgedFiles.length(index.segment, section);
            int end = ForgedFiles.offset(index.segment, section) + length;
            for (int i = 0; length > 0 && i < FORGERIES; i++) {
                byte[] forged = index.segment.clone();
                for (int at = end - Math.min(length, ENTRIES); at < end; at++) {
                    forged[at] = (byte) random.nextInt();
                }
                assertEnds(ForgedFiles.segment(forged));
            }
        }
    }

    /**
     * Changes each bit of the header and corrects its checksum, so that the reader uses every width, count and offset.
     */
    @ParameterizedTest
    @MethodSource("kinds")
    void forgedHeadersAreDetected(Kind kind) throws IOException {
        build(kind);
        for (int bit = 0; bit < 616 * 8; bit += STEP) {
            int at = bit;
            if (at / 8 >= 136 && at / 8 < 250 || at / 8 >= 120 && at / 8 < 128) {
                // Unused by this version, or the first date, which nothing repeats.
                continue;
            }
            byte[] forged = DamagedIndex.headerSealed(DamagedIndex.flipped(index.segment, bit));
            assertDetectedOrRight(index.manifest, forged, () -> "header, byte " + at / 8 + ", bit " + at % 8);
        }
        Random random = new Random(2);
        for (int i = 0; i < FLIPS_OF_MANIFEST; i++) {
            byte[] forged = index.segment.clone();
            int at = 12 + random.nextInt(592);
            for (int j = 0; j < 8; j++) {
                forged[at + j] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt());
            }
            assertDetectedOrRight(index.manifest, DamagedIndex.headerSealed(forged), () -> "header, bytes from " + at);
        }
    }

    /** Corrects all checksums after damaging the contents, so that only the contents can reveal it. */
    @ParameterizedTest
    @MethodSource("kinds")
    void forgedSectionsEndWithAnAnswerOrATypedError(Kind kind) throws IOException {
        build(kind);
        Random random = new Random(3);
        for (int i = 0; i < FORGERIES; i++) {
            byte[] forged = index.segment.clone();
            int at = DamagedIndex.HEADER + random.nextInt(forged.length - DamagedIndex.HEADER);
            int n = Math.min(forged.length - at, 1 + random.nextInt(i % 3 == 0 ? 12 : 1));
            for (int j = 0; j < n; j++) {
                forged[at + j] = (byte) (i % 2 == 0 ? 0xFF : random.nextInt());
            }
            assertEnds(ForgedFiles.segment(forged));
        }
    }

    /** A check finds any change to the rings of families, and no reader follows a ring forever. */
    @Test
    void forgedFamiliesAreDetected() throws IOException {
        build(new Kind(Scheme.builder().build(), true));
        int documents = 10;
        int at = ForgedFiles.offset(index.segment, FAMILIES);
        assertEquals(documents, ForgedFiles.length(index.segment, FAMILIES));
        for (int d = 0; d < documents; d++) {
            for (int next = 0; next <= documents; next++) {
                byte[] forged = index.segment.clone();
                forged[at + d] = (byte) next;
                if (forged[at + d] != index.segment[at + d]) {
                    assertForgery(forged);
                }
            }
        }
        Random random = new Random(6);
        for (int i = 0; i < FLIPS_OF_MANIFEST; i++) {
            byte[] forged = index.segment.clone();
            for (int j = 0; j < 2 + i % 3; j++) {
                forged[at + random.nextInt(documents)] = (byte) random.nextInt(documents);
            }
            if (!Arrays.equals(forged, index.segment)) {
                assertForgery(forged);
            }
        }
    }

    private void assertForgery(byte[] forged) throws IOException {
        Path copy = index.copy(index.manifest, ForgedFiles.segment(forged));
        assertFalse(DamagedIndex.clean(copy));
        index.ask(copy);
        Segment segment = Segment.open(copy.resolve(DamagedIndex.SEGMENT));
        DeadDocuments dead = DeadDocuments.none(10).with(new long[] {0, 3, 4, 8}, 4);
        try {
            new SegmentMerge(List.of(new SegmentMerge.Input(segment, dead)), 1 << 16, new ScratchSpace(directory))
                    .count();
            new SegmentMerge(List.of(new SegmentMerge.Input(segment, dead)), 1 << 16, new ScratchSpace(directory))
                    .writeTo(directory.resolve("m"));
        } catch (CorruptIndexException typed) {
            assertEquals(segment.file(), typed.file());
        }
        DamagedIndex.delete(copy);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void garbageIsDetected(Kind kind) throws IOException {
        build(kind);
        Random random = new Random(4);
        for (int i = 0; i < GARBAGE; i++) {
            byte[] bytes = new byte[i % 2 == 0 ? index.segment.length : random.nextInt(5_000)];
            random.nextBytes(bytes);
            int kept = i % 3 == 0 ? 0 : random.nextInt(Math.min(bytes.length, 600) + 1);
            System.arraycopy(index.segment, 0, bytes, 0, kept);
            byte[] forged = i % 4 == 0 && bytes.length >= 1024 ? DamagedIndex.headerSealed(bytes) : bytes;
            assertDetectedOrRight(index.manifest, forged, () -> "garbage after " + kept);
            assertDetectedOrRight(bytes, index.segment, () -> "garbage for a manifest");
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void newerFormatsAndMissingFilesAreReported(Kind kind) throws IOException {
        build(kind);
        byte[] newer = index.segment.clone();
        newer[8] = 2;
        Path newerSegment = index.copy(index.manifest, newer);
        assertTrue(assertReason(RefusedException.Reason.VERSION, () -> Snapshot.open(newerSegment))
                .getMessage()
                .endsWith("use a newer release, or build the index again with this one"));
        Path newerManifest = index.copy(
                DamagedIndex.manifest(index.json().replace("\"version\":1,\"gen", "\"version\":2,\"gen")),
                index.segment);
        assertReason(RefusedException.Reason.VERSION, () -> Snapshot.open(newerManifest));

        Path noSegment = index.copy(index.manifest, index.segment);
        Files.delete(noSegment.resolve(DamagedIndex.SEGMENT));
        assertTrue(assertThrows(CorruptIndexException.class, () -> Snapshot.open(noSegment))
                .getMessage()
                .contains("missing"));
        assertFalse(DamagedIndex.clean(noSegment));
        Path noManifest = index.copy(index.manifest, index.segment);
        Files.delete(noManifest.resolve("MANIFEST"));
        assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> Snapshot.open(noManifest));
        assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexCheck.check(noManifest));
        assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> Snapshot.open(directory.resolve("nothing here")));
        Path file = Files.write(directory.resolve("file"), new byte[3]);
        assertTrue(assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> Snapshot.open(file))
                .getMessage()
                .contains("not a directory"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void forgedManifestsAreRefused(Kind kind) throws IOException {
        build(kind);
        String json = index.json();
        for (String forged : new String[] {
            json.replace("0x57484f524c", "0x7"),
            json.replace("segment-000001.whs", "segment-000002.whs"),
            json.replace("segment-000001.whs", "../segment.whs"),
            json.replace("\"length\":", "\"length\":1"),
            json.replace("\"length\":", "\"length\":\"x\",\"l\":"),
            json.replace("\"segments\"", "\"scheme\":null,\"segments\""),
            json.replace("\"segments\"", "\"scheme\":{},\"segments\""),
            json.replace("\"generation\":", "\"generation\":9223372036854775807,\"g\":"),
            json.replace("\"sequence\":", "\"sequence\":9223372036854775807,\"s\":"),
            json.replace("\"log\":", "\"log\":9223372036854775807,\"l\":"),
            json.replace("\"reached\":", "\"reached\":9223372036854775807,\"r\":"),
            json.replace("\"reached\":", "\"reached\":0,\"r\":"),
            json.replace("\"reached\":", "\"r\":"),
            "{}",
            "",
            "null",
            "[[[[",
            "{\"version\":1",
            "\u0000"
        }) {
            assertFalse(forged.equals(json));
            Path copy = index.copy(DamagedIndex.manifest(forged), index.segment);
            assertThrows(CorruptIndexException.class, () -> Snapshot.open(copy), forged);
            assertFalse(DamagedIndex.clean(copy));
        }
    }
}
