package io.whorl.query;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CallInterruptedException;
import io.whorl.IndexStats;
import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RepeatedIds;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.Survivors;
import io.whorl.fingerprint.Schemes;
import io.whorl.history.History;
import io.whorl.live.LiveView;
import io.whorl.measure.Measure;
import io.whorl.query.Search.SearchThreads;
import io.whorl.query.SlowSearch.SlowIndex;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentTable;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.Repeated;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The life cycle of a snapshot: opening, refreshing, closing. */
class SnapshotTest {
    private static final QueryOptions RESEMBLING =
            QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE).top(1_000);
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path directory;

    private static final int THREADS = 50;
    private static final int OPENINGS = 20;

    private Path index;

    @BeforeEach
    void name() {
        index = directory.resolve("index");
    }

    private static void build(Path index, Map<String, byte[]> corpus) throws IOException {
        RandomCorpus.index(index, SCHEME, corpus, BuildOptions.DEFAULT.replace(true));
    }

    @Test
    void refreshReturnsANewSnapshotOnlyIfTheIndexChanged() throws IOException {
        Map<String, byte[]> before = RandomCorpus.of(1, 9, 200);
        Map<String, byte[]> after = RandomCorpus.of(2, 14, 200);
        byte[] text = before.values().iterator().next();
        build(index, before);
        Snapshot first = Snapshot.open(index);
        Matches answer = first.query(text, RESEMBLING);
        assertSame(first, first.refresh());
        build(index, after);
        Snapshot second = first.refresh();
        assertNotSame(first, second);
        assertEquals(9, first.documents());
        assertEquals(answer, first.query(text, RESEMBLING));
        assertEquals(14, second.documents());
        assertEquals(Snapshot.open(index).query(text, RESEMBLING), second.query(text, RESEMBLING));
        assertSame(second, second.refresh());
        assertEquals(3, second.queries().answered());
        assertEquals(second.queries(), first.queries());
    }

    @Test
    void aClosedSnapshotRefusesCalls() throws IOException {
        try (RandomParts r = new RandomParts(SCHEME, 5, 2, 2, 10)) {
            Snapshot snapshot = Snapshot.of(r.parts);
            byte[] text = r.living.values().iterator().next();
            assertFalse(snapshot.query(text, RESEMBLING).matches().isEmpty());
            assertTrue(r.heap.remaining() < RandomParts.HEAP);
            snapshot.close();
            snapshot.close();
            assertEquals(RandomParts.HEAP, r.heap.remaining());
            for (Executable call : List.<Executable>of(
                    () -> snapshot.query(text, RESEMBLING),
                    snapshot::scheme,
                    snapshot::documents,
                    snapshot::hasDates,
                    snapshot::storesTexts,
                    snapshot::storesFingerprints,
                    snapshot::stats,
                    () -> snapshot.text("a"),
                    () -> snapshot.like("a", RESEMBLING),
                    () -> snapshot.compare("a", "b"),
                    () -> snapshot.group(List.of("a"), SimilarityOptions.GROUPS),
                    () -> snapshot.overlap(text, OverlapOptions.DEFAULT),
                    () -> snapshot.clusters(SimilarityOptions.CLUSTERS),
                    () -> snapshot.survivors(SimilarityOptions.SURVIVORS),
                    () -> snapshot.history("a", SimilarityOptions.HISTORY),
                    () -> snapshot.changes(snapshot, SimilarityOptions.CHANGES),
                    () -> snapshot.query(text, SCHEME.selection(), RESEMBLING),
                    snapshot::refresh,
                    () -> snapshot.pairs(SimilarityOptions.PAIRS),
                    () -> snapshot.document("a"),
                    () -> snapshot.isTextOf("a", text))) {
                assertMessage(IllegalStateException.class, "the snapshot is closed", call);
            }
        }
    }

    @Test
    void closingDoesNotDisturbARunningCall() throws IOException {
        try (RandomParts r = new RandomParts(SCHEME, 6, 1, 2, 10)) {
            String id = r.living.keySet().iterator().next();
            Snapshot snapshot = Snapshot.of(r.parts);
            // Dates are asked for after the queries and before the last look-ups.
            SimilarityOptions options =
                    SimilarityOptions.HISTORY.minScore(0.01).dates(of -> Optional.of(Instant.EPOCH));
            Optional<History> expected = snapshot.history(id, options);
            assertTrue(expected.orElseThrow().versions().size() > 1);
            assertEquals(expected, snapshot.history(id, options.dates(of -> {
                snapshot.close();
                return Optional.of(Instant.EPOCH);
            })));
            assertEquals(RandomParts.HEAP, r.heap.remaining());
            assertThrows(IllegalStateException.class, () -> snapshot.history(id, options));
        }
    }

    @Test
    void aSnapshotCanReuseTheBuffersOfAnother() throws IOException {
        try (RandomParts small = new RandomParts(SCHEME, 7, 1, 1, 0);
                RandomParts large = new RandomParts(SCHEME, 8, 3, 2, 9)) {
            Snapshot before = Snapshot.of(small.parts);
            for (byte[] text : large.queries()) {
                before.query(text, RESEMBLING);
                Snapshot after = before.after(large.parts);
                assertEquals(Snapshot.of(large.singleParts()).query(text, RESEMBLING), after.query(text, RESEMBLING));
            }
            Scheme other = Schemes.of("granularity=2");
            try (RandomParts others = new RandomParts(other, 9, 1, 1, 0)) {
                byte[] text = others.living.values().iterator().next();
                assertEquals(
                        Snapshot.of(others.parts).query(text, RESEMBLING),
                        before.after(others.parts).query(text, RESEMBLING));
            }
        }
    }

    @Test
    void anIndexWithoutLivingDocumentsFindsNothing() throws IOException {
        build(index, Map.of());
        try (RandomParts r = new RandomParts(SCHEME, 11, 1, 1, 0)) {
            SealedPart sealed = r.parts.sealed().get(0);
            LiveView live = r.live().get(0);
            List<Part> dead = List.of(
                    new SealedPart(sealed.segment(), all(sealed.dead())),
                    live.dead(all(DeadDocuments.none(live.total()))));
            Snapshot deleted = Snapshot.of(RandomParts.given(r.parts.scheme(), dead, 1));
            assertEquals(1, deleted.stats().segments());
            Map.Entry<String, byte[]> document = r.living.entrySet().iterator().next();
            for (Snapshot none : List.of(Snapshot.open(index), deleted)) {
                Matches matches = none.query(document.getValue(), RESEMBLING);
                assertEquals(List.of(), matches.matches());
                assertEquals(0, matches.known());
                assertEquals(new FoundPairs(List.of(), 0), FoundPairs.of(none, SimilarityOptions.PAIRS));
                assertEquals(Optional.empty(), none.document(document.getKey()));
                IndexStats stats = none.stats();
                assertEquals(0, none.documents() + stats.documents() + stats.minutiae() + stats.postings());
                assertEquals(0, stats.bytesPerPosting());
                try (Clusters clusters = none.clusters(SimilarityOptions.CLUSTERS);
                        Survivors survivors = none.survivors(SimilarityOptions.SURVIVORS)) {
                    assertEquals(
                            0,
                            clusters.clusters()
                                    + clusters.documents()
                                    + survivors.figures().documents());
                    for (Iterator<?> nothing :
                            List.of(clusters, clusters.edges(), clusters.copies(), clusters.all(), survivors)) {
                        assertFalse(nothing.hasNext());
                    }
                }
            }
        }
    }

    private static DeadDocuments all(DeadDocuments of) {
        long[] ordinals = LongStream.range(0, of.documents()).toArray();
        return of.with(ordinals, ordinals.length);
    }

    @Test
    void aMergeLeavesNoFiles() throws IOException {
        try (RandomParts r = new RandomParts(SCHEME, 13, 2, 2, 20)) {
            Path scratch = Files.createDirectory(directory.resolve("scratch"));
            Segment segment;
            try (WholeSnapshot.Merged merged = new WholeSnapshot.Merged(r.parts, 2, scratch, 1 << 20)) {
                segment = merged.segment();
                segment.retain();
                assertEquals(Set.of(), TestFiles.names(scratch));
            }
            assertEquals(Set.of(), TestFiles.names(scratch));
            // A segment that is retained can still be read.
            DocumentTable documents = segment.documents();
            assertEquals(
                    r.living.keySet(),
                    LongStream.range(0, documents.size())
                            .mapToObj(documents::id)
                            .collect(Collectors.toSet()));
            assertEquals(r.single.counts(), segment.counts());
            segment.release();
        }
    }

    @Test
    void partsThatDoNotFitAreRefused() throws IOException {
        try (RandomParts r = new RandomParts(SCHEME, 12, 1, 1, 0)) {
            SealedPart sealed = r.parts.sealed().get(0);
            LiveView live = r.live().get(0);
            DeadDocuments few = DeadDocuments.none(0);
            assertThrows(IllegalArgumentException.class, () -> new SealedPart(sealed.segment(), few));
            assertThrows(IllegalArgumentException.class, () -> live.dead(few));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> Snapshot.of(RandomParts.given(
                            r.parts.scheme().toBuilder().seed(3).build(), List.of(sealed), 1)));
        }
    }

    // Threads that open, query and close again and again hold nothing of the indexes that they closed.

    /** Opens the index of its argument on many threads, which all live to the end. */
    static final class Opening {
        public static void main(String[] args) throws Exception {
            byte[] text = "a text of a few words that no document of the index has".getBytes(StandardCharsets.UTF_8);
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Future<Object>> opened = Repeated.list(
                    THREADS,
                    t -> threads.submit(() -> {
                        for (int i = 0; i < OPENINGS; i++) {
                            try (Snapshot snapshot = Snapshot.open(Path.of(args[0]))) {
                                snapshot.query(text, QueryOptions.DEFAULT);
                            }
                        }
                        return null;
                    }));
            for (Future<Object> each : opened) {
                each.get(200, TimeUnit.SECONDS);
            }
            System.out.println("done");
            threads.shutdownNow();
        }
    }

    @Test
    void threadsKeepNothingOfAnIndexThatTheyClosed() throws Exception {
        build(index, RandomCorpus.of(11, 50, 90));
        List<String> opening = ChildJvm.command(List.of("-Xmx24m"), Opening.class, index.toString());
        assertEquals(List.of("done"), ChildJvm.run(opening));
    }

    // The ids of a snapshot in order and by prefix, and several documents at once.

    private static final WriterOptions OPTIONS =
            WriterOptions.DEFAULT.memory(16 << 20).liveDocuments(1_000).mergeFactor(8);

    private static void check(Snapshot snapshot, TreeSet<String> documents) {
        assertEquals(List.copyOf(documents), snapshot.ids().toList());
        for (String prefix : List.of("", "a/", "a/b", "b1", "c", "\u00e9", "\ufffd", "\ud83d\ude00")) {
            List<String> expected =
                    documents.stream().filter(id -> id.startsWith(prefix)).toList();
            assertEquals(expected, snapshot.ids(prefix).toList(), prefix);
            assertEquals(expected, snapshot.ids(prefix).parallel().toList(), prefix);
        }
    }

    /** Several segments with deleted documents, and a live tier: of the writer, of files, and of two indexes. */
    @Test
    void idsAreInOrderAndDeletedOnesAreLeftOut() throws IOException {
        Random random = new Random(1);
        // UTF-8 and UTF-16 order U+FFFD and U+1F600 differently.
        String[] roots = {"a", "a/", "a/b", "b", "\u00e9", "\ufffd", "\ud83d\ude00"};
        TreeSet<String> documents = new TreeSet<>(SlowIndex.BY_UTF8);
        List<Path> indexes = List.of(directory.resolve("index"), directory.resolve("second"));
        for (Path index : indexes) {
            try (IndexWriter writer = IndexWriter.create(index, SCHEME, OPTIONS)) {
                TreeSet<String> here = new TreeSet<>(SlowIndex.BY_UTF8);
                for (int i = 1; i <= 1_500; i++) {
                    String id = roots[random.nextInt(roots.length)] + random.nextInt(600);
                    if (random.nextInt(4) == 0) {
                        assertEquals(here.remove(id), writer.delete(id));
                    } else {
                        here.add(id);
                        writer.add(id, "the text of " + id);
                    }
                    if (i % 400 == 0) {
                        writer.commit();
                        writer.seal();
                    }
                }
                writer.commit();
                check(writer.snapshot(), here);
                check(Snapshot.open(index).refresh(), here);
                assertTrue(writer.snapshot().stats().segments() > 1);
                documents.addAll(here);
            }
        }
        try (Snapshot both = Snapshot.openAll(indexes, RepeatedIds.LAST, 1)) {
            check(both, documents);
        }
    }

    @Test
    void aStreamEndsWithItsSnapshot() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, OPTIONS)) {
            for (int i = 0; i < 500; i++) {
                writer.add("d" + i, "some text");
            }
            writer.commit();
        }
        Snapshot snapshot = Snapshot.open(index);
        Iterator<String> ids = snapshot.ids().iterator();
        assertEquals("d0", ids.next());
        assertEquals(List.of("d0", "d1"), snapshot.ids().limit(2).toList());
        snapshot.close();
        assertThrows(IllegalStateException.class, () -> ids.forEachRemaining(id -> {}));
        assertThrows(IllegalStateException.class, snapshot::ids);
    }

    @Test
    void severalDocumentsAreFoundAtOnce() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, OPTIONS)) {
            writer.add("a", "one two three four five");
            writer.add("b", "one two three four");
            writer.add("c", "one");
            writer.commit();
            writer.delete("c");
            writer.commit();
            Snapshot snapshot = writer.snapshot();
            var found = snapshot.documents(List.of("b", "c", "missing", "a", "b"));
            assertEquals(List.of("b", "a"), List.copyOf(found.keySet()));
            assertEquals(snapshot.document("a").orElseThrow(), found.get("a"));
            assertThrows(UnsupportedOperationException.class, found::clear);
            assertThrows(NullPointerException.class, () -> snapshot.documents(Arrays.asList("a", null)));
            assertReason(NotStoredException.Reason.TEXT, () -> snapshot.text("a"));
            assertMessage(IllegalArgumentException.class, "prefix ", () -> snapshot.ids("a\ud800"));
        }
    }

    /** The encoders of Java turn half of a surrogate pair into a question mark, which may be an id. */
    @Test
    void halfOfASurrogatePairIsTheIdOfNoDocument() throws IOException {
        String text = "one two three four five";
        SimilarityOptions leastKey = SimilarityOptions.SURVIVORS.measure(Measure.RESEMBLANCE);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, OPTIONS.storeText(true))) {
            writer.add("?", text);
            writer.commit();
            for (boolean sealed : List.of(false, true)) {
                if (sealed) {
                    writer.seal();
                }
                Snapshot snapshot = writer.snapshot();
                for (String half : List.of("\ud800", "\udc00")) {
                    assertEquals(Optional.empty(), snapshot.document(half));
                    assertEquals(Optional.empty(), snapshot.text(half));
                    assertFalse(snapshot.isTextOf(half, RandomCorpus.utf8(text)));
                    assertReason(RefusedException.Reason.UNKNOWN_ID, () -> snapshot.like(half, QueryOptions.DEFAULT));
                    byte[] query = RandomCorpus.utf8(text);
                    assertEquals(
                            2,
                            snapshot.overlap(query, snapshot, half, OverlapOptions.DEFAULT)
                                    .held());
                    try (Survivors survivors = snapshot.survivors(leastKey.keys(sink -> sink.accept(half, 1)))) {
                        assertEquals(1, survivors.figures().unknownKeys());
                    }
                }
            }
        }
    }

    // Threads that search one index, and threads that are interrupted while they do.

    private static final int BYTES = 1 << 20;

    /** What the tasks read; written, so that the compiler keeps the reads. */
    private long read;

    private static final WriterOptions READING =
            WriterOptions.DEFAULT.liveMap(WriterOptions.LiveMap.NONE).memory(16 << 20);

    private static final QueryOptions EXACT =
            QueryOptions.DEFAULT.measure(Measure.WEIGHTED_RESEMBLANCE).exactWeights(true);

    /**
     * In compiled code, the JVM reports a page that is gone some instructions after the access: after the end of the
     * task, if nothing makes it report earlier. The counts of the task would then be used.
     */
    @Test
    void aPageThatIsGoneFailsTheTaskThatReadIt(@TempDir Path directory) throws IOException {
        MappedByteBuffer whole = mapped(directory.resolve("whole"));
        MappedByteBuffer cut = mapped(directory.resolve("cut"));
        try (FileChannel channel = FileChannel.open(directory.resolve("cut"), StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }
        SearchThreads threads = new SearchThreads(2);
        for (int i = 0; i < 200_000; i++) {
            task(whole, i).accept(1);
        }
        for (int i = 0; i < 100; i++) {
            IntConsumer task = task(cut, i);
            assertMessage(InternalError.class, "unsafe memory access", () -> threads.run(2, task));
        }
        threads.close();
    }

    private IntConsumer task(MappedByteBuffer bytes, int i) {
        return number -> {
            if (number == 1) {
                read += bytes.getLong((i * 8) & (BYTES - 8));
            }
        };
    }

    private static MappedByteBuffer mapped(Path file) throws IOException {
        Files.write(file, new byte[BYTES]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, BYTES);
        }
    }

    @AfterEach
    void clear() {
        Thread.interrupted();
    }

    @Test
    void everyCallThatReadsFilesThrowsOneTypedError() throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(3, 60, 200);
        byte[] text = corpus.values().iterator().next();
        build(index, corpus);
        try (IndexWriter writer = IndexWriter.open(index, READING)) {
            writer.add("logged", text);
            writer.commit();
        }
        try (Snapshot snapshot = Snapshot.open(index)) {
            for (Executable call : List.<Executable>of(
                    () -> Snapshot.open(index),
                    () -> Snapshot.openAll(List.of(index), RepeatedIds.LAST, 1),
                    snapshot::stats,
                    () -> snapshot.query(text, EXACT),
                    () -> snapshot.pairs(SimilarityOptions.PAIRS),
                    () -> snapshot.clusters(SimilarityOptions.CLUSTERS),
                    () -> snapshot.survivors(SimilarityOptions.SURVIVORS),
                    () -> snapshot.changes(snapshot, SimilarityOptions.CHANGES))) {
                Thread.currentThread().interrupt();
                assertThrows(CallInterruptedException.class, call);
                assertTrue(Thread.interrupted(), "the thread stays interrupted");
            }
            // The snapshot can be used again.
            assertEquals(61, snapshot.stats().documents());
            snapshot.query(text, EXACT);
            snapshot.pairs(SimilarityOptions.PAIRS).close();
        }
    }
}
