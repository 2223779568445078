package io.whorl.write;

import static io.whorl.testing.Thrown.assertReason;
import static io.whorl.write.WriterFixture.DIRECT;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.SharedPostings;
import io.whorl.bulk.BuildOptions;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.measure.Measure;
import io.whorl.query.IndexCheck;
import io.whorl.query.QueryOptions;
import io.whorl.query.SlowSearch;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import io.whorl.write.IndexState.SealedSegment;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The commits, seals and merges of a writer. */
class WriterTest {
    private static final WriterOptions SEALING = WriterOptions.DEFAULT
            .liveMap(LiveMap.REQUIRED)
            .livePostings(2_000)
            .liveDocuments(100)
            .memory(16 << 20)
            .mergeFactor(3);

    @TempDir
    Path directory;

    private static final int THREADS = 8;
    private static final int ROUNDS = 20;
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final Scheme FAMILY_WRITER_SCHEME =
            Scheme.builder().granularity(2).build();

    @Test
    void commitsAreVisibleInEveryProcess() throws IOException {
        Path index = directory.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, SEALING)) {
            Snapshot before = writer.snapshot();
            writer.add("a", text(1, 50));
            writer.add("b", text(1, 30));
            assertEquals(0, writer.snapshot().documents());
            assertEquals(1, writer.commit());
            assertEquals(0, before.documents());
            assertEquals(List.of("a", "b"), ids(writer.snapshot(), text(1, 50)));
            assertEquals(List.of("a", "b"), ids(Snapshot.open(index), text(1, 50)));
            Snapshot after = before.refresh();
            assertEquals(2, after.documents());
            assertSame(after, after.refresh());
            assertTrue(writer.delete("a"));
            assertFalse(writer.delete("a"));
            assertFalse(writer.delete("c"));
            Snapshot elsewhere = Snapshot.open(index);
            writer.commit();
            assertEquals(List.of("b"), ids(writer.snapshot(), text(1, 50)));
            assertEquals(List.of("a", "b"), ids(after, text(1, 50)));
            assertEquals(List.of("b"), ids(elsewhere.refresh(), text(1, 50)));
            assertEquals(List.of("a", "b"), ids(elsewhere, text(1, 50)));
            writer.add("dropped", text(1, 50));
        }
        try (IndexWriter writer = IndexWriter.open(index, SEALING)) {
            assertEquals(List.of("b"), ids(writer.snapshot(), text(1, 50)));
            assertEquals(List.of(), IndexCheck.check(index).problems());
        }
    }

    @Test
    void aWriterContinuesABulkBuiltIndex() throws IOException {
        Path index = directory.resolve("index");
        RandomCorpus.index(index, SCHEME, Map.of("built", text(1, 100)), BuildOptions.DEFAULT);
        try (IndexWriter writer = IndexWriter.open(index, SEALING)) {
            assertReason(RefusedException.Reason.LOCKED, () -> IndexWriter.open(index, SEALING));
            writer.add("added", text(1, 60));
            writer.commit();
            assertEquals(List.of("built", "added"), ids(writer.snapshot(), text(1, 100)));
            writer.update("built", text(9, 10));
            writer.commit();
            assertEquals(List.of("added"), ids(writer.snapshot(), text(1, 100)));
        }
        assertEquals(List.of("added"), ids(Snapshot.open(index), text(1, 100)));
        assertReason(RefusedException.Reason.EXISTS, () -> IndexWriter.create(index, SCHEME, SEALING));
        assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexWriter.open(directory.resolve("none"), SEALING));
    }

    @Test
    void awaitMergesSuitsOccasionalWriters() throws IOException {
        Path index = directory.resolve("index");
        IndexWriter.create(index, SCHEME, SEALING).close();
        WriterOptions direct = SEALING.liveMap(LiveMap.NONE).directPostings(1);
        for (int i = 0; i < 30; i++) {
            try (IndexWriter writer = IndexWriter.open(index, direct)) {
                writer.add("d" + i, text(i, 100));
                writer.commit();
                writer.awaitMerges();
            }
            assertTrue(Snapshot.open(index).stats().segments() < 6, "segments of about one size are merged by threes");
        }
        assertEquals(30, Snapshot.open(index).documents());
    }

    // Documents are prepared for the current commit, and may become part of the next one.

    /** Repeats the text, so that selected minutiae are not distinct. */
    private static byte[] doubled(int i) {
        String once = new String(text(i, 30), StandardCharsets.UTF_8);
        return (once + once).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void commitsCanComeBetweenPreparingAndAdding() throws Exception {
        Path index = directory.resolve("index");
        Scheme scheme = Scheme.builder().frequencies(true).build();
        List<NewDocument> documents = new ArrayList<>();
        for (int i = 0; i < 6_000; i++) {
            documents.add(new NewDocument("d" + i % 4_000, doubled(i)));
        }
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try (IndexWriter writer = IndexWriter.create(index, scheme, SMALL)) {
            Future<Long> adding = pool.submit(() -> writer.addAll(documents));
            while (!adding.isDone()) {
                writer.commit();
            }
            assertEquals(6_000, adding.get());
            writer.commit();
            assertEquals(4_000, writer.snapshot().documents());
            for (int i = 2_000; i < 6_000; i += 97) {
                assertEquals(List.of("d" + i % 4_000), ids(writer.snapshot(), doubled(i)));
            }
            assertEquals(List.of(), ids(writer.snapshot(), doubled(7)));
        } finally {
            pool.shutdownNow();
        }
        assertEquals(4_000, Snapshot.open(index).documents());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    @Test
    void concurrentCommitsShareOneCommit() throws Exception {
        Path index = directory.resolve("index");
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        CyclicBarrier together = new CyclicBarrier(THREADS);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, SMALL)) {
            List<Callable<Long>> tasks = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                int who = t;
                tasks.add(() -> {
                    long last = 0;
                    for (int round = 0; round < ROUNDS; round++) {
                        String id = who + "/" + round;
                        writer.add(id, text(who * ROUNDS + round, 10));
                        together.await();
                        long sequence = writer.commit();
                        assertTrue(sequence > last);
                        last = sequence;
                        assertTrue(writer.snapshot().document(id).isPresent());
                        together.await();
                    }
                    return last;
                });
            }
            long most = 0;
            for (Future<Long> done : pool.invokeAll(tasks)) {
                most = Math.max(most, done.get());
            }
            // All threads have added when the first commits, so one commit serves all, or two if some came too late.
            assertTrue(most >= ROUNDS && most < ROUNDS * THREADS / 2, most + " commits");
            assertEquals(most, writer.commit());
        } finally {
            pool.shutdownNow();
        }
        assertEquals(THREADS * ROUNDS, Snapshot.open(index).documents());
    }

    // A merge of all segments gives the bytes of a bulk build, even if only one segment is left that was written
    // beside others.

    @Test
    void aSegmentWrittenBesideOthersIsRewritten() throws IOException {
        Path index = directory.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WriterFixture.SMALL.mergeFactor(8))) {
            for (int d = 0; d < 4; d++) {
                writer.add("old" + d, text(1, 40));
            }
            writer.commit();
            writer.seal();
            writer.add("new", text(1, 50));
            writer.add("other", text(2, 30));
            writer.commit();
            writer.seal();
            for (int d = 0; d < 4; d++) {
                writer.delete("old" + d);
            }
            writer.commit();
            writer.awaitMerges();
            assertTrue(only(index).otherDocuments() > 0, "it counted documents that are gone");
            writer.forceMerge();
        }
        assertEquals(0, only(index).otherDocuments());
        Path built = directory.resolve("built");
        RandomCorpus.index(built, SCHEME, Map.of("new", text(1, 50), "other", text(2, 30)), BuildOptions.DEFAULT);
        assertArrayEquals(
                Files.readAllBytes(only(built).file()),
                Files.readAllBytes(only(index).file()));
    }

    private static Segment only(Path index) throws IOException {
        var segments = IndexFiles.readManifest(index).segments();
        assertEquals(1, segments.size());
        return Segment.open(index.resolve(segments.get(0).name()));
    }

    // A failure after MANIFEST names a segment must not delete the segment.

    @Test
    void onlyUnpublishedFilesAreDeleted() throws IOException {
        Path index = directory.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, SMALL.liveMap(LiveMap.NONE))) {
            writer.add("a", text(1, 60));
            writer.commit();
            writer.seal();
        }
        Path named =
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name());
        try (IndexDirectory directory = IndexDirectory.open(index)) {
            Segment segment = Segment.openCounted(named);
            SealedSegment.whole(named.getFileName().toString(), segment).discard(directory, new IOException("late"));
            assertTrue(Files.exists(named));
            assertEquals(1, segment.reading(() -> segment.documents().size()));
            segment.release();
            Path other = Files.copy(named, index.resolve(directory.newSegmentName()));
            Segment unnamed = Segment.openCounted(other);
            SealedSegment.whole(other.getFileName().toString(), unnamed).discard(directory, new IOException("early"));
            assertFalse(Files.exists(other));
            assertThrows(IllegalStateException.class, unnamed::retain);
        }
    }

    // A writer changes an index in which documents share postings.

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void sharedPostingsDoNotChangeAnswersOrMerges(int seed) throws IOException {
        Random random = new Random(seed);
        List<byte[]> texts = new ArrayList<>(RandomCorpus.of(seed, 6, 120).values());
        Map<String, byte[]> living = new TreeMap<>();
        for (int i = 0; i < 40; i++) {
            living.put("d" + i, texts.get(random.nextInt(texts.size())));
        }
        Path index = directory.resolve("index");
        List<List<String>> families = SharedPostings.index(index, FAMILY_WRITER_SCHEME, living, random, 90);
        List<String> touched = new ArrayList<>();
        try (IndexWriter writer = IndexWriter.open(index, WriterFixture.SMALL)) {
            for (int commit = 0; commit < 8; commit++) {
                for (int i = 0; i < 4; i++) {
                    String id = "d" + random.nextInt(44);
                    touched.add(id);
                    if (random.nextInt(3) > 0) {
                        writer.delete(id);
                        living.remove(id);
                    } else {
                        byte[] text = texts.get(random.nextInt(texts.size()));
                        writer.add(id, text);
                        living.put(id, text);
                    }
                }
                writer.commit();
                if (random.nextInt(3) == 0) {
                    writer.seal();
                }
                assertAnswers(living, writer.snapshot(), texts);
                assertAnswers(living, Snapshot.open(index), texts);
                assertEquals(List.of(), IndexCheck.check(index).problems());
            }
            writer.forceMerge();
            assertAnswers(living, writer.snapshot(), texts);
        }
        assertMerged(
                index,
                living,
                families.stream()
                        .map(f -> f.stream().filter(id -> !touched.contains(id)).toList())
                        .toList());
    }

    private void assertAnswers(Map<String, byte[]> living, Snapshot snapshot, List<byte[]> texts) throws IOException {
        SlowSearch model = new SlowSearch(FAMILY_WRITER_SCHEME, living);
        try (snapshot) {
            assertEquals(living.size(), snapshot.documents());
            for (byte[] text : texts) {
                QueryOptions options =
                        QueryOptions.DEFAULT.measure(Measure.CONTAINED).top(30);
                assertEquals(model.query(text, model.scheme().selection(), options), snapshot.query(text, options));
            }
            PairsOptions pairs = TestOptions.pairs(Measure.RESEMBLANCE, 0.1, 200, 1_000, 1);
            assertEquals(model.pairs(pairs), FoundPairs.of(snapshot, pairs));
        }
    }

    /** The merged segment equals that of the living documents with their families. */
    private void assertMerged(Path index, Map<String, byte[]> living, List<List<String>> families) throws IOException {
        Path other = directory.resolve("other");
        SharedPostings.index(other, FAMILY_WRITER_SCHEME, living, new Random(), 0);
        Path expected = SharedPostings.with(only(other), families, directory.resolve("expected.whs"))
                .file();
        assertArrayEquals(
                Files.readAllBytes(expected), Files.readAllBytes(only(index).file()));
        assertFalse(only(index).families().isEmpty());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    // Edge cases: limits, empty input, repeated ids; through the log and by direct commits.

    private Path index() {
        return directory.resolve("index");
    }

    static List<WriterOptions> ways() {
        return List.of(SMALL, DIRECT);
    }

    @AfterEach
    void assertWholeAndReopensTheSame() throws IOException {
        assertEquals(List.of(), IndexCheck.check(index()).problems());
        long documents = Snapshot.open(index()).documents();
        for (WriterOptions options : ways()) {
            try (IndexWriter writer = IndexWriter.open(index(), options)) {
                assertEquals(documents, writer.snapshot().documents());
            }
        }
        assertEquals(documents, Snapshot.open(index()).documents());
    }

    @Test
    void aDirectCommitReplacesAnIdInTheLog() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            writer.add("a", text(1, 30));
            writer.add("b", text(2, 30));
            writer.add("c", text(3, 30));
            writer.commit();
            writer.add("a", text(4, 30));
            writer.add("b", text(5, 30));
            writer.delete("c");
            writer.add("big", text(6, 900));
            assertEquals(2, writer.commit());
            for (Snapshot s : List.of(writer.snapshot(), Snapshot.open(index()))) {
                assertEquals(3, s.documents());
                assertEquals(List.of("a"), ids(s, text(4, 30)));
                assertEquals(List.of("b"), ids(s, text(5, 30)));
                assertEquals(List.of(), ids(s, text(3, 30)));
            }
        }
    }

    @Test
    void aCommitWithoutChangesHasNoNewNumber() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            assertEquals(0, writer.commit());
            writer.seal();
            writer.forceMerge();
            assertEquals(0, writer.addAll(List.of()));
            assertEquals(0, writer.commit());
            writer.delete("nobody's");
            assertEquals(1, writer.commit());
            assertEquals(1, writer.commit());
            assertEquals(0, writer.snapshot().documents());
            assertEquals(0, writer.snapshot().stats().minutiae());
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void documentsWithoutMinutiaeCount(WriterOptions options) throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, options)) {
            writer.add("empty", new byte[0]);
            writer.add("short", text(1, 3));
            writer.commit();
            assertEquals(3, writer.snapshot().document("short").orElseThrow().words());
            writer.forceMerge();
            assertEquals(2, writer.snapshot().documents());
            assertTrue(writer.delete("empty"));
            writer.commit();
            assertEquals(1, Snapshot.open(index()).documents());
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void idsCanHaveTheirGreatestLength(WriterOptions options) throws IOException {
        List<String> ids =
                List.of("x", "y".repeat(65_535), "\u00e9".repeat(32_767), "\uD83D\uDE00".repeat(16_383), "\0", "a\nb");
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, options)) {
            for (int i = 0; i < ids.size(); i++) {
                // One commit each, with more bytes of id than the smallest tier holds.
                writer.add(ids.get(i), text(i, 30));
                writer.commit();
            }
            for (Snapshot s : List.of(writer.snapshot(), Snapshot.open(index()))) {
                for (int i = 0; i < ids.size(); i++) {
                    assertEquals(List.of(ids.get(i)), ids(s, text(i, 30)));
                }
            }
            for (String bad : List.of("", "y".repeat(65_536), "\u00e9".repeat(32_768), "half \uD83D", "\uDE00 half")) {
                assertThrows(IllegalArgumentException.class, () -> writer.add(bad, text(1, 30)));
                assertThrows(IllegalArgumentException.class, () -> writer.update(bad, text(1, 30)));
                assertThrows(IllegalArgumentException.class, () -> writer.delete(bad));
            }
            assertEquals(ids.size(), writer.commit());
            assertTrue(writer.delete(ids.get(1)));
            writer.commit();
            assertEquals(ids.size() - 1, writer.snapshot().documents());
        }
    }

    /**
     * Long ids take space without postings: written with large limits, they do not fit a smaller tier that replays
     * them.
     */
    @Test
    void longIdsInALogCanBeReplayedByASmallerTier() throws IOException {
        try (IndexWriter writer =
                IndexWriter.create(index(), SCHEME, SMALL.livePostings(100_000).liveDocuments(1_000))) {
            for (int i = 0; i < 5; i++) {
                writer.add(i + "y".repeat(60_000), text(i, 10));
                writer.commit();
            }
        }
        try (IndexWriter writer = IndexWriter.open(index(), SMALL)) {
            assertEquals(5, writer.snapshot().documents());
        }
    }

    @Test
    void aTierWithItsMostDocumentsIsSealed() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL.mergeFactor(64))) {
            for (int commit = 0; commit < 7; commit++) {
                for (int i = 0; i < 50; i++) {
                    writer.add(commit + "/" + i, text(i, i % 5));
                }
                writer.commit();
            }
            writer.seal();
            assertEquals(350, writer.snapshot().documents());
            // Two commits of half the limit fill a tier.
            assertEquals(4, writer.snapshot().stats().segments());
        }
    }

    /** Deletions do not fill a tier, but every opening replays them. */
    @Test
    void aLogOfDeletionsIsReplaced() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            writer.add("a", text(1, 30));
            writer.add("b", text(2, 30));
            writer.commit();
            for (int i = 0; i < 200; i++) {
                writer.delete("d".repeat(1_000) + i);
                writer.commit();
            }
            writer.delete("b");
            writer.commit();
            writer.seal();
            assertTrue(IndexFiles.readManifest(index()).log() > 3);
            assertTrue(IndexFiles.readManifest(index()).sequence() == 202);
            assertEquals(List.of("a"), ids(Snapshot.open(index()), text(1, 30)));
            assertEquals(1, writer.snapshot().documents());
        }
    }

    @Test
    void aCommitThatDoesNotFitTheTierSealsFirst() throws IOException {
        try (IndexWriter writer =
                IndexWriter.create(index(), SCHEME, SMALL.directPostings(1_000).mergeFactor(64))) {
            for (int i = 0; i < 5; i++) {
                // 700 postings: below the limit of the tier, but not twice.
                writer.add("d" + i, text(i, 703));
                writer.commit();
            }
            // Exactly the size of the tier.
            writer.add("whole", text(9, 1_003));
            writer.commit();
            writer.seal();
            assertEquals(6, writer.snapshot().stats().segments());
            assertEquals(List.of("whole"), ids(writer.snapshot(), text(9, 1_003)));
        }
    }

    @Test
    void directCommitsSpillAndKeepTheOrder() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            for (int i = 0; i < 400; i++) {
                // Several batches go to the assembler, and ids repeat across batches.
                writer.add("d" + i % 150, text(i, 800));
            }
            assertTrue(writer.delete("d0"));
            assertFalse(writer.delete("d0"));
            writer.commit();
            Snapshot s = writer.snapshot();
            assertEquals(149, s.documents());
            assertEquals(List.of("d99"), ids(s, text(399, 800)));
            assertEquals(List.of("d149"), ids(s, text(299, 800)));
            assertEquals(List.of(), ids(s, text(249, 800)));
            assertEquals(List.of(), ids(s, text(300, 800)));
        }
    }

    @Test
    void addAllStopsWhereItFails() throws IOException {
        List<NewDocument> documents = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            documents.add(new NewDocument(i == 40 ? "" : "d" + i, text(i, 5)));
        }
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            assertThrows(IllegalArgumentException.class, () -> writer.addAll(documents));
            writer.commit();
            assertEquals(40, writer.snapshot().documents());
            Iterator<NewDocument> failing = new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public NewDocument next() {
                    if (next == 20) {
                        throw new NoSuchElementException("the source is at its end");
                    }
                    return new NewDocument("e" + next, text(next++, 5));
                }
            };
            assertThrows(NoSuchElementException.class, () -> writer.addAll(() -> failing));
            writer.commit();
            assertEquals(60, writer.snapshot().documents());
        }
    }
}
