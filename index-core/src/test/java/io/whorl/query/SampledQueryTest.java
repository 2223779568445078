package io.whorl.query;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.SchemeException;
import io.whorl.bulk.BuildOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.query.Matches.Match;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queries that look up a sample of their minutiae (COPS 6), checked against sets. */
class SampledQueryTest {
    private static final Scheme SCHEME = Scheme.builder().granularity(2).build();
    private static final Map<String, byte[]> CORPUS = RandomCorpus.of(5, 40, 600);
    private static final byte[] QUERY = RandomCorpus.utf8(CORPUS.values().stream()
            .limit(4)
            .map(text -> new String(text, StandardCharsets.UTF_8))
            .collect(Collectors.joining(" ")));

    @TempDir
    private Path directory;

    private Path index;

    @BeforeEach
    void build() throws IOException {
        index = directory.resolve("index");
        build(index, SCHEME);
    }

    private static void build(Path path, Scheme scheme) throws IOException {
        RandomCorpus.index(path, scheme, CORPUS, BuildOptions.DEFAULT);
    }

    private static QueryOptions options(Measure measure) {
        return QueryOptions.DEFAULT.measure(measure).top(1_000);
    }

    private static Set<Long> sample(Fingerprint query, int size, long seed) {
        int[] positions = QueryFingerprint.samplePositions(query.toArray(), size, seed);
        return Arrays.stream(positions).mapToObj(query::minutia).collect(Collectors.toSet());
    }

    @ParameterizedTest
    @EnumSource(names = {"SHARED", "PERCENT", "RESEMBLANCE", "CONTAINMENT", "CONTAINED"})
    void estimatesFollowTheDefinition(Measure measure) throws IOException {
        Fingerprinter fingerprinter = Fingerprinter.of(SCHEME);
        Fingerprint query = fingerprinter.fingerprint(QUERY);
        int n = query.size();
        try (Snapshot snapshot = Snapshot.open(index)) {
            for (int size : new int[] {1, 20, n / 2, n - 1}) {
                Set<Long> sample = sample(query, size, 3);
                Map<String, Double> expected = new TreeMap<>();
                for (Map.Entry<String, byte[]> document : CORPUS.entrySet()) {
                    Fingerprint b = fingerprinter.fingerprint(document.getValue());
                    long found =
                            LongStream.of(b.toArray()).filter(sample::contains).count();
                    if (found > 0) {
                        expected.put(document.getKey(), estimate(measure, found, size, n, b.size()));
                    }
                }
                for (double minScore :
                        new double[] {0, median(expected.values().stream().toList())}) {
                    Matches matches = snapshot.query(
                            QUERY, options(measure).minScore(minScore).sample(size, 3));
                    assertEquals(n, matches.minutiae());
                    assertEquals(size, matches.lookedUp());
                    Map<String, Double> scores = new TreeMap<>();
                    matches.matches().forEach(m -> scores.put(m.id(), m.score()));
                    Map<String, Double> reached = new TreeMap<>(expected);
                    reached.values().removeIf(score -> score < minScore);
                    assertEquals(reached, scores, () -> measure + " by " + size);
                    assertEquals(ownScore(measure, n), matches.self());
                }
            }
        }
    }

    private static double estimate(Measure measure, long found, long size, long n, long b) {
        double inBoth = Math.min((double) (found * n) / size, b);
        return switch (measure) {
            case SHARED -> inBoth;
            case PERCENT -> 100.0 * found / size;
            case RESEMBLANCE -> inBoth / (n + b - inBoth);
            case CONTAINMENT -> (double) found / size;
            case CONTAINED -> inBoth / b;
            default -> throw new IllegalArgumentException(measure.label());
        };
    }

    private static OptionalDouble ownScore(Measure measure, int n) {
        return OptionalDouble.of(measure == Measure.SHARED ? n : measure == Measure.PERCENT ? 100 : 1);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }

    @Test
    void aSampleAsLargeAsTheQueryGivesTheExactResult() throws IOException {
        int n = Fingerprinter.of(SCHEME).fingerprint(QUERY).size();
        try (Snapshot snapshot = Snapshot.open(index)) {
            for (Measure measure : List.of(Measure.PERCENT, Measure.RESEMBLANCE, Measure.WEIGHTED_CONTAINMENT)) {
                Matches exact = snapshot.query(QUERY, options(measure));
                assertEquals(n, exact.lookedUp());
                for (int size : new int[] {n, n + 1, QueryOptions.ALL - 1}) {
                    assertEquals(exact, snapshot.query(QUERY, options(measure).sample(size, 1)));
                }
            }
        }
    }

    /** The mean of many estimates is the exact value: none of them is biased. */
    @Test
    void estimatesAreRightOnAverage() throws IOException {
        String id = CORPUS.keySet().iterator().next();
        int seeds = 200;
        try (Snapshot snapshot = Snapshot.open(index)) {
            for (Measure measure : List.of(Measure.CONTAINMENT, Measure.WEIGHTED_CONTAINMENT)) {
                double exact = score(snapshot, options(measure), id);
                double sum = 0;
                for (long seed = 0; seed < seeds; seed++) {
                    sum += score(snapshot, options(measure).sample(50, seed), id);
                }
                assertTrue(exact > 0.05 && exact < 0.95, () -> measure + " is " + exact);
                double standardError = Math.sqrt(exact * (1 - exact) / 50 / seeds);
                assertEquals(exact, sum / seeds, 5 * standardError, measure.label());
            }
        }
    }

    private static double score(Snapshot snapshot, QueryOptions options, String id) {
        return snapshot.query(QUERY, options).matches().stream()
                .filter(m -> m.id().equals(id))
                .mapToDouble(Match::score)
                .findFirst()
                .orElse(0);
    }

    @Test
    void theSeedDecidesTheSample() {
        long[] minutiae = Fingerprinter.of(SCHEME).fingerprint(QUERY).toArray();
        int[] first = QueryFingerprint.samplePositions(minutiae, 30, 1);
        assertArrayEquals(first, QueryFingerprint.samplePositions(minutiae, 30, 1));
        assertNotEquals(Arrays.toString(first), Arrays.toString(QueryFingerprint.samplePositions(minutiae, 30, 2)));
        assertEquals(30, Arrays.stream(first).distinct().count());
        List<Integer> ascending = new ArrayList<>(Arrays.stream(first).boxed().toList());
        ascending.sort(Comparator.naturalOrder());
        assertEquals(ascending, Arrays.stream(first).boxed().toList());
    }

    /** Sampling at registration: an index that keeps about a fifth, and a query with all minutiae (COPS 6). */
    @Test
    void aSampledIndexEstimatesPercentForAllMinutiae() throws IOException {
        Path sampled = directory.resolve("sampled");
        Selection mod = new Selection("mod", Map.of("m", "5"));
        build(sampled, SCHEME.withSelection(mod));
        Fingerprint kept = Fingerprinter.of(SCHEME.withSelection(mod)).fingerprint(QUERY);
        Fingerprint full = Fingerprinter.of(SCHEME).fingerprint(QUERY);
        try (Snapshot snapshot = Snapshot.open(sampled)) {
            Selection all = Selection.of("full");
            Matches whole = snapshot.query(QUERY, all, options(Measure.PERCENT));
            Matches same = snapshot.query(QUERY, options(Measure.PERCENT));
            assertEquals(same.matches().size(), whole.matches().size());
            for (int i = 0; i < same.matches().size(); i++) {
                assertEquals(same.matches().get(i).id(), whole.matches().get(i).id());
                assertEquals(
                        same.matches().get(i).score(), whole.matches().get(i).score());
            }
            int size = full.size() / 2;
            Matches both = snapshot.query(QUERY, all, options(Measure.PERCENT).sample(size, 4));
            Set<Long> sample = sample(full, size, 4);
            long own = LongStream.of(kept.toArray()).filter(sample::contains).count();
            Match best = both.matches().get(0);
            assertEquals(100.0 * best.shared() / own, best.score());
            assertEquals(full.size(), both.minutiae());
        }
    }

    @Test
    void measuresThatASampleCannotEstimateAreRefused() throws IOException {
        Path frequencies = directory.resolve("frequencies");
        build(frequencies, Scheme.builder().granularity(1).frequencies(true).build());
        try (Snapshot snapshot = Snapshot.open(frequencies)) {
            for (Measure measure : List.of(Measure.WEIGHTED_RESEMBLANCE, Measure.COSINE, Measure.IDENTITY_5)) {
                SchemeException e = assertReason(
                        SchemeException.Reason.MEASURE,
                        () -> snapshot.query(QUERY, options(measure).sample(10, 0)));
                assertTrue(e.getMessage().contains(measure.label()), e.getMessage());
            }
        }
        for (String selection : List.of("min-s", "mod-by-size")) {
            Path sketches = directory.resolve(selection);
            build(sketches, SCHEME.withSelection(Selection.of(selection)));
            try (Snapshot snapshot = Snapshot.open(sketches)) {
                QueryOptions sampled = options(Measure.RESEMBLANCE).sample(10, 0);
                SchemeException e = assertReason(SchemeException.Reason.MEASURE, () -> snapshot.query(QUERY, sampled));
                assertTrue(e.getMessage().contains(selection), e.getMessage());
            }
        }
    }
}
