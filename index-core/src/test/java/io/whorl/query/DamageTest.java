package io.whorl.query;

import static io.whorl.bulk.TestFiles.assertDamaged;
import static io.whorl.bulk.TestFiles.flipped;
import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.WhorlException;
import io.whorl.build.MergedSums;
import io.whorl.build.SegmentMerge;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.ClusterLines;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.crash.IndexState;
import io.whorl.fingerprint.Schemes;
import io.whorl.measure.Measure;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.testing.ForgedFiles;
import io.whorl.testing.LongForm;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A damaged index causes a typed error, or answers as if it were intact. If it was forged, with valid checksums, a
 * check may have to find that.
 */
class DamageTest {
    private static final Map<String, byte[]> CORPUS = RandomCorpus.of(31, 17, 70);

    /** The number of the section. */
    private static final int FAMILIES = 13;

    private static final Map<Integer, String> STORED =
            Map.of(14, "TEXT", 15, "TEXT", 17, "FINGERPRINT", 18, "FINGERPRINT");
    private static final int TABLE = 3;
    private static final int OVERFLOW = 4;
    private static final int OVERFLOW_STARTS = 5;
    /** The bytes of a line behind its header. */
    private static final int ENTRIES = 56;

    /** The step between the lengths and header bits that are tried. */
    private static final int STEP = LongForm.of(83, 1);

    /** The step between the bytes that are changed, for each kind of index: the whole file is covered. */
    private static final int FLIP_STEP = LongForm.of(431, 1);

    private static final int FLIPS_OF_MANIFEST = LongForm.of(20, 1_000);
    private static final int FORGERIES = LongForm.of(10, 5_000);
    /** A multiple of 12, so that all combinations of the kinds of garbage occur. */
    private static final int GARBAGE = LongForm.of(24, 3_000);

    @TempDir
    Path directory;

    private DamagedIndex index;
    private Optional<List<Object>> whole;

    /** @param shared true if copies share postings */
    private void build(String settings, boolean shared, boolean stored) throws IOException {
        Scheme scheme = Schemes.of(settings);
        Path built = directory.resolve("whole");
        Map<String, byte[]> corpus = new LinkedHashMap<>();
        CORPUS.entrySet().stream().limit(shared ? 5 : CORPUS.size()).forEach(d -> {
            corpus.put(d.getKey(), d.getValue());
            if (shared) {
                corpus.put(d.getKey().hashCode() % 9 + d.getKey(), d.getValue());
            }
        });
        BuildOptions options = BuildOptions.DEFAULT
                .duplicates(shared ? Duplicates.ALIAS : Duplicates.IGNORE)
                .storeText(stored)
                .storeFingerprints(stored);
        RandomCorpus.index(
                built,
                scheme,
                RandomCorpus.documents(
                        corpus, id -> stored ? Optional.of(Instant.ofEpochSecond(id.hashCode())) : Optional.empty()),
                options);
        assertEquals(!shared, TestFiles.segment(built).documents().families().isEmpty());
        index = new DamagedIndex(
                built,
                directory,
                corpus,
                scheme.selection().name().equals("min-s") ? Measure.RESEMBLANCE : Measure.CONTAINED);
        whole = index.ask(built);
        assertTrue(whole.isPresent() && IndexState.isClean(built));
    }

    private void assertDetectedOrRight(byte[] manifest, byte[] segment, Supplier<String> damage) throws IOException {
        Path copy = index.copy(manifest, segment);
        Optional<List<Object>> answers = index.ask(copy);
        if (IndexState.isClean(copy)) {
            assertEquals(whole, answers, damage);
        }
        TestFiles.delete(copy);
    }

    /** Answers may be wrong here, but each call must end with an answer or a typed error. */
    private void assertEnds(byte[] segment) throws IOException {
        Path copy = index.copy(index.manifest, segment);
        index.ask(copy);
        IndexState.isClean(copy);
        TestFiles.delete(copy);
    }

    @ParameterizedTest
    @CsvSource({
        "'', false, false",
        "granularity=1 frequencies=true bits=64, false, false",
        "granularity=2 selection=min-s:s=9, false, false",
        "granularity=1 selection=mod-by-size bits=33, false, false",
        "'', true, false",
        "'', false, true"
    })
    void damagedAndForgedFilesAreDetected(String settings, boolean shared, boolean stored) throws IOException {
        build(settings, shared, stored);
        truncatedFilesAreRefused();
        flippedBitsAreDetected();
        forgedEntriesOfTheLastLinesEnd();
        forgedHeadersAreDetected();
        forgedSectionsEndWithAnAnswerOrATypedError();
        garbageIsDetected();
        newerFormatsAndMissingFilesAreReported();
        forgedManifestsAreRefused();
    }

    private void truncatedFilesAreRefused() throws IOException {
        for (int length = 0; length < Math.max(index.segment.length, index.manifest.length); length += STEP) {
            if (length < index.segment.length) {
                assertRefused(index.copy(index.manifest, Arrays.copyOf(index.segment, length)), DamagedIndex.SEGMENT);
            }
            if (length < index.manifest.length) {
                assertRefused(index.copy(Arrays.copyOf(index.manifest, length), index.segment), "MANIFEST");
            }
        }
    }

    private static void assertRefused(Path copy, String file) throws IOException {
        CorruptIndexException e = assertDamaged(copy.resolve(file), () -> Snapshot.open(copy));
        assertTrue(e.offset() >= 0 && !e.reason().isEmpty());
        assertFalse(IndexState.isClean(copy));
        TestFiles.delete(copy);
    }

    private void flippedBitsAreDetected() throws IOException {
        Random random = new Random(1);
        for (int at = 0; at < index.segment.length; at += FLIP_STEP) {
            int bit = at * 8 + random.nextInt(8);
            Path copy = index.copy(index.manifest, flipped(index.segment, bit));
            Optional<List<Object>> answers = index.ask(copy);
            if (answers.isPresent()) {
                assertEquals(whole, answers, () -> "segment, bit " + bit);
            }
            assertFalse(IndexState.isClean(copy), () -> "segment, bit " + bit);
            assertSectionIsNamed(copy, at);
            TestFiles.delete(copy);
        }
        for (int i = 0; i < FLIPS_OF_MANIFEST; i++) {
            int bit = random.nextInt(index.manifest.length * 8);
            assertDetectedOrRight(flipped(index.manifest, bit), index.segment, () -> "manifest, bit " + bit);
        }
    }

    /** A check names the stored form that is damaged. */
    private void assertSectionIsNamed(Path copy, int at) throws IOException {
        for (Map.Entry<Integer, String> section : STORED.entrySet()) {
            int from = ForgedFiles.offset(index.segment, section.getKey());
            if (at >= from && at < from + ForgedFiles.length(index.segment, section.getKey())) {
                assertTrue(IndexCheck.check(copy).problems().toString().contains(section.getValue()), "byte " + at);
            }
        }
    }

    /** The entries of the last line may be forged to minutiae of more than W bits, which no line has. */
    private void forgedEntriesOfTheLastLinesEnd() throws IOException {
        Random random = new Random(8);
        for (int section : new int[] {TABLE, OVERFLOW, OVERFLOW_STARTS}) {
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
    private void forgedHeadersAreDetected() throws IOException {
        for (int bit = 0; bit < 636 * 8; bit += STEP) {
            int at = bit;
            if (at / 8 >= 108 && at / 8 < 250) {
                // Unused by this version.
                continue;
            }
            byte[] forged = DamagedIndex.headerSealed(flipped(index.segment, bit));
            assertDetectedOrRight(index.manifest, forged, () -> "header, byte " + at / 8 + ", bit " + at % 8);
        }
        Random random = new Random(2);
        for (int i = 0; i < FLIPS_OF_MANIFEST; i++) {
            byte[] forged = index.segment.clone();
            int at = 12 + random.nextInt(612);
            for (int j = 0; j < 8; j++) {
                forged[at + j] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt());
            }
            assertDetectedOrRight(index.manifest, DamagedIndex.headerSealed(forged), () -> "header, bytes from " + at);
        }
    }

    /** Corrects all checksums after damaging the contents, so that only the contents can reveal it. */
    private void forgedSectionsEndWithAnAnswerOrATypedError() throws IOException {
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
        build("", true, false);
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
        assertFalse(IndexState.isClean(copy));
        index.ask(copy);
        Segment segment = Segment.open(copy.resolve(DamagedIndex.SEGMENT));
        DeadDocuments dead = DeadDocuments.none(10).with(new long[] {0, 3, 4, 8}, 4);
        try {
            MergedSums.of(List.of(new SealedPart(segment, dead)), n -> 0, 1 << 16, new ScratchSpace(directory));
            new SegmentMerge(List.of(new SealedPart(segment, dead)), 1 << 16, new ScratchSpace(directory))
                    .writeTo(directory.resolve("m"));
        } catch (CorruptIndexException typed) {
            assertEquals(segment.file(), typed.file());
        }
        TestFiles.delete(copy);
    }

    private void garbageIsDetected() throws IOException {
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

    /** The causes of the errors are kept. */
    private void newerFormatsAndMissingFilesAreReported() throws IOException {
        byte[] newer = index.segment.clone();
        newer[8] = 2;
        Path newerSegment = index.copy(index.manifest, DamagedIndex.headerSealed(newer));
        assertTrue(assertReason(RefusedException.Reason.VERSION, () -> Snapshot.open(newerSegment))
                .getMessage()
                .endsWith("use a newer release, or build the index again with this one"));
        Path newerManifest = index.copy(
                TestFiles.manifest(index.json().replace("\"version\":1,\"gen", "\"version\":2,\"gen")), index.segment);
        assertReason(RefusedException.Reason.VERSION, () -> Snapshot.open(newerManifest));

        Path noSegment = index.copy(index.manifest, index.segment);
        Files.delete(noSegment.resolve(DamagedIndex.SEGMENT));
        assertMessage(CorruptIndexException.class, "missing", () -> Snapshot.open(noSegment));
        assertCause(NoSuchFileException.class, noSegment);
        assertFalse(IndexState.isClean(noSegment));
        Path noManifest = index.copy(index.manifest, index.segment);
        Files.delete(noManifest.resolve("MANIFEST"));
        assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> Snapshot.open(noManifest));
        assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexCheck.check(noManifest));
        RefusedException nothing = assertReason(
                RefusedException.Reason.NOT_AN_INDEX, () -> Snapshot.open(directory.resolve("nothing here")));
        assertInstanceOf(NoSuchFileException.class, nothing.getCause());
        Path file = Files.write(directory.resolve("file"), new byte[3]);
        assertReason(RefusedException.Reason.NOT_AN_INDEX, "not a directory", () -> Snapshot.open(file));

        String manifest = index.json().replaceFirst("(bits.{3})\\d+", "$14");
        assertCause(SchemeException.class, index.copy(TestFiles.manifest(manifest), index.segment));
        byte[] forged = index.segment.clone();
        forged[ForgedFiles.offset(forged, SCHEME_SECTION)] = '[';
        assertCause(SchemeException.class, index.copy(index.manifest, ForgedFiles.segment(forged)));
    }

    private void forgedManifestsAreRefused() throws IOException {
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
            Path copy = index.copy(TestFiles.manifest(forged), index.segment);
            assertThrows(CorruptIndexException.class, () -> Snapshot.open(copy), forged);
            assertFalse(IndexState.isClean(copy));
        }
    }

    /** Copies of a small index, each with different damage, and their answers. */
    static final class DamagedIndex {
        static final String SEGMENT = "segment-000001.whs";
        static final int HEADER = ForgedFiles.SEGMENT_HEADER;

        final byte[] manifest;
        final byte[] segment;
        private final Path directory;
        private final Map<String, byte[]> corpus;
        private final Measure measure;
        private int copies;

        DamagedIndex(Path index, Path directory, Map<String, byte[]> corpus, Measure measure) throws IOException {
            manifest = Files.readAllBytes(index.resolve("MANIFEST"));
            segment = Files.readAllBytes(index.resolve(SEGMENT));
            this.directory = directory;
            this.corpus = corpus;
            this.measure = measure;
        }

        /** A new copy with these files. Files are never changed in place, because they may still be mapped. */
        Path copy(byte[] manifestBytes, byte[] segmentBytes) throws IOException {
            Path index = Files.createDirectory(directory.resolve("copy" + copies++));
            Files.write(index.resolve("MANIFEST"), manifestBytes);
            Files.write(index.resolve(SEGMENT), segmentBytes);
            return index;
        }

        /** The answers of an index; empty if a call throws a typed error. */
        Optional<List<Object>> ask(Path index) throws IOException {
            try {
                Snapshot snapshot = Snapshot.open(index);
                QueryOptions options = QueryOptions.DEFAULT.measure(measure).top(1_000);
                List<Matches> matches = new ArrayList<>();
                List<Optional<Snapshot.IndexedDocument>> documents = new ArrayList<>();
                List<Optional<String>> texts = new ArrayList<>();
                texts.add(Optional.of(snapshot.ids().toList().toString()));
                for (Map.Entry<String, byte[]> d : corpus.entrySet()) {
                    if (matches.size() < 7) {
                        matches.add(snapshot.query(d.getValue(), options));
                    }
                    documents.add(snapshot.document(d.getKey()));
                    documents.add(snapshot.document(d.getKey() + "!"));
                    if (snapshot.storesTexts()) {
                        texts.add(snapshot.text(d.getKey()).map(utf8 -> new String(utf8, StandardCharsets.UTF_8)));
                    }
                    if (snapshot.storesFingerprints() && texts.size() < 7) {
                        matches.add(snapshot.like(d.getKey(), true, options));
                    }
                }
                // Weighted measures read more: all frequencies, and the lengths and weights of the documents.
                for (Measure weighted : SlowSearch.weighted(snapshot.scheme())) {
                    matches.add(snapshot.query(corpus.values().iterator().next(), options.measure(weighted)));
                }
                return Optional.of(List.of(
                        SlowSearch.figures(snapshot),
                        matches,
                        FoundPairs.of(snapshot, TestOptions.pairs(measure, 0, 100_000, 1_000, 1)),
                        documents,
                        texts,
                        ClusterLines.of(snapshot.clusters(
                                SimilarityOptions.CLUSTERS.measure(measure).minScore(0.5)))));
            } catch (WhorlException typed) {
                return Optional.empty();
            }
        }

        /** Corrects the checksum of the header. */
        static byte[] headerSealed(byte[] bytes) {
            return ForgedFiles.ending(bytes, HEADER - 4);
        }

        /** The line of JSON of MANIFEST. */
        String json() {
            String text = new String(manifest, StandardCharsets.UTF_8);
            return text.substring(0, text.indexOf('\n'));
        }
    }

    // Damage, lost mappings and bugs cause different exceptions, each with its cause.

    /** The numbers of sections. */
    private static final int SCHEME_SECTION = 0;

    private static final int LISTS = 1;
    private static final Map<String, byte[]> LARGE = RandomCorpus.of(3, 400, 300);
    private static final int CUTS = LongForm.of(44, 1_000);
    private static final WriterOptions OPTIONS = WriterOptions.DEFAULT;
    private static final QueryOptions ALL = QueryOptions.DEFAULT.top(1_000);

    @TempDir
    static Path folder;

    private static Path intact;
    private static int copies;

    @BeforeAll
    static void makeIntact() throws IOException {
        intact = folder.resolve("intact");
        List<String> ids = List.copyOf(LARGE.keySet());
        try (IndexWriter writer = IndexWriter.create(intact, Schemes.of("granularity=1"), OPTIONS)) {
            for (String id : ids) {
                writer.add(id, LARGE.get(id));
            }
            writer.commit();
            writer.seal();
            for (int i = 0; i < ids.size(); i += 3) {
                writer.delete(ids.get(i));
            }
            writer.commit();
            writer.seal();
        }
    }

    private static Path copy() throws IOException {
        Path copy = folder.resolve("copy" + copies++);
        TestFiles.copy(intact, copy);
        return copy;
    }

    @Test
    void bugsAreNotReportedAsDamage() throws IOException {
        Segment segment = Segment.open(only(intact, ".whs"));
        for (Throwable mistake : List.of(
                new IndexOutOfBoundsException("4 of 3"),
                new IllegalArgumentException("no"),
                new ArithmeticException("too large"),
                new NullPointerException(),
                new InternalError("out of stack guards"))) {
            Executable reading = () -> segment.reading(() -> {
                if (mistake instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) mistake;
            });
            assertSame(mistake, assertThrows(Throwable.class, reading));
        }
        long beyond = segment.counts().documents();
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> segment.reading(() -> segment.documents().id(beyond)));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> segment.reading(() -> segment.documents().extraLong(-1)));
    }

    /** An error names the offset in the file, not in a section, even if no method converts the exception. */
    @Test
    void damageNamesTheOffsetInTheFile() throws IOException {
        Path file = only(intact, ".whs");
        Segment segment = Segment.open(file);
        long count = segment.lists().count();
        CorruptIndexException e = assertDamaged(file, () -> segment.lists().cursor(count));
        assertEquals(ForgedFiles.offset(Files.readAllBytes(file), LISTS), e.offset());
    }

    /** An operation that reads an open index. */
    private enum Reading {
        QUERY((snapshot, segment) -> snapshot.query(LARGE.values().iterator().next(), QueryOptions.DEFAULT)),
        WEIGHTED_QUERY((snapshot, segment) -> snapshot.query(
                LARGE.values().iterator().next(), QueryOptions.DEFAULT.measure(Measure.WEIGHTED_RESEMBLANCE))),
        DOCUMENT((snapshot, segment) ->
                snapshot.document(LARGE.keySet().iterator().next())),
        PAIRS((snapshot, segment) -> snapshot.pairs(
                        SimilarityOptions.PAIRS.minScore(0.9).top(10).threads(2))
                .toList()),
        CHECKSUMS((snapshot, segment) -> SegmentCheck.requireChecksums(segment, true, ParallelTasks::runInTurn)),
        MERGE((snapshot, segment) -> MergedSums.of(
                        List.of(SealedPart.of(segment)),
                        n -> 0,
                        0,
                        new ScratchSpace(segment.file().getParent()))
                .counts());

        private interface Operation {
            void read(Snapshot snapshot, Segment segment) throws IOException;
        }

        private final Operation operation;

        Reading(Operation operation) {
            this.operation = operation;
        }
    }

    /**
     * The JVM reports this differently in interpreted and in compiled code; in compiled code, some instructions after
     * the access. Pairs and merges read each list, so they are compiled after fewer calls than a query.
     */
    @ParameterizedTest
    @EnumSource(Reading.class)
    void fileTruncatedWhileMappedIsNamed(Reading reading) throws IOException {
        boolean readsAll = reading == Reading.PAIRS || reading == Reading.MERGE;
        for (int before : new int[] {0, readsAll ? LongForm.of(12, 300) : 300}) {
            Path copy = copy();
            Segment segment = Segment.open(only(copy, ".whs"));
            try (Snapshot snapshot = Snapshot.open(copy)) {
                for (int i = 0; i < before; i++) {
                    reading.operation.read(Snapshot.open(intact), Segment.open(only(intact, ".whs")));
                }
                cut(segment.file(), 0);
                CorruptIndexException e =
                        assertDamaged(segment.file(), () -> reading.operation.read(snapshot, segment));
                // Without a cause, the missing end mark was seen before the JVM reported the access. A reader of the
                // deleted documents, around that of the segment, may have taken the late error of the JVM for its own.
                Throwable cause = e.getCause() instanceof CorruptIndexException inner ? inner.getCause() : e.getCause();
                assertTrue(cause == null || cause instanceof InternalError, () -> "" + e.getCause());
                assertTrue(e.reason().contains("truncated to 0 bytes"), e.reason());
            }
        }
    }

    private static void assertCause(Class<? extends Exception> cause, Path index) {
        assertInstanceOf(
                cause,
                assertThrows(CorruptIndexException.class, () -> Snapshot.open(index))
                        .getCause());
    }

    // Another program cuts a file while it is mapped. The rest of the page of the cut then reads as zeros: deleted
    // documents would be live, and minutiae unknown. Later pages cause an error of the JVM.

    private static Path only(Path index, String ending) throws IOException {
        List<Path> found = TestFiles.files(index, ".*" + ending);
        assertEquals(1, found.size());
        return found.get(0);
    }

    private static void cut(Path only, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(only, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    private static List<Object> answers(Snapshot snapshot) {
        List<Object> answers = new ArrayList<>();
        LARGE.keySet().stream().limit(4).forEach(id -> answers.add(snapshot.document(id)));
        LARGE.values().stream().limit(2).forEach(text -> answers.add(snapshot.query(text, ALL)));
        return answers;
    }

    /** Each call fails, also one that would not read the bytes that are gone. */
    @ParameterizedTest
    @ValueSource(strings = {".del", ".whs"})
    void everyCutIsReportedAndNamesTheFile(String ending) throws IOException {
        List<Object> right;
        try (Snapshot snapshot = Snapshot.open(intact)) {
            right = answers(snapshot);
        }
        long length = Files.size(only(intact, ending));
        for (int i = 0; i < CUTS; i++) {
            Path copy = copy();
            Path only = only(copy, ending);
            long to = length * i / CUTS;
            try (Snapshot snapshot = Snapshot.open(copy)) {
                if (i % 2 == 0) {
                    assertEquals(right, answers(snapshot));
                }
                cut(only, to);
                String first = LARGE.keySet().iterator().next();
                CorruptIndexException e = assertDamaged(only, () -> snapshot.document(first));
                assertTrue(e.reason().contains("truncated to " + to + " bytes"), e.reason());
                for (Executable call : List.<Executable>of(
                        () -> snapshot.query(LARGE.get(first), ALL),
                        () -> snapshot.query(new byte[] {'x'}, ALL),
                        snapshot::stats)) {
                    assertDamaged(only, call);
                }
            }
        }
    }

    /** Otherwise the writer would write the zeros into the next only, and the documents would be back for good. */
    @Test
    void aWriterDoesNotCopyACutSetOfDeadDocuments() throws IOException {
        long length = Files.size(only(intact, ".del"));
        for (int i = 0; i < CUTS; i += 4) {
            Path copy = copy();
            Path only = only(copy, ".del");
            IndexWriter writer = IndexWriter.open(copy, OPTIONS);
            cut(only, length * i / CUTS);
            assertDamaged(only, () -> {
                writer.delete(List.copyOf(LARGE.keySet()).get(1));
                writer.commit();
                writer.seal();
            });
            try {
                writer.close();
            } catch (CorruptIndexException again) {
                assertEquals(only, again.file());
            }
        }
    }
}
