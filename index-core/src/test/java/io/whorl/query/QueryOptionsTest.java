package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.Options;
import io.whorl.RandomCorpus;
import io.whorl.align.AlignmentOptions;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.PairsOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.history.ChangeOptions;
import io.whorl.history.HistoryOptions;
import io.whorl.measure.Measure;
import io.whorl.passages.PassageOptions;
import io.whorl.query.SlowSearch.TestOptions;
import io.whorl.rebuild.RebuildOptions;
import io.whorl.scheme.Scheme;
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
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

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
            LimitExceededException lists = assertThrows(
                    LimitExceededException.class, () -> index.query(text, options.memory(20_000 * 96 + 200_000)));
            assertTrue(lists.getMessage().contains("distinct lists"), lists.getMessage());
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
}
