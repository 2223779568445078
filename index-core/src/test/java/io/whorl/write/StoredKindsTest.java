package io.whorl.write;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.LongForm;
import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.query.IndexCheck;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.TestSets;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts, dates and fingerprints in a live index; {@link WriterModelTest} compares random operations with a map. */
@Timeout(60)
class StoredKindsTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final WriterOptions STORING = WriterFixture.SMALL.storeText(true);

    @TempDir
    Path folder;

    private static final Optional<Instant> MARCH = Optional.of(Instant.parse("2024-03-01T12:30:00.250Z"));
    private static final Optional<Instant> APRIL = Optional.of(Instant.parse("2024-04-01T00:00:00Z"));
    private static final List<Scheme> SCHEMES = List.of(
            SCHEME,
            Scheme.builder().granularity(2).frequencies(true).build(),
            Scheme.builder().selection("min-s", Map.of("s", "4")).build(),
            Scheme.builder().selection("mod-by-size", Map.of()).build());
    private static final WriterOptions OPTIONS = WriterOptions.DEFAULT
            .liveMap(LiveMap.NONE)
            .threads(1)
            .storeText(true)
            .storeFingerprints(true);
    private static final QueryOptions RESEMBLANCE = QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE);
    private static final List<String> TEXTS = List.of(
            "the quick brown fox jumps over the lazy dog and the quick brown fox jumps again",
            "the quick brown fox jumps over a dog that is not lazy at all",
            "two words",
            "");

    private Path index() {
        return folder.resolve("index");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void assertText(Snapshot snapshot, String id, byte[] text) {
        assertArrayEquals(text, snapshot.text(id).orElseThrow(), id);
    }

    @ParameterizedTest
    @EnumSource(
            value = LiveMap.class,
            names = {"REQUIRED", "NONE"})
    void textsFollowTheirDocumentsFromTheLogIntoSegments(LiveMap liveMap) throws IOException {
        byte[] malformed = {(byte) 0xFF, 'a', 0, (byte) 0xC3};
        byte[] large = "a large text of many words ".repeat(40_000).getBytes(StandardCharsets.UTF_8);
        WriterOptions options = STORING.liveMap(liveMap);
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, options)) {
            assertTrue(writer.storesTexts());
            writer.add("kept", "the first text");
            writer.add("replaced", "the second text");
            writer.add("deleted", "the third text");
            writer.add("empty", "");
            writer.add("malformed", malformed);
            writer.commit();
            Snapshot first = writer.snapshot();
            writer.add("replaced", "another text");
            writer.delete("deleted");
            writer.commit();
            for (int step = 0; step < 4; step++) {
                for (Snapshot snapshot : List.of(writer.snapshot(), Snapshot.open(index()))) {
                    assertText(snapshot, "kept", utf8("the first text"));
                    assertText(snapshot, "replaced", utf8("another text"));
                    assertText(snapshot, "empty", new byte[0]);
                    assertText(snapshot, "malformed", malformed);
                    assertTrue(snapshot.text("deleted").isEmpty());
                    assertEquals(step > 1, snapshot.text("large").isPresent());
                }
                if (step == 0) {
                    writer.seal();
                } else if (step == 1) {
                    // It exceeds the live tier and is written directly as a segment.
                    writer.add("large", large);
                    writer.commit();
                } else {
                    writer.forceMerge();
                }
            }
            assertText(writer.snapshot(), "large", large);
            assertText(first, "deleted", utf8("the third text"));
            assertText(first, "replaced", utf8("the second text"));
        }
        assertEquals(List.of(), IndexCheck.check(index()).problems());
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
            assertText(writer.snapshot(), "a", utf8("a text"));
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
        for (boolean store : new boolean[] {false, true}) {
            try (IndexBuilder builder = IndexBuilder.create(
                    folder.resolve("index-" + store), SCHEME, BuildOptions.DEFAULT.storeText(store))) {
                builder.add("a", "one two three four five");
                builder.finish();
            }
        }
        Path segment = Path.of("segment-000001.whs");
        Path manifest = folder.resolve("index-true/MANIFEST");
        Files.copy(
                folder.resolve("index-false").resolve(segment),
                folder.resolve("index-true").resolve(segment),
                StandardCopyOption.REPLACE_EXISTING);
        assertMessage(
                CorruptIndexException.class, "it stores no texts", () -> Snapshot.open(folder.resolve("index-true")));
        assertFalse(IndexCheck.check(folder.resolve("index-true")).problems().isEmpty());
        // A repair puts it aside; without MANIFEST, the segment decides.
        assertFalse(IndexCheck.repair(folder.resolve("index-true")).lost().isEmpty());
        Files.copy(
                folder.resolve("index-false").resolve(segment),
                folder.resolve("index-true").resolve(segment),
                StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(manifest);
        IndexCheck.repair(folder.resolve("index-true"));
        try (Snapshot snapshot = Snapshot.open(folder.resolve("index-true"))) {
            assertFalse(snapshot.storesTexts());
            assertEquals(1, snapshot.documents());
        }
    }

    /** Readers read texts while the writer replaces documents, seals, merges and removes files. */
    @Test
    void readersSeeWholeTextsOfTheirCommit() throws Exception {
        int documents = 8;
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(2);
        ExecutorService readers = Executors.newFixedThreadPool(2);
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, STORING)) {
            write(writer, documents, 0);
            List<Future<Long>> reads = Arrays.asList(
                    readers.submit(() -> read(writer.snapshot(), documents, started, done)),
                    readers.submit(() -> read(Snapshot.open(index()), documents, started, done)));
            assertTrue(started.await(30, TimeUnit.SECONDS));
            for (int round = 1; round < LongForm.of(25, 400); round++) {
                write(writer, documents, round);
                if (round % 10 == 0) {
                    writer.forceMerge();
                }
            }
            done.set(true);
            for (Future<Long> read : reads) {
                assertTrue(read.get(30, TimeUnit.SECONDS) > 0);
            }
        } finally {
            done.set(true);
            readers.shutdownNow();
        }
    }

    private static void write(IndexWriter writer, int documents, int round) throws IOException {
        for (int d = 0; d < documents; d++) {
            writer.add("d" + d, versionOf(round));
        }
        writer.commit();
    }

    private static String versionOf(int round) {
        return ("round" + round + " words of this round ").repeat(20);
    }

    private static long read(Snapshot first, int documents, CountDownLatch started, AtomicBoolean done)
            throws IOException {
        Snapshot snapshot = first;
        long texts = 0;
        while (!done.get()) {
            byte[] expected = snapshot.text("d0").orElseThrow();
            String version = new String(expected, StandardCharsets.UTF_8);
            assertEquals(versionOf(Integer.parseInt(version.substring(5, version.indexOf(' ')))), version);
            for (int d = 1; d < documents; d++) {
                assertText(snapshot, "d" + d, expected);
                texts++;
            }
            started.countDown();
            Snapshot next = snapshot.refresh();
            if (next != snapshot) {
                snapshot.close();
            }
            snapshot = next;
        }
        snapshot.close();
        return texts;
    }

    // Dates in a live index.

    private static NewDocument document(String id, long seed, Optional<Instant> date) {
        return new NewDocument(id, WriterFixture.text(seed, 30), date);
    }

    private static Optional<Instant> date(Snapshot snapshot, String id) {
        return snapshot.document(id).orElseThrow().date();
    }

    @Test
    void repairKeepsDatesOfSegmentsAndOfTheLog() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, WriterFixture.SMALL)) {
            writer.add(document("sealed", 1, MARCH));
            writer.commit();
            writer.seal();
            writer.add(document("logged", 2, APRIL));
            writer.commit();
        }
        Files.delete(index().resolve("MANIFEST"));
        IndexCheck.repair(index());
        try (Snapshot snapshot = Snapshot.open(index())) {
            assertEquals(MARCH, date(snapshot, "sealed"));
            assertEquals(APRIL, date(snapshot, "logged"));
        }
    }

    @Test
    void datesOutOfRangeAreRefused() {
        Optional<Instant> far = Optional.of(Instant.parse("+10000-01-01T00:00:00Z"));
        assertMessage(
                IllegalArgumentException.class,
                "its year must be from 1 to 9999",
                () -> new NewDocument("a", RandomCorpus.utf8("text"), far));
    }

    // A document that is added with its fingerprint is the same as one that the writer fingerprints.

    @Test
    void indexesAreTheSame() throws IOException {
        for (int s = 0; s < SCHEMES.size(); s++) {
            Path known = folder.resolve("known-" + s);
            Path read = folder.resolve("read-" + s);
            Scheme scheme = SCHEMES.get(s);
            try (IndexWriter first = IndexWriter.create(known, scheme, OPTIONS);
                    IndexWriter second = IndexWriter.create(read, scheme, OPTIONS)) {
                Fingerprinter fingerprinter = Fingerprinter.of(first.scheme());
                for (int i = 0; i < TEXTS.size(); i++) {
                    NewDocument document = new NewDocument("d" + i, TEXTS.get(i));
                    assertFalse(first.update(document, fingerprinter.fingerprint(TEXTS.get(i))));
                    assertFalse(second.update(document));
                }
                NewDocument again = new NewDocument("d0", TEXTS.get(1));
                assertTrue(first.update(again, fingerprinter.fingerprint(TEXTS.get(1))));
                second.add(again);
                first.commit();
                second.commit();
                assertSame(first.snapshot(), second.snapshot());
                first.seal();
                second.seal();
                assertSame(first.snapshot(), second.snapshot());
            }
            assertEquals(List.of(), IndexCheck.check(known).problems());
        }
    }

    private static void assertSame(Snapshot known, Snapshot read) {
        try (known;
                read) {
            for (int i = 0; i < TEXTS.size(); i++) {
                byte[] text = RandomCorpus.utf8(TEXTS.get(i));
                assertTrue(known.isTextOf("d" + i, i == 0 ? RandomCorpus.utf8(TEXTS.get(1)) : text), "d" + i);
                assertEquals(
                        read.query(text, RESEMBLANCE).matches(),
                        known.query(text, RESEMBLANCE).matches());
            }
        }
    }

    @Test
    void aFingerprintOfAnotherSchemeIsRefused() throws IOException {
        Scheme other = SCHEMES.get(1);
        try (IndexWriter writer = IndexWriter.create(folder.resolve("index"), SCHEMES.get(0), OPTIONS)) {
            assertReason(
                    SchemeException.Reason.MISMATCH,
                    ": granularity (4 and 2), frequencies (false and true);",
                    () -> writer.update(
                            new NewDocument("a", TEXTS.get(0)),
                            Fingerprinter.of(other).fingerprint(TEXTS.get(0))));
        }
    }

    // A build and a writer keep the same of several documents with one id.

    private static final List<NewDocument> DOCUMENTS = List.of(
            new NewDocument("a", "the first of all texts of the document a"),
            new NewDocument("b", "this document is the only one of its id"),
            new NewDocument("a", "a later text is another one of document a"));

    private byte[] built(BuildOptions options) throws IOException {
        Path index = folder.resolve("built");
        try (IndexBuilder builder = IndexBuilder.create(index, SCHEME, options.replace(true))) {
            for (NewDocument document : DOCUMENTS) {
                builder.add(document.id(), document.utf8());
            }
            assertEquals(1, builder.finish().repeatedIds());
        }
        return TestSets.segment(index);
    }

    private byte[] written(WriterOptions options) throws IOException {
        Path index = folder.resolve("written");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, options)) {
            for (NewDocument document : DOCUMENTS) {
                writer.add(document);
            }
            writer.commit();
            writer.forceMerge();
        }
        return TestSets.segment(index);
    }

    /** In one run, and with a run for each document. */
    @ParameterizedTest
    @CsvSource({"FIRST, 1", "FIRST, 1000000", "LAST, 1", "LAST, 1000000"})
    void aBuildAndAWriterKeepWhatTheOptionSays(RepeatedIds rule, long runText) throws IOException {
        BuildOptions build = BuildOptions.DEFAULT.repeatedIds(rule).runText(runText);
        WriterOptions write = WriterFixture.SMALL.repeatedIds(rule);
        byte[] built = built(build);
        assertArrayEquals(built, written(write));
        Path index = folder.resolve("all");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, write)) {
            assertEquals(rule == RepeatedIds.FIRST ? 2 : 3, writer.addAll(DOCUMENTS));
            writer.commit();
            assertEquals(rule == RepeatedIds.LAST, writer.add(DOCUMENTS.get(rule == RepeatedIds.LAST ? 2 : 0)));
            writer.commit();
            writer.forceMerge();
        }
        assertArrayEquals(built, TestSets.segment(index));
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
        assertArrayEquals(built(BuildOptions.DEFAULT), TestSets.segment(index));
    }

    @Test
    void aBuildAndAWriterKeepTheSameDocumentByDefault() throws IOException {
        assertArrayEquals(built(BuildOptions.DEFAULT), written(WriterFixture.SMALL));
    }
}
