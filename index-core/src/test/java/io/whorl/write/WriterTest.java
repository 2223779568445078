package io.whorl.write;

import static io.whorl.testing.Thrown.assertReason;
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
import io.whorl.bulk.IndexBuilder;
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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SEALING)) {
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
    void fullTiersAreSealedAndMerged() throws IOException {
        Path index = directory.resolve("index");
        int documents = 300;
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SEALING)) {
            for (int i = 0; i < documents; i++) {
                writer.add("d" + i, text(i, 100));
                if (i % 5 == 4) {
                    writer.commit();
                }
            }
            for (int i = 0; i < documents; i += 3) {
                writer.delete("d" + i);
                if (i % 4 == 0) {
                    writer.commit();
                }
            }
            writer.commit();
            Snapshot elsewhere = Snapshot.open(index);
            for (Snapshot s : List.of(writer.snapshot(), elsewhere)) {
                assertEquals(200, s.documents());
                for (int i = 0; i < documents; i++) {
                    assertEquals(i % 3 != 0, ids(s, text(i, 100)).contains("d" + i), "d" + i);
                }
            }
            writer.forceMerge();
            assertEquals(1, writer.snapshot().stats().segments());
            assertEquals(200, writer.snapshot().stats().documents());
            assertEquals(
                    elsewhere.stats().postings(), elsewhere.refresh().stats().postings());
            assertEquals(List.of(), IndexCheck.check(index).problems());
        }
        assertEquals(200, Snapshot.open(index).documents());
    }

    @Test
    void aLargeCommitIsDirect() throws IOException {
        Path index = directory.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SEALING)) {
            writer.add("x", text(1, 50));
            writer.add("y", text(2, 50));
            writer.commit();
            List<NewDocument> many = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                many.add(new NewDocument("d" + i % 90, text(i, 100)));
            }
            many.add(new NewDocument("x", text(500, 50)));
            assertEquals(101, writer.addAll(many));
            assertTrue(writer.delete("d50"));
            assertFalse(writer.delete("d50"));
            assertTrue(writer.update("d51", text(51, 100)));
            writer.commit();
            Snapshot s = writer.snapshot();
            assertEquals(91, s.documents());
            assertEquals(91, Snapshot.open(index).documents());
            assertEquals("x", ids(s, text(500, 50)).get(0));
            assertFalse(ids(s, text(3, 100)).contains("d3"));
            assertTrue(ids(s, text(93, 100)).contains("d3"));
            assertEquals(List.of(), IndexCheck.check(index).problems());
        }
    }

    @Test
    void aWriterContinuesABulkBuiltIndex() throws IOException {
        Path index = directory.resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.add("built", text(1, 100));
            builder.finish();
        }
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
        assertReason(
                RefusedException.Reason.EXISTS,
                () -> IndexWriter.create(index, Scheme.builder().build(), SEALING));
        assertReason(RefusedException.Reason.NOT_AN_INDEX, () -> IndexWriter.open(directory.resolve("none"), SEALING));
    }

    @Test
    void aWriterWithoutSnapshotsNeedsNoMap() throws IOException {
        Path index = directory.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SEALING.liveMap(LiveMap.NONE))) {
            for (int i = 0; i < 60; i++) {
                writer.add("d" + i % 50, text(i, 100));
                writer.commit();
            }
            assertTrue(writer.delete("d20"));
            assertFalse(writer.update("new", text(1_000, 100)));
            writer.commit();
            Snapshot s = writer.snapshot();
            assertEquals(50, s.documents());
            assertEquals(List.of("new"), ids(s, text(1_000, 100)));
            writer.add("newer", text(1_000, 90));
            writer.commit();
            assertEquals(List.of("new", "newer"), ids(s.refresh(), text(1_000, 100)));
            writer.forceMerge();
            assertEquals(1, writer.snapshot().stats().segments());
        }
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    @Test
    void awaitMergesSuitsOccasionalWriters() throws IOException {
        Path index = directory.resolve("index");
        IndexWriter.create(index, Scheme.builder().build(), SEALING).close();
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
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SMALL)) {
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
        try (IndexBuilder builder = IndexBuilder.create(built, SCHEME, BuildOptions.DEFAULT)) {
            builder.add("new", text(1, 50));
            builder.add("other", text(2, 30));
            builder.finish();
        }
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
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SMALL.liveMap(LiveMap.NONE))) {
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
    @ValueSource(ints = {1, 2, 3, 4})
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
        Path expected = SharedPostings.with(segment(other), families, directory.resolve("expected.whs"))
                .file();
        assertArrayEquals(
                Files.readAllBytes(expected), Files.readAllBytes(segment(index).file()));
        assertFalse(segment(index).families().isEmpty());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    private static Segment segment(Path index) throws IOException {
        List<String> names = IndexFiles.readManifest(index).segments().stream()
                .map(s -> s.name())
                .toList();
        assertEquals(1, names.size());
        return Segment.open(index.resolve(names.get(0)));
    }
}
