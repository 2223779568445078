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
import io.whorl.cluster.SimilarityOptions;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.fingerprint.Schemes;
import io.whorl.measure.Measure;
import io.whorl.passages.PassageOptions;
import io.whorl.query.Matches.Match;
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
import java.lang.reflect.Method;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.commons.support.ReflectionSupport;
import org.junit.platform.commons.support.conversion.ConversionSupport;

/** The ranges of options, and queries beyond the limits of memory. */
class QueryOptionsTest {
    @TempDir
    Path directory;

    private static final List<Options<?>> ALL = List.of(
            QueryOptions.DEFAULT,
            SimilarityOptions.PAIRS,
            SimilarityOptions.CLUSTERS,
            SimilarityOptions.SURVIVORS,
            SimilarityOptions.GROUPS,
            SimilarityOptions.HISTORY,
            SimilarityOptions.CHANGES,
            OverlapOptions.DEFAULT,
            BuildOptions.DEFAULT,
            RebuildOptions.DEFAULT,
            WriterOptions.DEFAULT,
            AdoptOptions.DEFAULT,
            AlignmentOptions.DEFAULT,
            PassageOptions.DEFAULT,
            Templates.of(Series.host()));

    private static final Pattern RANGE = Pattern.compile("(?<=is -?\\d{1,19}; )it must be from (\\d+) to (\\d+)$");

    /**
     * Each option and the combinations that its class checks; the message names the option. Both ends of a range are
     * accepted, and nothing beyond.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            QueryOptions | top=0 | top is 0; it must be from 1 to 10000000
            QueryOptions | maxDf=0 | max-df is 0; it must be from 1 to 9223372036854775807
            QueryOptions | minScore=-0.5 | min-score is -0.5; with the measure percent it must be from 0 to 100
            QueryOptions | minScore=NaN | min-score is NaN; with the measure percent it must be from 0 to 100
            QueryOptions | minScore=100.5 | min-score is 100.5; with the measure percent it must be from 0 to 100
            QueryOptions | measure=RESEMBLANCE minScore=50 | with the measure resemblance it must be from 0 to 1
            QueryOptions | sample=0,1 | sample is 0; it must be from 1 to 2147483647
            PAIRS | top=0 | top is 0; it must be from 1 to 9223372036854775807
            PAIRS | memory=4194303 | memory is 4194303; it must be from 4194304 to 1125899906842624
            PAIRS | maxDf=-1 | max-df is -1; it must be from 1 to 9223372036854775807
            PAIRS | threads=1025 | threads is 1025; it must be from 1 to 1024
            PAIRS | superShingles=65 | super-shingles
            PAIRS | minScore=50 | min-score is 50.0; with the measure resemblance it must be from 0 to 1
            PAIRS | measure=SHARED minScore=NaN | with the measure shared it must be 0 or more, and finite
            PAIRS | measure=PERCENT | measure is percent; pairs supports shared, resemblance, containment,
            PAIRS | measure=COSINE | contained, weighted-resemblance, weighted-containment; for the others,
            PAIRS | measure=IDENTITY_5 | for the others, query with each document
            CLUSTERS | minScore=2 | with the measure weighted-resemblance it must be more than 0, up to 1
            CLUSTERS | minScore=0 | min-score
            CLUSTERS | minScore=NaN | min-score
            CLUSTERS | minScore=Infinity | min-score
            CLUSTERS | measure=PERCENT | measure
            SURVIVORS | minScore=2 | with the measure weighted-resemblance it must be more than 0, up to 1
            SURVIVORS | minScore=0 | min-score
            GROUPS | minScore=2 | with the measure resemblance it must be more than 0, up to 1
            GROUPS | minScore=0 | min-score
            GROUPS | measure=PERCENT | measure
            HISTORY | minScore=2 | with the measure resemblance it must be more than 0, up to 1
            HISTORY | minScore=0 | min-score
            HISTORY | measure=WEIGHTED_RESEMBLANCE | measure
            HISTORY | top=0 | top is 0; it must be from 1 to 100000
            CLUSTERS | top=1 | top has no meaning for clusters; it is an option of pairs, history
            PAIRS | keep=FIRST | keep has no meaning for pairs; it is an option of survivors
            SURVIVORS | link=STAR | link has no meaning for survivors; it is an option of clusters, history, groups
            CHANGES | commonDf=9 | common-df has no meaning for changes; it is an option of pairs, clusters, survivors
            GROUPS | maxDf=9 | max-df has no meaning for groups; it is an option of pairs, clusters, survivors, changes
            CHANGES | minScore=2 | with the measure weighted-containment it must be more than 0, up to 1
            CHANGES | minScore=0 | min-score
            CHANGES | measure=COSINE | measure
            OverlapOptions | contaminatedShare=0 | contaminated
            OverlapOptions | contaminatedShare=NaN | contaminated
            OverlapOptions | contaminatedRun=5 | partial-run
            OverlapOptions | top=0 | top
            BuildOptions | memory=1 | memory is 1; it must be from 16777216 to 1125899906842624
            BuildOptions | threads=0 | threads is 0; it must be from 1 to 1024
            BuildOptions | minDocument=-1 | min-document is -1; it must be from 0 to 9223372036854775807
            WriterOptions | livePostings=999 | live-postings is 999; it must be from 1000 to 268435456
            WriterOptions | liveDocuments=99 | live-documents is 99; it must be from 100 to 16777216
            WriterOptions | directPostings=0 | direct-postings is 0; it must be from 1 to 268435456
            WriterOptions | directPostings=1048577 | direct-postings is 1048577; it must be from 1 to 1048576
            WriterOptions | mergeFactor=1 | merge-factor is 1; it must be from 2 to 64
            WriterOptions | memory=16777215 | memory is 16777215; it must be from 16777216 to 1125899906842624
            WriterOptions | mergeReserve=-1 | merge-reserve is -1; it must be from 0 to 1125899906842624
            WriterOptions | mergePostings=0 | merge-postings is 0; it must be from 1 to 1125899906842624
            WriterOptions | threads=0 | threads is 0; it must be from 1 to 1024
            PassageOptions | documents=0 | documents
            PassageOptions | documents=1000001 | documents
            PassageOptions | threads=0 | threads
            PassageOptions | threads=1025 | threads
            PassageOptions | minShared=0 | min-shared
            Templates | least=1 | least
            Templates | share=0 | share
            Templates | share=-1 | share
            Templates | share=1.01 | share
            Templates | share=NaN | share
            """)
    void valuesOutOfRangeAreRefusedByName(String type, String settings, String message) {
        Options<?> options = ALL.stream()
                .filter(o -> type.equals(
                        o instanceof SimilarityOptions similar
                                ? similar.purpose().name()
                                : o.getClass().getSimpleName()))
                .findFirst()
                .orElseThrow();
        assertMessage(IllegalArgumentException.class, message, () -> with(options, settings)
                .checked());
        Matcher range = RANGE.matcher(message);
        if (range.find()) {
            long most = Long.parseLong(range.group(2));
            with(options, settings.replaceFirst("=-?\\d+", "=" + range.group(1)));
            with(options, settings.replaceFirst("=-?\\d+", "=" + most));
            if (most != Integer.MAX_VALUE && most != Long.MAX_VALUE) {
                String more = settings.replaceFirst("=-?\\d+", "=" + (most + 1));
                assertMessage(IllegalArgumentException.class, range.group(), () -> with(options, more)
                        .checked());
            }
        }
    }

    private static Options<?> with(Options<?> options, String settings) {
        Options<?> changed = options;
        for (String setting : settings.split(" ")) {
            changed = with(changed, setting.split("[=,]"));
        }
        return changed;
    }

    /** Options with another value: the name of the setter, then its arguments. */
    private static Options<?> with(Options<?> options, String... setting) {
        Method setter = Arrays.stream(options.getClass().getMethods())
                .filter(m -> m.getName().equals(setting[0]) && m.getParameterCount() == setting.length - 1)
                .filter(m -> Options.class.isAssignableFrom(m.getReturnType()))
                .findFirst()
                .orElseThrow();
        Object[] arguments = IntStream.range(1, setting.length)
                .mapToObj(i -> ConversionSupport.convert(setting[i], setter.getParameterTypes()[i - 1], null))
                .toArray();
        return (Options<?>) ReflectionSupport.invokeMethod(setter, options, arguments);
    }

    @Test
    void optionsAreComparedByTheirValues() {
        QueryOptions options = QueryOptions.DEFAULT.top(3).sample(20, 7);
        assertEquals(options, options.top(4).top(3));
        assertEquals(options.hashCode(), options.top(4).top(3).hashCode());
        assertNotEquals(options, options.sample(20, 8));
    }

    /** Equality and the text of options cover every option. */
    @Test
    void everyOptionIsAValue() throws IllegalAccessException {
        for (Options<?> options : ALL) {
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
                () -> index.pairs(SimilarityOptions.PAIRS.minScore(2)),
                () -> index.pairs(SimilarityOptions.CLUSTERS),
                () -> index.clusters(SimilarityOptions.CLUSTERS.minScore(2)),
                () -> index.survivors(SimilarityOptions.SURVIVORS.minScore(2)),
                () -> index.group(List.of("all"), SimilarityOptions.GROUPS.minScore(2)),
                () -> index.history("all", SimilarityOptions.HISTORY.minScore(2)),
                () -> index.changes(index, SimilarityOptions.CHANGES.minScore(2)),
                () -> index.overlap("a", OverlapOptions.DEFAULT.contaminatedRun(5)),
                () -> IndexWriter.open(
                        directory.resolve("index"),
                        WriterOptions.DEFAULT.livePostings(1_000).directPostings(2_000)))) {
            assertThrows(IllegalArgumentException.class, call);
        }
    }

    // A query runs within its memory or is refused.

    private static byte[] text(int words) {
        return RandomCorpus.text(new Random(4), words, Integer.MAX_VALUE);
    }

    /** Each minutia of the text has its own list. */
    private Snapshot indexOf(byte[] text) throws IOException {
        try (IndexBuilder builder =
                IndexBuilder.create(directory.resolve("index"), Schemes.of("granularity=1"), BuildOptions.DEFAULT)) {
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
            LimitExceededException e = assertMessage(
                    LimitExceededException.class,
                    "distinct minutiae",
                    () -> index.query(text, options.memory(400_000)));
            assertTrue(e.getMessage().contains("mod"), e::getMessage);
            assertMessage(
                    LimitExceededException.class,
                    "distinct lists",
                    () -> index.query(text, options.memory(20_000 * 96 + 200_000)));
            assertEquals("all", SlowSearch.best(index.query(text, options.memory(20_000 * 200))));
        }
        assertEquals(new Snapshot.Queries(2, 4), index.queries());
        Fingerprint fingerprint = Fingerprinter.of(index.scheme()).fingerprint(text);
        QueryOptions none = QueryOptions.DEFAULT.measure(Measure.CONTAINMENT).memory(0);
        LimitExceededException e = assertThrows(LimitExceededException.class, () -> index.query(fingerprint, none));
        assertEquals(List.of(20_000L, 1_024L), List.of(e.value(), e.most()));
    }

    // Queries that look up a sample of their minutiae (COPS 6), checked against sets.

    private static final Scheme SCHEME = Schemes.of("granularity=2");

    private static final Map<String, byte[]> CORPUS = RandomCorpus.of(5, 40, 600);

    private static final byte[] QUERY = RandomCorpus.utf8(CORPUS.values().stream()
            .limit(4)
            .map(text -> new String(text, StandardCharsets.UTF_8))
            .collect(Collectors.joining(" ")));

    private Snapshot sampling(Scheme scheme) throws IOException {
        return Snapshot.open(RandomCorpus.indexIn(directory, scheme, CORPUS, BuildOptions.DEFAULT));
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
        try (Snapshot snapshot = sampling(SCHEME)) {
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
                    double own = measure == Measure.SHARED ? n : measure == Measure.PERCENT ? 100 : 1;
                    assertEquals(OptionalDouble.of(own), matches.self());
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

    private static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }

    @Test
    void aSampleAsLargeAsTheQueryGivesTheExactResult() throws IOException {
        int n = Fingerprinter.of(SCHEME).fingerprint(QUERY).size();
        try (Snapshot snapshot = sampling(SCHEME)) {
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
        try (Snapshot snapshot = sampling(SCHEME)) {
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
        Selection mod = new Selection("mod", Map.of("m", "5"));
        Fingerprint kept = Fingerprinter.of(SCHEME.withSelection(mod)).fingerprint(QUERY);
        Fingerprint full = Fingerprinter.of(SCHEME).fingerprint(QUERY);
        try (Snapshot snapshot = sampling(SCHEME.withSelection(mod))) {
            Selection all = Selection.of("full");
            Matches whole = snapshot.query(QUERY, all, options(Measure.PERCENT));
            Matches same = snapshot.query(QUERY, options(Measure.PERCENT));
            assertEquals(
                    same.matches().stream().map(m -> m.id() + m.score()).toList(),
                    whole.matches().stream().map(m -> m.id() + m.score()).toList());
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
        try (Snapshot snapshot = sampling(Schemes.of("granularity=1 frequencies=true"))) {
            for (Measure measure : List.of(Measure.WEIGHTED_RESEMBLANCE, Measure.COSINE, Measure.IDENTITY_5)) {
                assertReason(
                        SchemeException.Reason.MEASURE,
                        measure.label(),
                        () -> snapshot.query(QUERY, options(measure).sample(10, 0)));
            }
        }
        for (String selection : List.of("min-s", "mod-by-size")) {
            try (Snapshot snapshot = sampling(SCHEME.withSelection(Selection.of(selection)))) {
                QueryOptions sampled = options(Measure.RESEMBLANCE).sample(10, 0);
                assertReason(SchemeException.Reason.MEASURE, selection, () -> snapshot.query(QUERY, sampled));
            }
        }
    }
}
