package io.whorl.write;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RepeatedIds;
import io.whorl.bulk.TestFiles;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.query.IndexCheck;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts, dates, fingerprints and weights in a live index; {@link WriterModelTest} compares random operations with a
 * map.
 */
@Timeout(60)
class StoredKindsTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final WriterOptions STORING = WriterFixture.SMALL.storeText(true);

    @TempDir
    Path folder;

    private Path index() {
        return folder.resolve("index");
    }

    private static void assertText(Snapshot snapshot, String id, byte[] text) {
        assertArrayEquals(text, snapshot.text(id).orElseThrow(), id);
    }

    /** Text that compresses badly fills the tier before its documents or postings do. */
    @Test
    void textsCountTowardsTheSizeOfTheLiveTier() throws IOException {
        long room = STORING.limits().bytes();
        byte[] noise = new byte[(int) room / 4];
        new Random(1).nextBytes(noise);
        for (int i = 0; i < noise.length; i++) {
            // Malformed UTF-8, which has no words.
            noise[i] = (byte) (0x80 | noise[i] & 0x3F);
        }
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, STORING)) {
            for (int d = 0; d < 12; d++) {
                noise[0] = (byte) (0x80 | d);
                writer.add("d" + d, noise);
                writer.commit();
            }
            Snapshot snapshot = writer.snapshot();
            assertTrue(snapshot.stats().segments() > 0, "nothing was sealed");
            for (int d = 0; d < 12; d++) {
                noise[0] = (byte) (0x80 | d);
                assertText(snapshot, "d" + d, noise);
            }
        }
        try (IndexWriter writer = IndexWriter.open(index(), STORING)) {
            assertText(writer.snapshot(), "d11", noise);
        }
    }

    @Test
    void theIndexDecidesWhetherTextsAreStored() throws IOException {
        WriterOptions plain = STORING.storeText(false);
        IndexWriter.create(index(), SCHEME, STORING).close();
        try (IndexWriter writer = IndexWriter.open(index(), plain)) {
            assertTrue(writer.storesTexts());
            writer.add("a", "a text");
            writer.commit();
            assertText(writer.snapshot(), "a", RandomCorpus.utf8("a text"));
        }
        Path other = folder.resolve("other");
        IndexWriter.create(other, SCHEME, plain).close();
        assertReason(
                NotStoredException.Reason.TEXT,
                "rebuild it with BuildOptions.storeText",
                () -> IndexWriter.open(other, STORING));
        try (IndexWriter writer = IndexWriter.open(other, plain)) {
            assertFalse(writer.storesTexts());
            writer.add("a", "a text");
            writer.commit();
            assertReason(NotStoredException.Reason.TEXT, () -> writer.snapshot().text("a"));
        }
    }

    @Test
    void aSegmentWithoutTextsDoesNotBelongToAnIndexWithTexts() throws IOException {
        Path plain = folder.resolve("plain");
        RandomCorpus.index(plain, SCHEME, DOCUMENTS, BuildOptions.DEFAULT);
        RandomCorpus.index(index(), SCHEME, DOCUMENTS, BuildOptions.DEFAULT.storeText(true));
        TestFiles.copy(plain, index(), Path.of("MANIFEST"));
        assertMessage(CorruptIndexException.class, "it stores no texts", () -> Snapshot.open(index()));
        assertFalse(IndexCheck.check(index()).problems().isEmpty());
        // A repair puts it aside; without MANIFEST, the segment decides.
        assertFalse(IndexCheck.repair(index()).lost().isEmpty());
        TestFiles.copy(plain, index(), Path.of("MANIFEST"));
        Files.deleteIfExists(index().resolve("MANIFEST"));
        IndexCheck.repair(index());
        try (Snapshot snapshot = Snapshot.open(index())) {
            assertFalse(snapshot.storesTexts());
            assertEquals(2, snapshot.documents());
        }
    }

    @Test
    void aFingerprintOfAnotherSchemeIsRefused() throws IOException {
        Scheme other = Scheme.builder().granularity(2).frequencies(true).build();
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, STORING)) {
            assertReason(
                    SchemeException.Reason.MISMATCH,
                    ": granularity (4 and 2), frequencies (false and true);",
                    () -> writer.update(
                            new NewDocument("a", "a text"),
                            Fingerprinter.of(other).fingerprint("a text")));
        }
    }

    // A build and a writer keep the same of several documents with one id.

    private static final List<NewDocument> DOCUMENTS = List.of(
            new NewDocument("a", "the first of all texts of the document a"),
            new NewDocument("b", "this document is the only one of its id"),
            new NewDocument("a", "a later text is another one of document a"));

    private byte[] built(BuildOptions options) throws IOException {
        Path index = folder.resolve("built");
        assertEquals(
                1,
                RandomCorpus.index(index, SCHEME, DOCUMENTS, options.replace(true))
                        .repeatedIds());
        return TestFiles.bytes(index);
    }

    /** In one run, and with a run for each document. */
    @ParameterizedTest
    @CsvSource({"FIRST, 1", "FIRST, 1000000", "LAST, 1", "LAST, 1000000"})
    void aBuildAndAWriterKeepWhatTheOptionSays(RepeatedIds rule, long runText) throws IOException {
        BuildOptions build = BuildOptions.DEFAULT.repeatedIds(rule).runText(runText);
        WriterOptions write = WriterFixture.SMALL.repeatedIds(rule);
        assertEquals(BuildOptions.DEFAULT.repeatedIds(), WriterFixture.SMALL.repeatedIds());
        byte[] built = built(build);
        for (boolean together : new boolean[] {false, true}) {
            Path index = folder.resolve("together-" + together);
            try (IndexWriter writer = IndexWriter.create(index, SCHEME, write)) {
                long added = together ? writer.addAll(DOCUMENTS) : 0;
                for (NewDocument document : together ? List.<NewDocument>of() : DOCUMENTS) {
                    added += writer.add(document) ? 1 : 0;
                }
                assertEquals(rule == RepeatedIds.FIRST ? 2 : 3, added);
                writer.commit();
                assertEquals(rule == RepeatedIds.LAST, writer.add(DOCUMENTS.get(rule == RepeatedIds.LAST ? 2 : 0)));
                writer.commit();
                writer.forceMerge();
            }
            assertArrayEquals(built, TestFiles.bytes(index));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 1_000_000})
    void aRepeatedIdCanBeRefused(long runText) throws IOException {
        BuildOptions refuse =
                BuildOptions.DEFAULT.repeatedIds(RepeatedIds.REFUSE).runText(runText);
        RefusedException first = assertReason(RefusedException.Reason.REPEATED_ID, () -> built(refuse));
        assertEquals("a", first.id().orElseThrow());
        assertFalse(Files.exists(folder.resolve("built")));
        Path index = folder.resolve("written");
        try (IndexWriter writer =
                IndexWriter.create(index, SCHEME, WriterFixture.SMALL.repeatedIds(RepeatedIds.REFUSE))) {
            RefusedException e = assertReason(RefusedException.Reason.REPEATED_ID, () -> writer.addAll(DOCUMENTS));
            assertEquals("a", e.id().orElseThrow());
            writer.commit();
            assertReason(RefusedException.Reason.REPEATED_ID, () -> writer.add("b", "text"));
            assertEquals(2, writer.health().refusedDocuments());
            assertTrue(writer.add("c", "text"));
            assertTrue(writer.update("a", DOCUMENTS.get(2).utf8()));
            assertTrue(writer.delete("c"));
            writer.commit();
            writer.forceMerge();
        }
        assertArrayEquals(built(BuildOptions.DEFAULT), TestFiles.bytes(index));
    }

    private static final Scheme WORDS =
            Scheme.builder().granularity(1).frequencies(true).build();
    private static final QueryOptions QUERIES = QueryOptions.DEFAULT.measure(Measure.WEIGHTED_RESEMBLANCE);
    private static final byte[] QUERY = RandomCorpus.utf8("a b c");

    private static IndexWriter writer(Path index) throws IOException {
        IndexWriter writer = IndexWriter.create(index, WORDS, WriterOptions.DEFAULT);
        writer.add("1", RandomCorpus.utf8("a b c d"));
        writer.add("2", RandomCorpus.utf8("a b x y"));
        writer.commit();
        writer.seal();
        writer.add("3", RandomCorpus.utf8("a b c z"));
        writer.commit();
        return writer;
    }

    /**
     * N = 3, f_a = f_b = 3, f_c = 2, f_z = 1; no ln f_t exceeds ln 1.5. So W(3) = 4 ln 3 − 3 ln 1.5 = 3.178054, and a,
     * b and c, the whole query, weigh 2 ln 2 + ln 2.5 = 2.302585. Without the segment W(3) would be 4.394449.
     */
    @Test
    void aDocumentHasTheSameWeightLiveLoggedAndSealed() throws IOException {
        Path index = folder.resolve("index");
        try (IndexWriter writer = writer(index)) {
            for (boolean sealed : new boolean[] {false, true}) {
                try (Snapshot own = writer.snapshot();
                        Snapshot others = Snapshot.open(index)) {
                    for (Snapshot snapshot : List.of(own, others)) {
                        Match third = snapshot.query(QUERY, QUERIES).matches().stream()
                                .filter(match -> match.id().equals("3"))
                                .findFirst()
                                .orElseThrow();
                        assertEquals(2.302585 / 3.178054, third.score(), 3e-4);
                    }
                }
                writer.seal();
            }
        }
    }

    /**
     * The weight of a document of some hundred minutiae is estimated from 64 of them while it is live, and from about
     * 128 when it is sealed. In such a small index, documents weigh little, so the estimates differ by several percent.
     */
    @Test
    void theWeightOfALongLiveDocumentIsCloseToItsSealedWeight() throws IOException {
        Random random = new Random(7);
        List<byte[]> texts = new ArrayList<>();
        for (int d = 0; d < 30; d++) {
            StringBuilder text = new StringBuilder();
            for (int w = 0; w < 900; w++) {
                text.append("w")
                        .append((int) (3_000 * Math.pow(random.nextDouble(), 3)))
                        .append(' ');
            }
            texts.add(RandomCorpus.utf8(text.toString()));
        }
        try (IndexWriter writer = IndexWriter.create(folder.resolve("index"), WORDS, WriterOptions.DEFAULT)) {
            for (int d = 0; d < texts.size(); d++) {
                if (d == texts.size() - 1) {
                    writer.commit();
                    writer.seal();
                }
                writer.add("d" + d, texts.get(d));
            }
            writer.commit();
            double live = scoreOfLast(writer, texts);
            writer.seal();
            double sealed = scoreOfLast(writer, texts);
            assertNotEquals(sealed, live);
            assertEquals(1, live / sealed, 0.15);
        }
    }

    private static double scoreOfLast(IndexWriter writer, List<byte[]> texts) throws IOException {
        try (Snapshot snapshot = writer.snapshot()) {
            return snapshot.query(texts.get(0), QUERIES.top(texts.size())).matches().stream()
                    .filter(match -> match.id().equals("d" + (texts.size() - 1)))
                    .findFirst()
                    .orElseThrow()
                    .score();
        }
    }

    /** Its weight was computed when its minutiae were rarer. All of it is shared, so its current weight is known. */
    @Test
    void aCopyScoresOneEvenWithAnOldWeight() throws IOException {
        try (IndexWriter writer = writer(folder.resolve("index"));
                Snapshot snapshot = writer.snapshot()) {
            Match first = snapshot.query(RandomCorpus.utf8("a b c d"), QUERIES)
                    .matches()
                    .get(0);
            assertEquals("1", first.id());
            assertEquals(1, first.score());
        }
    }

    /**
     * Exact weights would merge the whole index, for which there is no space here. A child without flags has no map.
     */
    @Test
    void aQueryAfterACommitDoesNotMerge() throws Exception {
        Path scratch = Files.createDirectory(folder.resolve("scratch"));
        List<String> flags = List.of("-Djava.io.tmpdir=" + scratch);
        assertEquals(
                List.of("found [3, 1, 2]", "exact weights need " + scratch),
                ChildJvm.run(ChildJvm.command(
                        flags, StoredKindsTest.class, folder.resolve("other").toString(), scratch.toString())));
    }

    /** The child process: queries after a commit, without a directory for scratch files. */
    public static void main(String[] args) throws IOException {
        Path scratch = Path.of(args[1]);
        try (IndexWriter writer = writer(Path.of(args[0]));
                Snapshot snapshot = writer.snapshot()) {
            try (var left = Files.list(scratch)) {
                for (Path file : left.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(scratch);
            System.out.println("found "
                    + snapshot.query(QUERY, QUERIES).matches().stream()
                            .map(Match::id)
                            .toList());
            try {
                snapshot.query(QUERY, QUERIES.exactWeights(true));
                System.out.println("exact weights needed nothing");
            } catch (UncheckedIOException e) {
                System.out.println("exact weights need " + scratch);
            }
        }
    }
}
