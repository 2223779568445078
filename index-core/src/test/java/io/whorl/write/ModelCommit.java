package io.whorl.write;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.RandomCorpus;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.measure.Measure;
import io.whorl.query.FoundPairs;
import io.whorl.query.IndexStats;
import io.whorl.query.PairsOptions;
import io.whorl.query.QueryOptions;
import io.whorl.query.SlowRanking;
import io.whorl.query.SlowSearch;
import io.whorl.query.Snapshot;
import io.whorl.query.TestOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One commit as a map of documents: what every snapshot of it must answer. */
final class ModelCommit {
    private static final List<Selection> OTHERS =
            List.of(Selection.of("full"), new Selection("first-r-sliding", Map.of("r", "40")));

    final Map<String, byte[]> documents;
    private final boolean storesTexts;
    private final boolean storesFingerprints;
    private final SlowSearch slow;

    ModelCommit(Scheme scheme, boolean storesTexts, boolean storesFingerprints, Map<String, byte[]> documents) {
        this.storesTexts = storesTexts;
        this.storesFingerprints = storesFingerprints;
        this.documents = Map.copyOf(documents);
        slow = new SlowSearch(scheme, this.documents);
    }

    /** Runs cheap checks. */
    void checkShortly(Snapshot snapshot, Set<String> ids) {
        assertEquals(documents.size(), snapshot.documents());
        assertEquals(storesTexts, snapshot.storesTexts());
        assertEquals(storesFingerprints, snapshot.storesFingerprints());
        for (String id : ids) {
            Optional<Fingerprint> f = Optional.ofNullable(slow.index.documents.get(id));
            assertEquals(
                    f.map(g -> new Snapshot.Document(id, g.words(), g.size(), Optional.empty())),
                    snapshot.document(id));
            Optional<byte[]> text = Optional.ofNullable(documents.get(id));
            assertEquals(
                    text.filter(t -> storesTexts).map(ByteBuffer::wrap),
                    snapshot.text(id).map(ByteBuffer::wrap));
        }
    }

    /** Documents of the index find what their texts find. */
    private void checkLike(Snapshot snapshot) {
        QueryOptions options = TestOptions.query(Measure.RESEMBLANCE, 1_000, 0, QueryOptions.NO_LIMIT);
        documents.entrySet().stream()
                .filter(d -> storesTexts || storesFingerprints)
                .limit(5)
                .forEach(d -> assertEquals(
                        snapshot.query(d.getValue(), options), snapshot.like(d.getKey(), true, options), d.getKey()));
    }

    /** Runs all checks with every measure. */
    void check(Snapshot snapshot, Set<String> ids, byte[] stranger) {
        checkShortly(snapshot, ids);
        IndexStats stats = snapshot.stats();
        assertEquals(
                List.of(
                        (long) documents.size(),
                        slow.index.words(),
                        (long) slow.index.holders.size(),
                        slow.index.singletons(),
                        slow.index.postings(),
                        slow.scheme()),
                List.of(
                        stats.documents(),
                        stats.words(),
                        stats.minutiae(),
                        stats.singletons(),
                        stats.postings(),
                        stats.scheme()));
        List<byte[]> texts = new ArrayList<>(List.of(stranger, new byte[0]));
        documents.values().stream().limit(2).forEach(texts::add);
        texts.forEach(text -> checkRankings(snapshot, text));
        checkLike(snapshot);
        for (Measure measure : measures()) {
            for (byte[] text : texts) {
                checkQueries(snapshot, text, measure);
            }
            if (measure != Measure.PERCENT) {
                for (long maxDf : new long[] {2, 1_000}) {
                    PairsOptions options = TestOptions.pairs(measure, 0.05, 30, maxDf, 1);
                    assertEquals(slow.pairs(options), FoundPairs.of(snapshot, options), options::toString);
                }
            }
        }
    }

    /** Weighted measures; weighted resemblance reads the whole index after each commit. */
    private void checkRankings(Snapshot snapshot, byte[] text) {
        SlowRanking ranking = new SlowRanking(slow);
        for (Measure measure : SlowRanking.measures(slow.scheme())) {
            ranking.check(snapshot, text, slow.scheme().selection(), measure, 4);
        }
    }

    private void checkQueries(Snapshot snapshot, byte[] text, Measure measure) {
        double some = measure == Measure.SHARED || measure == Measure.PERCENT ? 8 : 0.08;
        for (QueryOptions options : List.of(
                TestOptions.query(measure, 1_000, 0, QueryOptions.NO_LIMIT),
                TestOptions.query(measure, 1, 0, 1),
                TestOptions.query(measure, 3, some, 3))) {
            assertEquals(
                    slow.query(text, slow.scheme().selection(), options),
                    snapshot.query(text, options),
                    options::toString);
        }
        QueryOptions options = TestOptions.query(measure, 5, 0, 4);
        for (Selection other : OTHERS) {
            assertEquals(slow.query(text, other, options), snapshot.query(text, other, options), other::toString);
        }
    }

    private List<Measure> measures() {
        return SlowSearch.measures(slow.scheme());
    }

    /** Ids and texts to choose from: ids at each limit, texts with and without minutiae, copies and versions. */
    static Map<String, byte[]> corpus(long seed) {
        Map<String, byte[]> corpus = new HashMap<>(RandomCorpus.of(seed, 9, 150));
        corpus.put("x".repeat(65_535), RandomCorpus.utf8("one two three four five six seven"));
        corpus.put("\n", RandomCorpus.utf8("short"));
        corpus.put("\0", new byte[0]);
        return corpus;
    }

    static Set<String> ids(Map<String, byte[]> corpus) {
        Set<String> ids = new LinkedHashSet<>(corpus.keySet());
        ids.add("nobody's");
        return ids;
    }
}
