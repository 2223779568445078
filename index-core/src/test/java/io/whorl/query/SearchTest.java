package io.whorl.query;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.parts.Part;
import io.whorl.parts.Part.SealedPart;
import io.whorl.parts.SearchBuffers;
import io.whorl.query.Matches.Match;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.score.Comparison;
import io.whorl.score.DocumentExtras;
import io.whorl.store.IndexFiles;
import io.whorl.store.Manifest;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares every operation of a snapshot with a slow search written from the definitions. */
class SearchTest {
    /** The length of the longest documents: three levels of mod-by-size, or four in the long form. */
    private static final int WORDS = LongForm.of(410, 900);

    private static final Map<String, byte[]> CORPUS = RandomCorpus.of(21, LongForm.of(36, 60), WORDS);
    private static final Map<Scheme, Opened> OPENED = new LinkedHashMap<>();

    private record Opened(SlowSearch model, Snapshot snapshot, Segment segment) {}

    @TempDir
    static Path directory;

    static Stream<Scheme> schemes() {
        return Stream.of(
                Scheme.builder().build(),
                Scheme.builder().granularity(2).frequencies(true).build(),
                Scheme.builder()
                        .granularity(2)
                        .selection("mod", Map.of("m", "5"))
                        .bits(64)
                        .build(),
                Scheme.builder()
                        .granularity(2)
                        .selection("mod-by-size", Map.of())
                        .build(),
                Scheme.builder()
                        .granularity(2)
                        .selection("min-s", Map.of("s", "30"))
                        .build(),
                Scheme.builder()
                        .granularity(1)
                        .selection("min-s", Map.of())
                        .bits(61)
                        .build());
    }

    @BeforeAll
    static void build() throws IOException {
        for (Scheme scheme : schemes().toList()) {
            Path index = directory.resolve("index" + OPENED.size());
            RandomCorpus.index(index, scheme, CORPUS, BuildOptions.DEFAULT);
            OPENED.put(scheme, new Opened(new SlowSearch(scheme, CORPUS), Snapshot.open(index), open(index)));
        }
    }

    @AfterAll
    static void clear() {
        OPENED.clear();
    }

    private static List<byte[]> queries() {
        List<byte[]> queries = new ArrayList<>(RandomCorpus.of(22, 5, WORDS).values());
        queries.addAll(CORPUS.values().stream().limit(4).toList());
        queries.add(new byte[0]);
        queries.add(RandomCorpus.utf8("one"));
        return queries;
    }

    private static List<Measure> measures(Scheme scheme) {
        return SlowSearch.measures(scheme);
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void queriesMatchTheDefinitions(Scheme scheme) {
        Opened o = OPENED.get(scheme);
        Selection own = o.model.scheme().selection();
        for (Measure measure : measures(scheme)) {
            double threshold = measure == Measure.SHARED ? 12 : measure == Measure.PERCENT ? 9 : 0.07;
            for (double minScore : new double[] {0, threshold}) {
                for (int top : new int[] {6, 10_000}) {
                    for (long maxDf : new long[] {9, QueryOptions.NO_LIMIT}) {
                        QueryOptions options = TestOptions.query(measure, top, minScore, maxDf);
                        for (byte[] text : queries()) {
                            assertEquals(
                                    o.model.query(text, own, options),
                                    o.snapshot.query(text, options),
                                    options::toString);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void queriesWithAnotherSelectionMatchTheDefinitions(Scheme scheme) {
        Opened o = OPENED.get(scheme);
        for (Selection selection : List.of(
                Selection.of("full"), Selection.of("winnowing"), new Selection("first-r-sliding", Map.of("r", "40")))) {
            for (Measure measure : measures(scheme)) {
                QueryOptions options = TestOptions.query(measure, 50, 0, 30);
                for (byte[] text : queries()) {
                    Matches found = o.snapshot.query(text, selection, options);
                    assertEquals(o.model.query(text, selection, options), found, options::toString);
                    for (Match m : found.matches()) {
                        for (double share : new double[] {
                            m.resemblance().orElse(0),
                            m.containment().orElse(0),
                            m.contained().orElse(0),
                            m.percent().orElse(0) / 100
                        }) {
                            assertTrue(share >= 0 && share <= 1, () -> selection + ": " + m);
                        }
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void aFingerprintFindsTheSameAsItsText(Scheme scheme) {
        Opened o = OPENED.get(scheme);
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        QueryOptions options = QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE);
        for (byte[] text : queries()) {
            assertEquals(o.snapshot.query(text, options), o.snapshot.query(fingerprinter.fingerprint(text), options));
        }
        Fingerprint other =
                Fingerprinter.of(scheme.toBuilder().seed(99).build()).fingerprint("any");
        assertReason(SchemeException.Reason.MISMATCH, () -> o.snapshot.query(other, options));
        Fingerprint selected = Fingerprinter.of(scheme.withSelection(Selection.of("winnowing")))
                .fingerprint("any");
        assertReason(
                SchemeException.Reason.MEASURE, () -> o.snapshot.query(selected, options.measure(Measure.PERCENT)));
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void theSizeOfWindowsDoesNotAffectResults(Scheme scheme) {
        Opened o = OPENED.get(scheme);
        Fingerprinter fingerprinter = Fingerprinter.of(scheme);
        QueryOptions options = QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE).top(1_000);
        List<Part> parts = List.of(SealedPart.of(o.segment));
        for (byte[] text : queries()) {
            Fingerprint f = fingerprinter.fingerprint(text);
            for (int window : new int[] {1, 7, CORPUS.size() - 1, CORPUS.size(), 1_000}) {
                QueryFingerprint query = new QueryFingerprint(
                        f, Optional.of(f), fingerprinter.scheme(), DocumentExtras.of(fingerprinter.scheme()));
                assertEquals(
                        o.snapshot.query(text, options),
                        new Search(
                                        parts,
                                        parts,
                                        query,
                                        Comparison.of(fingerprinter.scheme()),
                                        options,
                                        new SearchBuffers(window),
                                        WholeSnapshot.DocumentWeights.NONE)
                                .run());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void pairsMatchTheDefinitions(Scheme scheme) {
        Opened o = OPENED.get(scheme);
        for (Measure measure : measures(scheme)) {
            if (measure == Measure.PERCENT) {
                continue;
            }
            int combination = measure.ordinal();
            for (double minScore : new double[] {0, measure == Measure.SHARED ? 20 : 0.1}) {
                for (int top : new int[] {5, 100_000}) {
                    for (long maxDf : new long[] {9, 1_000}) {
                        // In the short form, each measure has half of the combinations, and the next has the others.
                        if (!LongForm.ON && Integer.bitCount(combination++) % 2 == 0) {
                            continue;
                        }
                        PairsOptions options = TestOptions.pairs(measure, minScore, top, maxDf, 3);
                        FoundPairs expected = o.model.pairs(options);
                        assertEquals(expected, FoundPairs.of(o.snapshot, options), options::toString);
                    }
                }
            }
        }
    }

    @Test
    void concurrentQueriesGiveTheSameResults() throws Exception {
        for (Opened o : OPENED.values()) {
            QueryOptions options =
                    QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE).top(100);
            List<byte[]> queries = queries();
            List<Matches> expected =
                    queries.stream().map(q -> o.snapshot.query(q, options)).toList();
            ExecutorService threads = Executors.newFixedThreadPool(8);
            try {
                List<Callable<List<Matches>>> tasks = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    tasks.add(() -> {
                        List<Matches> last = null;
                        for (int round = 0; round < 5; round++) {
                            last = queries.stream()
                                    .map(q -> o.snapshot.query(q, options))
                                    .toList();
                        }
                        return last;
                    });
                }
                for (Future<List<Matches>> answer : threads.invokeAll(tasks)) {
                    assertEquals(expected, answer.get());
                }
            } finally {
                threads.shutdown();
            }
        }
    }

    @Test
    void anEmptyIndexGivesNoResults() throws IOException {
        Path index = directory.resolve("empty");
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), BuildOptions.DEFAULT)) {
            builder.finish();
        }
        Snapshot empty = Snapshot.open(index);
        Matches none = empty.query(CORPUS.values().iterator().next(), QueryOptions.DEFAULT);
        assertEquals(List.of(), none.matches());
        assertEquals(0, none.known());
        assertEquals(new FoundPairs(List.of(), 0), FoundPairs.of(empty, PairsOptions.DEFAULT));
        assertEquals(Optional.empty(), empty.document("a"));
        assertEquals(0, empty.stats().bytesPerPosting());
        assertTrue(Files.exists(index));
    }

    @Test
    void documentsAndStatisticsMatchTheIndex() {
        for (Opened o : OPENED.values()) {
            Fingerprinter fingerprinter = Fingerprinter.of(o.model.scheme());
            CORPUS.forEach((id, text) -> {
                Fingerprint f = fingerprinter.fingerprint(text);
                assertEquals(
                        Optional.of(new Snapshot.Document(id, f.words(), f.size(), Optional.empty())),
                        o.snapshot.document(id));
            });
            assertEquals(Optional.empty(), o.snapshot.document("no such id"));
            assertEquals(CORPUS.size(), o.snapshot.stats().documents());
            assertEquals(o.model.scheme(), o.snapshot.stats().scheme());
        }
    }

    @Test
    void minSRefusesMeasuresOtherThanResemblance() {
        Opened o = OPENED.get(schemes().skip(4).findFirst().orElseThrow());
        for (Measure measure : List.of(Measure.PERCENT, Measure.CONTAINMENT, Measure.CONTAINED)) {
            assertReason(
                    SchemeException.Reason.MEASURE,
                    () -> o.snapshot.query(new byte[0], QueryOptions.DEFAULT.measure(measure)));
        }
        assertReason(
                SchemeException.Reason.MEASURE,
                () -> o.snapshot.pairs(TestOptions.pairs(Measure.CONTAINED, 0, 1, 1, 1)));
    }

    private static Segment open(Path index) throws IOException {
        Manifest manifest = IndexFiles.readManifest(index);
        return IndexFiles.openSegment(index, manifest, manifest.segments().get(0));
    }
}
