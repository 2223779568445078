package io.whorl.query;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.Options;
import io.whorl.RandomCorpus;
import io.whorl.SchemeException;
import io.whorl.align.AlignmentOptions;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.PairsOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.history.ChangeOptions;
import io.whorl.history.HistoryOptions;
import io.whorl.measure.Measure;
import io.whorl.passages.PassageOptions;
import io.whorl.query.Matches.Match;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import io.whorl.write.AdoptOptions;
import io.whorl.write.IndexWriter;
import io.whorl.write.WriterOptions;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The ranges of options, and queries beyond the limits of memory. */
class QueryOptionsTest {
    @TempDir
    Path directory;

    @Test
    void valuesOutOfRangeAreRefusedByName() {
        refused("top is 0; it must be from 1 to 10000000", () -> QueryOptions.DEFAULT.top(0));
        refused("max-df is 0; it must be from 1 to " + Long.MAX_VALUE, () -> QueryOptions.DEFAULT.maxDf(0));
        refused(
                "min-score is -0.5; with the measure percent it must be from 0 to 100",
                () -> QueryOptions.DEFAULT.minScore(-0.5));
        refused(
                "min-score is NaN; with the measure percent it must be from 0 to 100",
                () -> QueryOptions.DEFAULT.minScore(Double.NaN));
        refused("sample is 0; it must be from 1 to " + Integer.MAX_VALUE, () -> QueryOptions.DEFAULT.sample(0, 1));
        refused(
                "top is 0; it must be from 1 to " + Long.MAX_VALUE,
                () -> TestOptions.pairs(Measure.SHARED, 0, 0, 1, 1));
        refused(
                "memory is 4194303; it must be from 4194304 to " + (1L << 50),
                () -> PairsOptions.DEFAULT.memory((4 << 20) - 1));
        refused(
                "max-df is -1; it must be from 1 to " + Long.MAX_VALUE,
                () -> TestOptions.pairs(Measure.SHARED, 0, 1, -1, 1));
        refused("threads is 1025; it must be from 1 to 1024", () -> TestOptions.pairs(Measure.SHARED, 0, 1, 1, 1_025));
        refused(
                "min-score is NaN; with the measure shared it must be 0 or more, and finite",
                () -> TestOptions.pairs(Measure.SHARED, Double.NaN, 1, 1, 1));
        for (Measure measure : List.of(Measure.PERCENT, Measure.COSINE, Measure.IDENTITY_5)) {
            refused(
                    "measure is " + measure.label() + "; pairs supports shared, resemblance, containment, contained,"
                            + " weighted-resemblance, weighted-containment; for the others, query with each document",
                    () -> TestOptions.pairs(measure, 0, 1, 1, 1));
        }
    }

    @Test
    void aThresholdAboveEveryScoreIsRefused() {
        refused(
                "min-score is 50.0; with the measure resemblance it must be from 0 to 1",
                () -> QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE).minScore(50));
        refused(
                "min-score is 100.5; with the measure percent it must be from 0 to 100",
                () -> QueryOptions.DEFAULT.minScore(100.5));
        refused(
                "min-score is 50.0; with the measure resemblance it must be from 0 to 1",
                () -> PairsOptions.DEFAULT.minScore(50));
        refused(
                "min-score is 2.0; with the measure weighted-resemblance it must be more than 0, up to 1",
                () -> ClusterOptions.DEFAULT.minScore(2));
        refused(
                "min-score is 2.0; with the measure weighted-resemblance it must be more than 0, up to 1",
                () -> SurvivorOptions.DEFAULT.minScore(2));
        refused(
                "min-score is 2.0; with the measure resemblance it must be more than 0, up to 1",
                () -> GroupOptions.DEFAULT.minScore(2));
        refused(
                "min-score is 2.0; with the measure resemblance it must be more than 0, up to 1",
                () -> HistoryOptions.DEFAULT.minScore(2));
        refused(
                "min-score is 2.0; with the measure weighted-containment it must be more than 0, up to 1",
                () -> ChangeOptions.DEFAULT.minScore(2));
    }

    @Test
    void optionsKeepTheirValues() {
        QueryOptions options = QueryOptions.DEFAULT
                .measure(Measure.SHARED)
                .top(3)
                .minScore(2)
                .maxDf(9)
                .memory(1 << 20)
                .exactWeights(true)
                .sample(20, 7);
        assertEquals(options, options.top(4).top(3));
        assertEquals(options.hashCode(), options.top(4).top(3).hashCode());
        assertTrue(
                options.toString().startsWith("QueryOptions{measure=SHARED, top=3, minScore=2.0"), options::toString);
        assertEquals(20, options.sample());
        assertEquals(7, options.sampleSeed());
        assertEquals(QueryOptions.ALL, QueryOptions.DEFAULT.sample());
        assertNotEquals(options, options.sample(20, 8));
    }

    /** Each option and the combinations that its class checks; the message names the option. */
    @Test
    void everyOptionRefusesWhatIsOutOfRange() {
        Map<String, List<Executable>> wrong = new TreeMap<>();
        wrong.put(
                "min-score",
                List.of(
                        () -> ClusterOptions.DEFAULT.minScore(0).checked(),
                        () -> ClusterOptions.DEFAULT.minScore(-1).checked(),
                        () -> ClusterOptions.DEFAULT.minScore(Double.NaN).checked(),
                        () -> ClusterOptions.DEFAULT
                                .minScore(Double.POSITIVE_INFINITY)
                                .checked(),
                        () -> SurvivorOptions.DEFAULT.minScore(0).checked(),
                        () -> GroupOptions.DEFAULT.minScore(0).checked(),
                        () -> HistoryOptions.DEFAULT.minScore(0).checked(),
                        () -> ChangeOptions.DEFAULT.minScore(0).checked()));
        wrong.put(
                "measure",
                List.of(
                        () -> ClusterOptions.DEFAULT.measure(Measure.PERCENT).checked(),
                        () -> SurvivorOptions.DEFAULT.measure(Measure.PERCENT).checked(),
                        () -> GroupOptions.DEFAULT.measure(Measure.PERCENT).checked(),
                        () -> HistoryOptions.DEFAULT
                                .measure(Measure.WEIGHTED_RESEMBLANCE)
                                .checked(),
                        () -> ChangeOptions.DEFAULT.measure(Measure.COSINE).checked()));
        wrong.put("memory", List.of(() -> ClusterOptions.DEFAULT.memory(1), () -> ChangeOptions.DEFAULT.memory(1)));
        wrong.put("max-df", List.of(() -> ClusterOptions.DEFAULT.maxDf(0), () -> ChangeOptions.DEFAULT.maxDf(0)));
        wrong.put("most", List.of(() -> HistoryOptions.DEFAULT.most(0)));
        wrong.put(
                "contaminated",
                List.of(
                        () -> OverlapOptions.DEFAULT.contaminatedShare(0),
                        () -> OverlapOptions.DEFAULT.contaminatedShare(Double.NaN)));
        wrong.put(
                "partial-run",
                List.of(() -> OverlapOptions.DEFAULT.contaminatedRun(5).checked()));
        wrong.put("top", List.of(() -> OverlapOptions.DEFAULT.top(0)));
        wrong.put(
                "documents",
                List.of(() -> PassageOptions.DEFAULT.documents(0), () -> PassageOptions.DEFAULT.documents(1_000_001)));
        wrong.put(
                "threads",
                List.of(() -> PassageOptions.DEFAULT.threads(0), () -> PassageOptions.DEFAULT.threads(1_025)));
        wrong.put("min-shared", List.of(() -> PassageOptions.DEFAULT.minShared(0)));
        wrong.put("super-shingles", List.of(() -> PairsOptions.DEFAULT.superShingles(65)));
        wrong.put("least", List.of(() -> Templates.of(Series.host()).least(1)));
        wrong.put(
                "share",
                List.of(
                        () -> Templates.of(Series.host()).share(0),
                        () -> Templates.of(Series.host()).share(-1),
                        () -> Templates.of(Series.host()).share(1.01),
                        () -> Templates.of(Series.host()).share(Double.NaN)));
        wrong.forEach(
                (option, calls) -> calls.forEach(call -> assertMessage(IllegalArgumentException.class, option, call)));
    }

    private static void refused(String message, Supplier<Options<?>> options) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> options.get().checked())
                        .getMessage());
    }

    /** Equality and the text of options cover every option. */
    @Test
    void everyOptionIsAValue() throws IllegalAccessException {
        for (Options<?> options : List.of(
                QueryOptions.DEFAULT,
                PairsOptions.DEFAULT,
                ClusterOptions.DEFAULT,
                SurvivorOptions.DEFAULT,
                GroupOptions.DEFAULT,
                HistoryOptions.DEFAULT,
                ChangeOptions.DEFAULT,
                OverlapOptions.DEFAULT,
                BuildOptions.DEFAULT,
                RebuildOptions.DEFAULT,
                WriterOptions.DEFAULT,
                AdoptOptions.DEFAULT,
                AlignmentOptions.DEFAULT,
                PassageOptions.DEFAULT,
                Templates.of(Series.host()))) {
            for (Class<?> type = options.getClass(); type != Options.class; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    int modifiers = field.getModifiers();
                    // A hook of tests has no public getter.
                    boolean isPublic = Arrays.stream(type.getMethods())
                            .anyMatch(m -> m.getName().equals(field.getName()));
                    if (isPublic && !Modifier.isStatic(modifiers) && !Modifier.isFinal(modifiers)) {
                        field.setAccessible(true);
                        String value = field.getName() + "=" + field.get(options);
                        assertTrue(options.toString().contains(value), () -> field + " of " + options);
                    }
                }
            }
        }
    }

    @Test
    void everyCallChecksItsOptions() throws IOException {
        Snapshot index = indexOf(text(20));
        for (Executable call : List.<Executable>of(
                () -> index.query("a", QueryOptions.DEFAULT.minScore(101)),
                () -> index.like("all", QueryOptions.DEFAULT.minScore(101)),
                () -> index.pairs(PairsOptions.DEFAULT.minScore(2)),
                () -> index.clusters(ClusterOptions.DEFAULT.minScore(2)),
                () -> index.survivors(SurvivorOptions.DEFAULT.minScore(2)),
                () -> index.group(List.of("all"), GroupOptions.DEFAULT.minScore(2)),
                () -> index.history("all", HistoryOptions.DEFAULT.minScore(2)),
                () -> index.changes(index, ChangeOptions.DEFAULT.minScore(2)),
                () -> index.overlap("a", OverlapOptions.DEFAULT.contaminatedRun(5)),
                () -> IndexWriter.open(
                        directory.resolve("index"),
                        WriterOptions.DEFAULT.livePostings(1_000).directPostings(2_000)))) {
            assertThrows(IllegalArgumentException.class, call);
        }
    }

    // A query runs within its memory or is refused.

    private static byte[] text(int words) {
        Random random = new Random(4);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(Integer.toString(random.nextInt(Integer.MAX_VALUE), 36)).append(' ');
        }
        return RandomCorpus.utf8(text.toString());
    }

    /** Each minutia of the text has its own list. */
    private Snapshot indexOf(byte[] text) throws IOException {
        try (IndexBuilder builder = IndexBuilder.create(
                directory.resolve("index"), Scheme.builder().granularity(1).build(), BuildOptions.DEFAULT)) {
            String[] words = new String(text, StandardCharsets.US_ASCII).split(" ");
            builder.add("all", text);
            for (int i = 0; i < words.length; i++) {
                builder.add("word " + i, RandomCorpus.utf8(words[i]));
            }
            builder.finish();
        }
        return Snapshot.open(directory.resolve("index"));
    }

    @Test
    void aQueryWithTooManyMinutiaeIsRefused() throws IOException {
        byte[] text = text(20_000);
        Snapshot index = indexOf(text);
        for (Measure measure : new Measure[] {Measure.CONTAINMENT, Measure.WEIGHTED_RESEMBLANCE}) {
            QueryOptions options = QueryOptions.DEFAULT.measure(measure);
            LimitExceededException e =
                    assertThrows(LimitExceededException.class, () -> index.query(text, options.memory(400_000)));
            assertTrue(
                    e.getMessage().contains("distinct minutiae")
                            && e.getMessage().contains("mod"),
                    e.getMessage());
            assertMessage(
                    LimitExceededException.class,
                    "distinct lists",
                    () -> index.query(text, options.memory(20_000 * 96 + 200_000)));
            assertEquals(
                    "all",
                    index.query(text, options.memory(20_000 * 200))
                            .matches()
                            .get(0)
                            .id());
        }
        assertEquals(new Snapshot.Queries(2, 4), index.queries());
    }

    @Test
    void aFingerprintWithTooManyMinutiaeIsRefused() throws IOException {
        byte[] text = text(3_000);
        Snapshot index = indexOf(text);
        var fingerprint = Fingerprinter.of(index.scheme()).fingerprint(text);
        LimitExceededException e = assertThrows(
                LimitExceededException.class,
                () -> index.query(
                        fingerprint,
                        QueryOptions.DEFAULT.measure(Measure.CONTAINMENT).memory(0)));
        assertEquals(3_000, e.value());
        assertEquals(1_024, e.most());
    }

    // Queries that look up a sample of their minutiae (COPS 6), checked against sets.

    private static final Scheme SCHEME = Scheme.builder().granularity(2).build();

    private static final Map<String, byte[]> CORPUS = RandomCorpus.of(5, 40, 600);

    private static final byte[] QUERY = RandomCorpus.utf8(CORPUS.values().stream()
            .limit(4)
            .map(text -> new String(text, StandardCharsets.UTF_8))
            .collect(Collectors.joining(" ")));

    private Path index;

    @BeforeEach
    void build() throws IOException {
        index = directory.resolve("sampling");
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
                assertReason(
                        SchemeException.Reason.MEASURE,
                        measure.label(),
                        () -> snapshot.query(QUERY, options(measure).sample(10, 0)));
            }
        }
        for (String selection : List.of("min-s", "mod-by-size")) {
            Path sketches = directory.resolve(selection);
            build(sketches, SCHEME.withSelection(Selection.of(selection)));
            try (Snapshot snapshot = Snapshot.open(sketches)) {
                QueryOptions sampled = options(Measure.RESEMBLANCE).sample(10, 0);
                assertReason(SchemeException.Reason.MEASURE, selection, () -> snapshot.query(QUERY, sampled));
            }
        }
    }
}
