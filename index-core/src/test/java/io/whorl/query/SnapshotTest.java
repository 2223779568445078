package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.history.ChangeOptions;
import io.whorl.history.HistoryOptions;
import io.whorl.measure.Measure;
import io.whorl.parts.MergedParts;
import io.whorl.parts.Part.LivePart;
import io.whorl.parts.Part.SealedPart;
import io.whorl.query.RandomParts.HeapView;
import io.whorl.query.ResumedWorkTest.WorkIndex;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentTable;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The life cycle of a snapshot: opening, refreshing, closing. */
class SnapshotTest {
    private static final QueryOptions RESEMBLING =
            QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE).top(1_000);
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path directory;

    private static final int THREADS = 50;
    private static final int OPENINGS = 20;

    private static void build(Path index, Map<String, byte[]> corpus) throws IOException {
        RandomCorpus.index(index, SCHEME, corpus, BuildOptions.DEFAULT.replace(true));
    }

    @Test
    void refreshReturnsANewSnapshotOnlyIfTheIndexChanged() throws IOException {
        Path index = directory.resolve("index");
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
            assertTrue(r.views.stream().noneMatch(HeapView::isGone));
            snapshot.close();
            snapshot.close();
            assertTrue(r.views.stream().allMatch(HeapView::isGone));
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
                    () -> snapshot.group(List.of("a"), GroupOptions.DEFAULT),
                    () -> snapshot.overlap(text, OverlapOptions.DEFAULT),
                    () -> snapshot.clusters(ClusterOptions.DEFAULT),
                    () -> snapshot.survivors(SurvivorOptions.DEFAULT),
                    () -> snapshot.history("a", HistoryOptions.DEFAULT),
                    () -> snapshot.changes(snapshot, ChangeOptions.DEFAULT),
                    () -> snapshot.query(text, SCHEME.selection(), RESEMBLING),
                    snapshot::refresh,
                    () -> snapshot.pairs(PairsOptions.DEFAULT),
                    () -> snapshot.document("a"),
                    () -> snapshot.isTextOf("a", text))) {
                assertThrows(IllegalStateException.class, call);
            }
        }
    }

    @Test
    void closingDoesNotDisturbARunningQuery() throws IOException {
        try (RandomParts r = new RandomParts(SCHEME, 6, 1, 2, 10)) {
            byte[] text = r.living.values().iterator().next();
            Matches expected = Snapshot.of(r.singleParts()).query(text, RESEMBLING);
            Snapshot[] snapshot = new Snapshot[1];
            HeapView first = r.views.get(0);
            // The snapshot is closed when the query starts to read the first of two live parts.
            first.onFind = () -> snapshot[0].close();
            snapshot[0] = Snapshot.of(r.parts);
            assertEquals(expected, snapshot[0].query(text, RESEMBLING));
            assertTrue(r.views.stream().allMatch(HeapView::isGone));
            assertThrows(IllegalStateException.class, () -> snapshot[0].query(text, RESEMBLING));
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
            Scheme other = Scheme.builder().granularity(2).build();
            try (RandomParts others = new RandomParts(other, 9, 1, 1, 0)) {
                byte[] text = others.living.values().iterator().next();
                assertEquals(
                        Snapshot.of(others.parts).query(text, RESEMBLING),
                        before.after(others.parts).query(text, RESEMBLING));
            }
        }
    }

    @Test
    void aSnapshotWithoutLiveDocumentsFindsNothing() throws IOException {
        try (RandomParts r = new RandomParts(SCHEME, 11, 1, 1, 0)) {
            SealedPart sealed = r.parts.sealed().get(0);
            LivePart live = r.live().get(0);
            Snapshot none = Snapshot.of(new RandomParts.GivenParts(
                    r.parts.scheme(),
                    List.of(
                            new SealedPart(sealed.segment(), all(sealed.dead())),
                            new LivePart(
                                    live.view(),
                                    all(DeadDocuments.none(live.view().documents())))),
                    r.parts.bytes(),
                    1));
            byte[] text = r.living.values().iterator().next();
            Matches matches = none.query(text, RESEMBLING);
            assertEquals(List.of(), matches.matches());
            assertEquals(0, matches.known());
            assertEquals(0, none.documents());
            assertEquals(
                    0,
                    none.stats().documents()
                            + none.stats().minutiae()
                            + none.stats().postings());
            assertEquals(1, none.stats().segments());
            assertEquals(new FoundPairs(List.of(), 0), FoundPairs.of(none, PairsOptions.DEFAULT));
            assertEquals(
                    Optional.empty(), none.document(r.living.keySet().iterator().next()));
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
            try (MergedParts merged = new MergedParts(r.parts, 2, Optional.of(scratch), 1 << 20)) {
                segment = merged.segment();
                segment.retain();
                try (Stream<Path> files = Files.list(scratch)) {
                    assertEquals(List.of(), files.toList());
                }
            }
            assertFalse(Files.exists(scratch));
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
            LivePart live = r.live().get(0);
            DeadDocuments few = DeadDocuments.none(0);
            assertThrows(IllegalArgumentException.class, () -> new SealedPart(sealed.segment(), few));
            assertThrows(IllegalArgumentException.class, () -> new LivePart(live.view(), few));
            assertThrows(
                    IllegalArgumentException.class,
                    () -> Snapshot.of(new RandomParts.GivenParts(
                            r.parts.scheme().toBuilder().seed(3).build(), List.of(sealed), 0, 1)));
        }
    }

    // {@link Snapshot#isTextOf} against a comparison of whole fingerprints.

    @ParameterizedTest
    @ValueSource(strings = {"full", "mod", "min-s", "mod-by-size", "winnowing"})
    void aTextIsThatOfADocumentIfTheFingerprintsAreEqual(String selection) throws IOException {
        Scheme scheme = Scheme.builder().selection(Selection.of(selection)).build();
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        Set<Boolean> answers = new HashSet<>();
        for (int seed = 1; seed <= 4; seed++) {
            try (RandomParts r = new RandomParts(scheme, seed, 2, 2, 10, seed % 2 == 0 ? 50 : 0);
                    Snapshot snapshot = Snapshot.of(r.parts)) {
                Set<byte[]> texts = new LinkedHashSet<>(r.living.values());
                texts.addAll(r.dead.values());
                for (Map.Entry<String, byte[]> document : r.living.entrySet()) {
                    Fingerprint own = fingerprinter.fingerprint(document.getValue());
                    for (byte[] text : texts) {
                        Fingerprint other = fingerprinter.fingerprint(text);
                        boolean same = own.words() == other.words() && Arrays.equals(own.toArray(), other.toArray());
                        assertEquals(same, snapshot.isTextOf(document.getKey(), text), document.getKey());
                        answers.add(same);
                    }
                }
                for (Map.Entry<String, byte[]> gone : r.dead.entrySet()) {
                    assertFalse(snapshot.isTextOf(gone.getKey(), gone.getValue()), gone.getKey());
                }
            }
        }
        assertEquals(Set.of(true, false), answers);
    }

    @Test
    void anyChangedWordIsNoticedButCaseAndPunctuationAreNot() throws IOException {
        String text = "the quick brown fox jumps over the lazy dog while nine cats sleep in the warm sun";
        try (IndexBuilder builder =
                IndexBuilder.create(directory.resolve("index"), Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.add("fox", text);
            builder.add("empty", "");
            builder.finish();
        }
        try (Snapshot snapshot = Snapshot.open(directory.resolve("index"))) {
            assertTrue(snapshot.isTextOf("fox", utf8(text)));
            assertTrue(snapshot.isTextOf("fox", utf8("The Quick" + text.substring(9) + "!")));
            for (String word : text.split(" ")) {
                assertFalse(snapshot.isTextOf("fox", utf8(text.replaceFirst("\\b" + word + "\\b", "zebra"))), word);
                assertFalse(snapshot.isTextOf("fox", utf8(text.replaceFirst("\\b" + word + "\\b ?", ""))), word);
            }
            assertFalse(snapshot.isTextOf("fox", utf8(text + " again")));
            assertTrue(snapshot.isTextOf("empty", utf8(" ... ")));
            assertFalse(snapshot.isTextOf("empty", utf8("word")));
            assertFalse(snapshot.isTextOf("wolf", utf8(text)));
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    // Threads that open, query and close again and again hold nothing of the indexes that they closed.

    /** Opens the index of its argument on many threads, which all live to the end. */
    static final class Opening {
        public static void main(String[] args) throws Exception {
            byte[] text = "a text of a few words that no document of the index has".getBytes(StandardCharsets.UTF_8);
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Future<Object>> opened = new ArrayList<>();
            for (int t = 0; t < THREADS; t++) {
                opened.add(threads.submit(() -> {
                    for (int i = 0; i < OPENINGS; i++) {
                        try (Snapshot snapshot = Snapshot.open(Path.of(args[0]))) {
                            snapshot.query(text, QueryOptions.DEFAULT);
                        }
                    }
                    return null;
                }));
            }
            for (Future<Object> each : opened) {
                each.get(200, TimeUnit.SECONDS);
            }
            System.out.println("done");
            threads.shutdownNow();
        }
    }

    @Test
    void threadsKeepNothingOfAnIndexThatTheyClosed() throws Exception {
        Path index = directory.resolve("index");
        WorkIndex.build(index, 50);
        try (ChildJvm child = ChildJvm.start(List.of("-Xmx24m"), Opening.class, index.toString())) {
            assertEquals(List.of("done"), child.output(), child::errors);
        }
    }
}
