package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cluster.FoundPairs;
import io.whorl.cluster.Pair;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.query.Matches.Match;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;

/** Weighted measures by the formulas of HZ 3 and 4, document by document, from maps of terms to frequencies. */
public final class SlowRanking {
    private static final double CLOSE = 1e-8;
    /** A stored mean is rounded to 2^−11; half of that is 3.5 · 10^−4 of ln 2. */
    private static final double STORED = 3.6e-4;

    private final SlowSearch model;

    public SlowRanking(SlowSearch model) {
        this.model = model;
    }

    /** The weighted measures that the scheme can give. */
    public static List<Measure> measures(Scheme scheme) {
        boolean counts =
                List.of("min-s", "mod-by-size").contains(scheme.selection().name());
        return counts
                ? List.of()
                : Arrays.stream(Measure.values())
                        .filter(m -> m.weighted() && (scheme.frequencies() || !m.usesFrequencies()))
                        .toList();
    }

    private static Map<Long, Integer> terms(Fingerprint f) {
        Map<Long, Integer> terms = new HashMap<>();
        IntStream.range(0, f.size()).forEach(i -> terms.put(f.minutia(i), f.frequency(i)));
        return terms;
    }

    /** N ÷ f_t; a minutia that no document holds counts as held by one. */
    private double ratio(long t) {
        return Math.max(1, model.index.documents.size()) / (double) Math.max(1, holders(t));
    }

    private int holders(long t) {
        return model.index.holders.getOrDefault(t, new TreeMap<>()).size();
    }

    private double rarity(Map<Long, Integer> terms) {
        return terms.keySet().stream().mapToDouble(t -> Math.log(1 + ratio(t))).sum();
    }

    /** @param maxDf minutiae that more documents hold are not counted as shared */
    double score(Measure measure, Fingerprint query, Fingerprint document, long maxDf) {
        return score(measure, query, document, t -> holders(t) > maxDf);
    }

    private double score(Measure measure, Fingerprint query, Fingerprint document, LongPredicate ignored) {
        Map<Long, Integer> q = terms(query);
        Map<Long, Integer> d = terms(document);
        double sum = 0;
        for (long t : q.keySet()) {
            if (!d.containsKey(t) || ignored.test(t)) {
                continue;
            }
            double fdt = d.get(t);
            double fqt = q.get(t);
            double ratio = ratio(t);
            sum += switch (measure) {
                case WEIGHTED_RESEMBLANCE, WEIGHTED_CONTAINMENT -> Math.log(1 + ratio);
                case INNER_PRODUCT, NORMALISED_INNER_PRODUCT, COSINE -> (1 + Math.log(fdt)) * Math.log(1 + ratio);
                case IDENTITY_1, IDENTITY_4 -> Math.log(ratio) / (1 + Math.abs(fdt - fqt));
                case IDENTITY_2 -> Math.log(1 + ratio) / (1 + Math.abs(fdt - fqt));
                case IDENTITY_3 -> Math.log(1 + ratio) * (fdt + fqt) / (1 + Math.abs(fdt - fqt));
                case IDENTITY_5 -> ratio / (1 + Math.abs(fdt - fqt));
                default -> throw new IllegalArgumentException(measure + " is SlowSearch's");
            };
        }
        if (sum == 0) {
            return 0;
        }
        double fd = document.words();
        double fq = query.words();
        return switch (measure) {
            case WEIGHTED_RESEMBLANCE -> sum / (rarity(q) + rarity(d) - sum);
            case WEIGHTED_CONTAINMENT -> sum / rarity(q);
            case INNER_PRODUCT -> sum;
            case NORMALISED_INNER_PRODUCT -> sum / Math.sqrt(fd);
            case COSINE ->
                sum
                        / Math.sqrt(d.values().stream()
                                .mapToDouble(f -> Math.pow(1 + Math.log(f), 2))
                                .sum());
            case IDENTITY_1 -> sum / (1 + Math.abs(fd - fq));
            default -> sum / (1 + Math.log(1 + Math.abs(fd - fq)));
        };
    }

    /** Checks the whole result of a query by one measure. */
    public void check(Snapshot snapshot, byte[] text, Selection selection, Measure measure, long maxDf) {
        Fingerprint query =
                Fingerprinter.of(model.scheme().withSelection(selection)).fingerprint(text);
        Fingerprint own = Fingerprinter.of(model.scheme()).fingerprint(text);
        QueryOptions all = TestOptions.query(measure, 10_000, 0, maxDf).exactWeights(true);
        Matches found = snapshot.query(text, selection, all);
        Matches counted = model.query(text, selection, all.measure(Measure.SHARED));
        assertEquals(byId(counted), byId(found), () -> "all but ranks and scores of " + measure);
        assertEquals(
                List.of(counted.minutiae(), counted.known(), counted.ignored()),
                List.of(found.minutiae(), found.known(), found.ignored()));
        for (Match m : found.matches()) {
            assertClose(
                    score(measure, query, model.index.documents.get(m.id()), maxDf), m.score(), measure + " " + m.id());
        }
        List<Match> sorted = found.matches().stream()
                .sorted(Comparator.comparingDouble(Match::score)
                        .reversed()
                        .thenComparing(Match::id, io.whorl.SlowIndex.BY_UTF8))
                .toList();
        assertEquals(sorted, found.matches());
        boolean unknown = measure == Measure.WEIGHTED_RESEMBLANCE
                && !Fingerprinter.of(model.scheme().withSelection(selection))
                        .scheme()
                        .equals(model.scheme());
        assertEquals(unknown, found.self().isEmpty());
        if (!unknown) {
            assertClose(
                    score(measure, query, own, QueryOptions.NO_LIMIT),
                    found.self().getAsDouble(),
                    measure + " itself");
        }
        checkCuts(snapshot, text, selection, all, found);
    }

    /** L(B) for one segment of all documents. */
    private double storedWeight(Map<Long, Integer> terms) {
        double documents = model.index.documents.size();
        double logs = terms.keySet().stream()
                .mapToDouble(t -> Math.log(Math.min(Math.max(1, documents / 2), holders(t))))
                .sum();
        return Math.max(terms.size() * Math.log(2), terms.size() * Math.log(documents) - logs);
    }

    /**
     * Checks weighted resemblance with stored weights.
     *
     * @param snapshot a snapshot of one segment of all documents
     */
    void checkStored(Snapshot snapshot, byte[] text, long maxDf) {
        Fingerprint query = Fingerprinter.of(model.scheme()).fingerprint(text);
        double ofQuery = rarity(terms(query));
        QueryOptions all = TestOptions.query(Measure.WEIGHTED_RESEMBLANCE, 10_000, 0, maxDf);
        Matches found = snapshot.query(text, all);
        for (Match m : found.matches()) {
            Fingerprint document = model.index.documents.get(m.id());
            double sum = score(Measure.WEIGHTED_CONTAINMENT, query, document, maxDf) * ofQuery;
            double weight = m.shared() == document.size() ? sum : Math.max(sum, storedWeight(terms(document)));
            double expected = sum / (ofQuery + weight - sum);
            assertEquals(expected, m.score(), STORED * expected, m::toString);
        }
        checkCuts(snapshot, text, model.scheme().selection(), all, found);
    }

    /** Checks that top and minScore cut the full result. */
    private static void checkCuts(
            Snapshot snapshot, byte[] text, Selection selection, QueryOptions all, Matches found) {
        List<Match> matches = found.matches();
        for (int top : new int[] {1, 3}) {
            assertEquals(
                    matches.subList(0, Math.min(top, matches.size())),
                    snapshot.query(text, selection, all.top(top)).matches(),
                    all::toString);
        }
        if (!matches.isEmpty()) {
            double middle = matches.get(matches.size() / 2).score();
            assertEquals(
                    matches.stream().filter(m -> m.score() >= middle).toList(),
                    snapshot.query(text, selection, all.minScore(middle)).matches(),
                    all::toString);
        }
    }

    private static Map<String, Match> byId(Matches matches) {
        Map<String, Match> byId = new TreeMap<>();
        matches.matches().forEach(m -> byId.put(m.id(), SlowSearch.match(m, 0, 0)));
        return byId;
    }

    /** Checks pairs by weighted resemblance or containment, the only weighted measures for pairs. */
    public void checkPairs(Snapshot snapshot, Measure measure, long maxDf) {
        Map<List<String>, Pair> found = new HashMap<>();
        double last = Double.MAX_VALUE;
        for (Pair pair : FoundPairs.of(snapshot, TestOptions.pairs(measure, 0, 10_000, maxDf, 2))
                .pairs()) {
            found.put(List.of(pair.a(), pair.b()), pair);
            assertTrue(pair.score() <= last);
            last = pair.score();
            assertClose(
                    score(
                            measure,
                            model.index.documents.get(pair.a()),
                            model.index.documents.get(pair.b()),
                            minutia -> false),
                    pair.score(),
                    measure + " " + pair);
        }
        Map<List<String>, Pair> counted = new HashMap<>();
        Measure like = measure.symmetric() ? Measure.RESEMBLANCE : Measure.CONTAINMENT;
        model.pairs(TestOptions.pairs(like, 0, 10_000, maxDf, 1))
                .pairs()
                .forEach(p -> counted.put(List.of(p.a(), p.b()), p));
        assertEquals(counted.keySet(), found.keySet());
        found.forEach((ids, p) -> assertEquals(withoutScore(counted.get(ids)), withoutScore(p)));
    }

    private static Pair withoutScore(Pair p) {
        return new Pair(p.a(), p.b(), 0, p.shared(), p.resemblance(), p.containment(), p.contained(), p.family());
    }

    private static void assertClose(double expected, double actual, String what) {
        assertEquals(expected, actual, CLOSE * Math.max(1, Math.abs(expected)), what);
    }
}
