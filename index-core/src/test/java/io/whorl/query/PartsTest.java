package io.whorl.query;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.IndexStats;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Schemes;
import io.whorl.measure.Measure;
import io.whorl.parts.PartSearch.SearchBuffers;
import io.whorl.query.Matches.Match;
import io.whorl.query.Search.SearchThreads.QueryTools;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.score.DocumentExtras;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.TestSets;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.SegmentCounts;
import io.whorl.testing.LongForm;
import io.whorl.write.AdoptOptions;
import io.whorl.write.IndexWriter;
import io.whorl.write.NewDocument;
import io.whorl.write.WriterOptions;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares snapshots of several parts with one segment of the live documents, and with the definitions. */
class PartsTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final Scheme WORDS = Schemes.of("granularity=1 frequencies=true");
    private static final Map<String, byte[]> THREE =
            Map.of("1", RandomCorpus.utf8("a a b c"), "2", RandomCorpus.utf8("a b b d"), "3", RandomCorpus.utf8("d e"));

    static final List<Scheme> SCHEMES = List.of(
            SCHEME,
            Schemes.of("granularity=2 frequencies=true bits=64"),
            Schemes.of("granularity=1 selection=mod:m=5 bits=64"),
            Schemes.of("granularity=2 selection=mod-by-size"),
            Schemes.of("granularity=2 selection=min-s:s=30"),
            Schemes.of("granularity=1 selection=min-s bits=61"),
            WORDS,
            WORDS.toBuilder().selection("mod", Map.of("m", "3")).build());
    private static final List<Selection> SELECTIONS = List.of(
            Selection.of("full"), Selection.of("winnowing"), new Selection("first-r-sliding", Map.of("r", "40")));

    @TempDir
    private Path temp;

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
        int step = LongForm.of(7, 1);
        return IntStream.iterate((int) Long.remainderUnsigned(seed, step), i -> i < all.size(), i -> i + step)
                .mapToObj(all::get)
                .toList();
    }

    @Property(tries = 8)
    void partsAnswerAsOneSegmentAndAsTheDefinitions(
            @ForAll @IntRange(max = 7) int scheme,
            @ForAll long seed,
            @ForAll @IntRange(max = 5) int sealed,
            @ForAll @IntRange(max = 2) int live,
            @ForAll @IntRange(max = 70) int deaths,
            @ForAll boolean aliased)
            throws IOException {
        for (long each : LongForm.seeds(seed, 4)) {
            int some = sealed + live == 0 ? 1 : sealed;
            try (RandomParts r = new RandomParts(SCHEMES.get(scheme), each, some, live, deaths, aliased ? 80 : 0)) {
                SlowSearch model = r.model();
                Snapshot parts = Snapshot.of(r.parts);
                Snapshot single = Snapshot.of(r.singleParts());
                assertEquals(r.living.size(), parts.documents());
                for (byte[] text : r.queries()) {
                    assertQueries(r, model, parts, single, text, each);
                    assertScores(r, model, parts, single, text);
                }
                assertPairsAndHistories(r, model, parts, single);
                assertStatistics(r, parts, some);
                assertTexts(r, model, parts);
                parts.close();
                assertEquals(RandomParts.HEAP, r.heap.remaining(), "a view is open");
            }
        }
    }

    private static void assertQueries(
            RandomParts r, SlowSearch model, Snapshot parts, Snapshot single, byte[] text, long seed) {
        for (Measure measure : SlowSearch.measures(model.scheme())) {
            for (QueryOptions options : options(measure, seed)) {
                Matches expected = single.query(text, options);
                assertEquals(expected, parts.query(text, options), options::toString);
                assertEquals(model.query(text, model.scheme().selection(), options), expected, options::toString);
            }
            Fingerprint asked = Fingerprinter.of(model.scheme()).fingerprint(text);
            QueryOptions all = TestOptions.query(measure, 10_000, 0, QueryOptions.NO_LIMIT);
            assertEquals(parts.query(text, all), parts.query(asked, all));
            for (Match m : single.query(text, all).matches()) {
                assertEquals(m.score(), asked.compare(model.index.documents.get(m.id()), measure), measure.label());
            }
            QueryOptions options = TestOptions.query(measure, 5, 0, 4);
            for (Selection selection : SELECTIONS) {
                Matches expected = single.query(text, selection, options);
                assertEquals(expected, parts.query(text, selection, options), selection::toString);
                assertEquals(model.query(text, selection, options), expected, selection::toString);
                for (Match m : expected.matches()) {
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
        checkWindows(r, parts, text);
    }

    private static void assertPairsAndHistories(RandomParts r, SlowSearch model, Snapshot parts, Snapshot single) {
        for (Measure measure : SlowSearch.measures(model.scheme())) {
            if (measure == Measure.PERCENT) {
                continue;
            }
            double least = measure == Measure.SHARED ? 20 : 0.1;
            for (SimilarityOptions options : List.of(
                    TestOptions.pairs(measure, 0, 40, 3, 2),
                    TestOptions.pairs(measure, 0, 100_000, 1_000, 2),
                    TestOptions.pairs(measure, least, 5, 1_000, 3))) {
                assertEquals(model.pairs(options), FoundPairs.of(parts, options), options::toString);
            }
        }
        SimilarityOptions versions =
                SimilarityOptions.HISTORY.measure(Measure.SHARED).minScore(2).maxDf(SimilarityOptions.NO_LIMIT);
        for (String id : r.living.keySet().stream().limit(5).toList()) {
            assertEquals(single.history(id, versions), parts.history(id, versions));
        }
        for (Measure measure : List.of(Measure.WEIGHTED_RESEMBLANCE, Measure.WEIGHTED_CONTAINMENT)) {
            if (measure.isSupportedBy(model.scheme())) {
                model.checkPairs(single, measure, 4);
                model.checkPairs(parts, measure, 1_000);
            }
        }
    }

    private static void assertStatistics(RandomParts r, Snapshot parts, int some) {
        SegmentCounts c = r.single.counts();
        IndexStats expected =
                new IndexStats(c.documents(), c.words(), c.minutiae(), c.singletons(), c.postings(), 0, 0, 0, some);
        assertEquals(expected, parts.stats());
        assertSame(parts.stats(), parts.stats());
    }

    /** A text is that of a document if the whole fingerprints are equal. */
    private static void assertTexts(RandomParts r, SlowSearch model, Snapshot parts) {
        List<byte[]> texts = new ArrayList<>(r.queries());
        r.living.values().stream().limit(5).forEach(texts::add);
        for (byte[] text : texts) {
            Fingerprint other = Fingerprinter.of(model.scheme()).fingerprint(text);
            model.index.documents.forEach((id, own) -> assertEquals(
                    own.words() == other.words() && Arrays.equals(own.toArray(), other.toArray()),
                    parts.isTextOf(id, text),
                    id));
        }
        r.dead.forEach((id, text) -> assertFalse(parts.isTextOf(id, text), id));
    }

    private static void checkWindows(RandomParts r, Snapshot snapshot, byte[] text) {
        for (long maxDf : new long[] {3, QueryOptions.NO_LIMIT}) {
            QueryOptions options = TestOptions.query(Measure.RESEMBLANCE, 4, 0, maxDf);
            checkWindows(r, snapshot, text, options);
        }
    }

    // Compares weighted measures with scores calculated by hand, and with the formulas of the papers over maps.

    private Snapshot index(Scheme scheme, Map<String, byte[]> corpus) throws IOException {
        return Snapshot.open(RandomCorpus.indexIn(temp, scheme, corpus, BuildOptions.DEFAULT));
    }

    /**
     * Calculated by hand: N = 3, f_a = f_b = f_d = 2, f_c = f_e = 1; the query has three words, a once and b twice;
     * both matches have four. ln 2.5 = 0.916291, ln 1.5 = 0.405465, 1 ÷ (1 + ln 2) = 0.590616, W_1 = √(1.693147² + 2) =
     * 2.206071.
     */
    @ParameterizedTest
    @CsvSource({
        "INNER_PRODUCT, 2.467706, 2.467706, 2.467706",
        "NORMALISED_INNER_PRODUCT, 1.233853, 1.233853, 1.424731",
        "COSINE, 1.118598, 1.118598, 1.254933",
        "IDENTITY_1, 0.202733, 0.405465, 0.810930",
        "IDENTITY_2, 0.541176, 1.082352, 1.832581",
        "IDENTITY_3, 1.623528, 3.247057, 5.497744",
        "IDENTITY_4, 0.239474, 0.478948, 0.810930",
        "IDENTITY_5, 0.885924, 1.771848, 3",
        "WEIGHTED_RESEMBLANCE, 0.569323, 0.666667, 1",
        "WEIGHTED_CONTAINMENT, 1, 1, 1"
    })
    void scoresMatchThoseCalculatedByHand(Measure measure, double first, double second, double self)
            throws IOException {
        Snapshot index = index(WORDS, THREE);
        Matches found = index.query(
                RandomCorpus.utf8("B a b"),
                QueryOptions.DEFAULT.measure(measure).exactWeights(true));
        Map<String, Double> scores = new TreeMap<>();
        found.matches().forEach(m -> scores.put(m.id(), m.score()));
        assertEquals(List.of("1", "2"), List.copyOf(scores.keySet()));
        assertEquals(first, scores.get("1"), 5e-6);
        assertEquals(second, scores.get("2"), 5e-6);
        assertEquals(self, found.self().orElseThrow(), 5e-6);
        // The higher score comes first; ties are ordered by id.
        assertEquals(first == second ? "1" : "2", found.matches().get(0).id());
    }

    private static void assertScores(RandomParts r, SlowSearch model, Snapshot parts, Snapshot single, byte[] text) {
        for (Measure measure : SlowSearch.weighted(model.scheme())) {
            for (long maxDf : new long[] {2, QueryOptions.NO_LIMIT}) {
                model.checkRanking(single, text, model.scheme().selection(), measure, maxDf);
                for (int top : new int[] {2, 1_000}) {
                    // Equal to the last bit, so that ties are the same.
                    QueryOptions options =
                            TestOptions.query(measure, top, 0, maxDf).exactWeights(true);
                    assertEquals(single.query(text, options), parts.query(text, options), options::toString);
                    checkWindows(r, parts, text, options);
                }
                model.checkStored(single, List.of(SealedPart.of(r.single)), text, maxDf);
                model.checkStored(parts, r.parts.parts(), text, maxDf);
            }
            for (Selection selection : SELECTIONS) {
                model.checkRanking(parts, text, selection, measure, 4);
            }
        }
    }

    private static void checkWindows(RandomParts r, Snapshot snapshot, byte[] text, QueryOptions options) {
        List<Part> parts = r.parts.parts();
        Fingerprint f = Fingerprinter.of(snapshot.scheme()).fingerprint(text);
        for (int window : new int[] {1, 3}) {
            QueryFingerprint query =
                    QueryFingerprint.of(f, Optional.of(f), snapshot.scheme(), DocumentExtras.of(snapshot.scheme()));
            QueryTools tools = new QueryTools(snapshot.scheme());
            tools.giveBack(new SearchBuffers(window));
            Search search = new Search(parts, parts, query, options, Optional.empty(), Optional.empty(), tools);
            assertEquals(
                    snapshot.query(text, options.exactWeights(false)),
                    search.run().matches());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "full, needs how often each minutia occurs",
        "min-s, estimates resemblance alone",
        "mod-by-size, stores counts"
    })
    void measuresThatASchemeCannotGiveAreRefused(String strategy, String why) throws IOException {
        Scheme scheme = Schemes.of("granularity=1 frequencies=" + !strategy.equals("full") + " selection=" + strategy);
        Snapshot index = index(scheme, Map.of("a", RandomCorpus.utf8("one two")));
        for (Measure measure : Measure.values()) {
            if (measure.isSupportedBy(index.scheme())) {
                index.query(new byte[0], QueryOptions.DEFAULT.measure(measure));
            } else {
                String said = assertReason(
                                SchemeException.Reason.MEASURE,
                                why,
                                () -> index.query(new byte[0], QueryOptions.DEFAULT.measure(measure)))
                        .getMessage();
                assertTrue(said.contains(measure.label()), said);
            }
            if (SimilarityOptions.supports(measure) && !measure.isSupportedBy(index.scheme())) {
                assertReason(
                        SchemeException.Reason.MEASURE, () -> index.pairs(SimilarityOptions.PAIRS.measure(measure)));
                assertReason(
                        SchemeException.Reason.MEASURE,
                        () -> index.clusters(SimilarityOptions.CLUSTERS.measure(measure)));
            }
        }
    }

    @Test
    void aFingerprintOfAnotherSelectionIsRankedButHasNoScoreOfItsOwn() throws IOException {
        Snapshot index = index(WORDS, Map.of("a", RandomCorpus.utf8("one two two")));
        Scheme made = WORDS.withSelection(new Selection("mod", Map.of("m", "1")));
        Fingerprint f = Fingerprinter.of(made).fingerprint("two two one");
        Matches found = index.query(f, QueryOptions.DEFAULT.measure(Measure.IDENTITY_5));
        assertEquals(2.0, found.matches().get(0).score());
        assertEquals(OptionalDouble.empty(), found.self());
    }

    @Test
    void fingerprintsOfOtherSchemesAreRefused() throws IOException {
        for (Scheme scheme : SCHEMES.subList(0, 6)) {
            QueryOptions options = QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE);
            Snapshot snapshot = index(scheme, THREE);
            Scheme seeded = scheme.toBuilder().seed(99).build();
            assertReason(
                    SchemeException.Reason.MISMATCH,
                    () -> snapshot.query(Fingerprinter.of(seeded).fingerprint("any"), options));
            Fingerprint selected = Fingerprinter.of(scheme.withSelection(Selection.of("winnowing")))
                    .fingerprint("any");
            assertReason(
                    SchemeException.Reason.MEASURE, () -> snapshot.query(selected, options.measure(Measure.PERCENT)));
        }
    }

    @Test
    void concurrentQueriesGiveTheSameResults() throws Exception {
        QueryOptions options = QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE).top(100);
        DaemonThreads.<Void, Exception>with(8, threads -> {
            for (Scheme scheme : SCHEMES) {
                try (RandomParts r = new RandomParts(scheme, 22, 2, 1, 10)) {
                    Snapshot snapshot = Snapshot.of(r.parts);
                    List<byte[]> queries = List.copyOf(r.living.values());
                    Callable<List<Matches>> task = () -> queries.stream()
                            .map(q -> snapshot.query(q, options))
                            .toList();
                    List<Matches> expected = task.call();
                    for (Future<List<Matches>> answer : threads.invokeAll(Collections.nCopies(40, task))) {
                        assertEquals(expected, answer.get());
                    }
                }
            }
            return null;
        });
    }

    // Snapshots of several indexes, compared with one index that has adopted and merged them.

    private static final List<Scheme> SHARDED = List.of(
            Scheme.builder().build(),
            Schemes.of("granularity=1 frequencies=true"),
            Schemes.of("granularity=1 selection=mod:m=5 bits=64"),
            Schemes.of("granularity=2 selection=min-s:s=30"));
    private static final WriterOptions WRITING =
            WriterOptions.DEFAULT.liveMap(LiveMap.NONE).memory(16 << 20);

    private static Snapshot merged(Path index, Path set, RepeatedIds rule) throws IOException {
        IndexWriter.createFrom(index, set, AdoptOptions.DEFAULT.repeatedIds(rule));
        try (IndexWriter writer = IndexWriter.open(index, WRITING)) {
            writer.forceMerge();
        }
        return Snapshot.open(index);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 8, 2, IGNORE, 3, false",
        "1, 5, 2, IGNORE, 2, false",
        "2, 1, 0, IGNORE, 4, false",
        "2, 4, 3, ALIAS, 3, false",
        "3, 3, 1, IGNORE, 1, false",
        // Indexes of ranges of ids need not be compared.
        "0, 3, 0, IGNORE, 2, true"
    })
    void answersAreThoseOfTheMergedIndex(
            int which, int shards, int repeated, Duplicates duplicates, int threads, boolean ranges)
            throws IOException {
        Scheme scheme = SHARDED.get(which);
        BuildOptions building = TestSets.STORING.duplicates(duplicates);
        for (long seed : LongForm.seeds(which * 100L + shards, 10)) {
            Path work = temp.resolve(Long.toString(seed));
            List<List<NewDocument>> documents = new ArrayList<>(TestSets.documents(seed, shards, 9, true, repeated));
            // Equal fingerprints, within a shard and across shards.
            List<NewDocument> copies = new ArrayList<>(documents.get(0));
            documents
                    .get(0)
                    .subList(0, 4)
                    .forEach(d -> copies.add(new NewDocument("copy of " + d.id(), d.utf8(), d.date())));
            documents.set(0, copies);
            for (int shard = 0; shard < shards && ranges; shard++) {
                String prefix = "range " + shard + " ";
                documents.set(
                        shard,
                        documents.get(shard).stream()
                                .map(d -> new NewDocument(prefix + d.id(), d.utf8(), d.date()))
                                .toList());
            }
            TestSets.build(work.resolve("set"), scheme, building, documents);
            for (RepeatedIds rule : List.of(RepeatedIds.LAST, RepeatedIds.FIRST)) {
                try (Snapshot one = merged(work.resolve(rule.name()), work.resolve("set"), rule);
                        Snapshot several =
                                Snapshot.openSet(work.resolve("set"), ranges ? RepeatedIds.REFUSE : rule, threads)) {
                    assertSameAnswers(one, several, TestSets.all(documents), seed);
                }
            }
        }
    }

    private static void assertSameAnswers(Snapshot one, Snapshot several, List<NewDocument> documents, long seed) {
        assertEquals(one.scheme(), several.scheme());
        assertEquals(one.documents(), several.documents());
        int step = Math.max(1, documents.size() / LongForm.of(2, 40));
        for (int d = (int) (seed % step); d < documents.size(); d += step) {
            NewDocument doc = documents.get(d);
            assertEquals(one.document(doc.id()), several.document(doc.id()));
            assertArrayEquals(
                    one.text(doc.id()).orElseThrow(), several.text(doc.id()).orElseThrow());
            for (Measure measure : Measure.values()) {
                if (!measure.isSupportedBy(one.scheme())) {
                    continue;
                }
                for (long maxDf : new long[] {1, 4, QueryOptions.NO_LIMIT}) {
                    for (int top : new int[] {1, 5, 1_000}) {
                        QueryOptions options = TestOptions.query(measure, top, top == 5 ? 0.05 : 0, maxDf);
                        assertEquals(
                                one.query(doc.utf8(), options), several.query(doc.utf8(), options), options::toString);
                    }
                }
                QueryOptions ten = TestOptions.query(measure, 10, 0, QueryOptions.NO_LIMIT);
                assertEquals(one.like(doc.id(), ten), several.like(doc.id(), ten));
                if (measure == Measure.WEIGHTED_RESEMBLANCE) {
                    QueryOptions exact = ten.exactWeights(true);
                    assertEquals(one.query(doc.utf8(), exact), several.query(doc.utf8(), exact));
                }
                if (measure == Measure.CONTAINMENT) {
                    QueryOptions sample = ten.sample(7, 1);
                    assertEquals(one.query(doc.utf8(), sample), several.query(doc.utf8(), sample));
                    Selection first = new Selection("first-r", Map.of("r", "12"));
                    assertEquals(one.query(doc.utf8(), first, ten), several.query(doc.utf8(), first, ten));
                }
            }
            String other = documents.get((d * 7 + 3) % documents.size()).id();
            assertEquals(one.compare(doc.id(), other), several.compare(doc.id(), other));
        }
        SimilarityOptions pairs =
                TestOptions.pairs(Measure.RESEMBLANCE, 0.05, 1_000, SimilarityOptions.PAIRS.maxDf(), 1);
        FoundPairs found = FoundPairs.of(one, pairs);
        assertTrue(found.pairs().size() > 3);
        assertEquals(found, FoundPairs.of(several, pairs));
        assertEquals(SlowSearch.figures(one), SlowSearch.figures(several));
    }

    @Test
    void indexesInUseAreQueriedAndRefreshedTogether() throws IOException {
        List<Path> indexes = List.of(temp.resolve("a"), temp.resolve("b"));
        for (Path index : indexes) {
            IndexWriter.create(index, SHARDED.get(0), WRITING).close();
        }
        try (IndexWriter a = IndexWriter.open(indexes.get(0), WRITING);
                IndexWriter b = IndexWriter.open(indexes.get(1), WRITING)) {
            a.add("one", "these are the words of the first document");
            a.add("both", "this document is in both of the indexes");
            a.commit();
            try (Snapshot first = Snapshot.openAll(indexes, RepeatedIds.LAST, 1)) {
                assertEquals(2, first.documents());
                assertSame(first, first.refresh());
                b.add("both", "this document replaces the one before it");
                b.add("two", "these are the words of the second document");
                b.commit();
                try (Snapshot second = first.refresh()) {
                    assertNotSame(first, second);
                    assertEquals(3, second.documents());
                    assertEquals(2, first.documents());
                    assertEquals(
                            "both",
                            SlowSearch.best(second.query("this document replaces the one", QueryOptions.DEFAULT)));
                    assertEquals(
                            List.of(),
                            second.query("is in both of the indexes", QueryOptions.DEFAULT)
                                    .matches());
                    a.delete("one");
                    a.commit();
                    assertEquals(2, second.refresh().documents());
                }
                assertEquals(2, first.documents());
            }
        }
        Snapshot closed = Snapshot.openAll(indexes, RepeatedIds.LAST, 3);
        closed.close();
        closed.close();
        assertThrows(IllegalStateException.class, () -> closed.query("any text at all", QueryOptions.DEFAULT));
    }

    @Test
    void indexesThatCannotBeOpenedTogetherAreRefused() throws IOException {
        Path a = temp.resolve("a");
        Path b = temp.resolve("b");
        Path c = temp.resolve("c");
        List<NewDocument> documents = TestSets.documents(41, 1, 4, false, 0).get(0);
        RandomCorpus.index(a, SHARDED.get(0), documents, TestSets.OPTIONS);
        RandomCorpus.index(b, SHARDED.get(1), documents, TestSets.OPTIONS);
        RandomCorpus.index(c, SHARDED.get(0), documents, TestSets.STORING);
        assertReason(Reason.SCHEME, () -> Snapshot.openAll(List.of(a, b), RepeatedIds.LAST, 1));
        assertReason(Reason.OPTIONS, () -> Snapshot.openAll(List.of(a, c), RepeatedIds.LAST, 1));
        assertThrows(
                IllegalArgumentException.class,
                () -> Snapshot.openAll(List.of(a, temp.resolve("b/../a")), RepeatedIds.LAST, 1));
        assertThrows(IllegalArgumentException.class, () -> Snapshot.openAll(List.of(), RepeatedIds.LAST, 1));
        assertReason(Reason.NOT_A_SET, () -> Snapshot.openSet(a, RepeatedIds.LAST, 1));
        Path set = temp.resolve("set");
        SegmentSet built =
                TestSets.build(set, SHARDED.get(0), TestSets.OPTIONS, TestSets.documents(42, 3, 5, false, 1));
        assertReason(Reason.REPEATED_ID, () -> Snapshot.openSet(set, RepeatedIds.REFUSE, 1));
        // The greatest id of one index is the least id of the other.
        Path bordering = temp.resolve("bordering");
        documents.sort(Comparator.comparing(NewDocument::id));
        List<List<NewDocument>> touching = List.of(documents.subList(0, 2), documents.subList(1, 4));
        TestSets.build(bordering, SHARDED.get(0), TestSets.OPTIONS, touching);
        assertReason(Reason.REPEATED_ID, () -> Snapshot.openSet(bordering, RepeatedIds.REFUSE, 1));
        Path segment = TestSets.segmentOf(set, built.shards().get(2));
        Files.delete(segment);
        assertMessage(RefusedException.class, segment.toString(), () -> Snapshot.openSet(set, RepeatedIds.LAST, 1));
    }
}
