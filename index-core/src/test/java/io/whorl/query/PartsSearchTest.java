package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.parts.Part;
import io.whorl.parts.SearchBuffers;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.score.Comparison;
import io.whorl.score.DocumentExtras;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares snapshots of several parts with one segment of the live documents, and with the definitions. */
class PartsSearchTest {
    private static final List<Scheme> SCHEMES = List.of(
            Scheme.builder().build(),
            Scheme.builder().granularity(2).frequencies(true).build(),
            Scheme.builder()
                    .granularity(1)
                    .selection("mod", Map.of("m", "5"))
                    .bits(64)
                    .build(),
            Scheme.builder().granularity(2).selection("mod-by-size", Map.of()).build(),
            Scheme.builder()
                    .granularity(2)
                    .selection("min-s", Map.of("s", "30"))
                    .build());
    private static final List<Selection> SELECTIONS =
            List.of(Selection.of("full"), new Selection("first-r-sliding", Map.of("r", "40")));

    private static List<Measure> measures(Scheme scheme) {
        return SlowSearch.measures(scheme);
    }

    /** All combinations; in the short form one in three, others for each seed. */
    private static List<QueryOptions> options(Measure measure, long seed) {
        List<QueryOptions> all = new ArrayList<>();
        for (double minScore :
                new double[] {0, measure == Measure.SHARED ? 7 : measure == Measure.PERCENT ? 9 : 0.07}) {
            for (int top : new int[] {1, 3, 10, 10_000}) {
                for (long maxDf : new long[] {1, 2, 5, QueryOptions.NO_LIMIT}) {
                    all.add(TestOptions.query(measure, top, minScore, maxDf));
                }
            }
        }
        int step = LongForm.of(3, 1);
        return IntStream.iterate((int) Long.remainderUnsigned(seed, step), i -> i < all.size(), i -> i + step)
                .mapToObj(all::get)
                .toList();
    }

    @Property(tries = 10)
    void queriesOfPartsGiveTheResultsOfOneSegment(
            @ForAll @IntRange(max = 4) int scheme,
            @ForAll long seed,
            @ForAll @IntRange(max = 5) int sealed,
            @ForAll @IntRange(max = 2) int live,
            @ForAll @IntRange(max = 70) int deaths,
            @ForAll boolean aliased)
            throws IOException {
        for (long each : LongForm.seeds(seed, 2)) {
            assertQueries(scheme, each, sealed, live, deaths, aliased);
        }
    }

    private void assertQueries(int scheme, long seed, int sealed, int live, int deaths, boolean aliased)
            throws IOException {
        int some = sealed + live == 0 ? 1 : sealed;
        try (RandomParts r = new RandomParts(SCHEMES.get(scheme), seed, some, live, deaths, aliased ? 80 : 0)) {
            SlowSearch model = r.model();
            Snapshot parts = Snapshot.of(r.parts);
            Snapshot single = Snapshot.of(r.singleParts());
            assertEquals(r.living.size(), parts.documents());
            for (byte[] text : r.queries()) {
                for (Measure measure : measures(model.scheme())) {
                    for (QueryOptions options : options(measure, seed)) {
                        Matches expected = single.query(text, options);
                        assertEquals(expected, parts.query(text, options), options::toString);
                        assertEquals(
                                model.query(text, model.scheme().selection(), options), expected, options::toString);
                    }
                    QueryOptions options = TestOptions.query(measure, 5, 0, 4);
                    for (Selection selection : SELECTIONS) {
                        Matches expected = single.query(text, selection, options);
                        assertEquals(expected, parts.query(text, selection, options), selection::toString);
                        assertEquals(model.query(text, selection, options), expected, selection::toString);
                    }
                }
                checkWindows(r, parts, text);
            }
            assertTrue(r.views.stream().allMatch(v -> v.openCursors() == 0));
        }
    }

    @Property(tries = 10)
    void pairsAndStatisticsOfPartsAreThoseOfOneSegment(
            @ForAll @IntRange(max = 4) int scheme,
            @ForAll long seed,
            @ForAll @IntRange(max = 5) int sealed,
            @ForAll @IntRange(max = 2) int live,
            @ForAll @IntRange(max = 70) int deaths,
            @ForAll boolean aliased)
            throws IOException {
        for (long each : LongForm.seeds(seed, 2)) {
            assertPairsAndStatistics(scheme, each, sealed, live, deaths, aliased);
        }
    }

    private void assertPairsAndStatistics(int scheme, long seed, int sealed, int live, int deaths, boolean aliased)
            throws IOException {
        int some = sealed + live == 0 ? 1 : sealed;
        try (RandomParts r = new RandomParts(SCHEMES.get(scheme), seed, some, live, deaths, aliased ? 80 : 0)) {
            SlowSearch model = r.model();
            Snapshot parts = Snapshot.of(r.parts);
            for (Measure measure : measures(model.scheme())) {
                if (measure == Measure.PERCENT) {
                    continue;
                }
                for (long maxDf : new long[] {3, 1_000}) {
                    PairsOptions options = TestOptions.pairs(measure, 0, 40, maxDf, 2);
                    assertEquals(model.pairs(options), FoundPairs.of(parts, options), options::toString);
                }
            }
            SegmentCounts c = r.single.counts();
            IndexStats expected = new IndexStats(
                    c.documents(),
                    c.words(),
                    c.minutiae(),
                    c.singletons(),
                    c.postings(),
                    r.parts.origin().bytes(),
                    0,
                    0,
                    some,
                    parts.scheme());
            assertEquals(expected, parts.stats());
            assertSame(parts.stats(), parts.stats());
        }
    }

    private static void checkWindows(RandomParts r, Snapshot snapshot, byte[] text) {
        List<Part> parts = new ArrayList<>(r.parts.sealed());
        parts.addAll(r.parts.live());
        Scheme scheme = snapshot.scheme();
        Fingerprint f = Fingerprinter.of(scheme).fingerprint(text);
        QueryFingerprint query = new QueryFingerprint(f, Optional.of(f), scheme, DocumentExtras.of(scheme));
        for (int window : new int[] {1, 3}) {
            SearchBuffers buffers = new SearchBuffers(window);
            for (long maxDf : new long[] {3, QueryOptions.NO_LIMIT}) {
                QueryOptions options = TestOptions.query(Measure.RESEMBLANCE, 4, 0, maxDf);
                assertEquals(
                        snapshot.query(text, options),
                        new Search(
                                        parts,
                                        parts,
                                        query,
                                        Comparison.of(scheme),
                                        options,
                                        buffers,
                                        WholeSnapshot.DocumentWeights.NONE)
                                .run());
            }
        }
    }

    @Property(tries = 15)
    void liveDocumentsAreFoundAndDeletedOnesAreNot(
            @ForAll @IntRange(max = 4) int scheme,
            @ForAll long seed,
            @ForAll @IntRange(max = 5) int sealed,
            @ForAll @IntRange(min = 1, max = 2) int live,
            @ForAll @IntRange(max = 70) int deaths,
            @ForAll boolean aliased)
            throws IOException {
        try (RandomParts r = new RandomParts(SCHEMES.get(scheme), seed, sealed, live, deaths, aliased ? 80 : 0)) {
            Snapshot parts = Snapshot.of(r.parts);
            Fingerprinter fingerprinter = Fingerprinter.of(parts.scheme());
            r.living.forEach((id, text) -> {
                Fingerprint f = fingerprinter.fingerprint(text);
                assertEquals(
                        Optional.of(new Snapshot.Document(id, f.words(), f.size(), Optional.empty())),
                        parts.document(id));
            });
            for (String id : r.dead.keySet()) {
                assertEquals(Optional.empty(), parts.document(id));
            }
            assertEquals(Optional.empty(), parts.document("no such id"));
        }
    }
}
