package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.history.ChangeOptions;
import io.whorl.history.HistoryOptions;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The ranges of options, and queries beyond the limits of memory. */
class QueryOptionsTest {
    @TempDir
    Path directory;

    @Test
    void valuesOutOfRangeAreRefusedByName() {
        refused(
                "top is 0; it must be from 1 to 10000000",
                () -> QueryOptions.builder().top(0).build());
        refused(
                "max-df is 0; it must be from 1 to " + Long.MAX_VALUE,
                () -> QueryOptions.builder().maxDf(0).build());
        refused(
                "min-score is -0.5; with the measure percent it must be from 0 to 100",
                () -> QueryOptions.builder().minScore(-0.5).build());
        refused(
                "min-score is NaN; with the measure percent it must be from 0 to 100",
                () -> QueryOptions.builder().minScore(Double.NaN).build());
        refused(
                "sample is 0; it must be from 1 to " + Integer.MAX_VALUE,
                () -> QueryOptions.builder().sample(0, 1).build());
        refused(
                "top is 0; it must be from 1 to " + Long.MAX_VALUE,
                () -> TestOptions.pairs(Measure.SHARED, 0, 0, 1, 1));
        refused(
                "memory is 4194303; it must be from 4194304 to " + (1L << 50),
                () -> PairsOptions.builder().memory((4 << 20) - 1).build());
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
        refused("min-score is 50.0; with the measure resemblance it must be from 0 to 1", () -> QueryOptions.builder()
                .measure(Measure.RESEMBLANCE)
                .minScore(50)
                .build());
        refused(
                "min-score is 100.5; with the measure percent it must be from 0 to 100",
                () -> QueryOptions.builder().minScore(100.5).build());
        refused(
                "min-score is 50.0; with the measure resemblance it must be from 0 to 1",
                () -> PairsOptions.builder().minScore(50).build());
        refused(
                "min-score is 2.0; with the measure weighted-resemblance it must be more than 0, up to 1",
                () -> ClusterOptions.builder().minScore(2).build());
        refused(
                "min-score is 2.0; with the measure weighted-resemblance it must be more than 0, up to 1",
                () -> SurvivorOptions.builder().minScore(2).build());
        refused(
                "min-score is 2.0; with the measure resemblance it must be more than 0, up to 1",
                () -> GroupOptions.builder().minScore(2).build());
        refused(
                "min-score is 2.0; with the measure resemblance it must be more than 0, up to 1",
                () -> HistoryOptions.builder().minScore(2).build());
        refused(
                "min-score is 2.0; with the measure weighted-containment it must be more than 0, up to 1",
                () -> ChangeOptions.builder().minScore(2).build());
    }

    @Test
    void optionsKeepTheirValuesWhenTheyAreRebuilt() {
        QueryOptions options = QueryOptions.builder()
                .measure(Measure.SHARED)
                .top(3)
                .minScore(2)
                .maxDf(9)
                .memory(1 << 20)
                .exactWeights(true)
                .sample(20, 7)
                .build();
        assertEquals(options, options.toBuilder().build());
        assertEquals(20, options.sample());
        assertEquals(7, options.sampleSeed());
        assertEquals(QueryOptions.ALL, QueryOptions.DEFAULT.sample());
        assertNotEquals(options, options.toBuilder().sample(20, 8).build());
    }

    private static void refused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
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
            QueryOptions options = QueryOptions.builder().measure(measure).build();
            LimitExceededException e = assertThrows(
                    LimitExceededException.class,
                    () -> index.query(text, options.toBuilder().memory(400_000).build()));
            assertTrue(
                    e.getMessage().contains("distinct minutiae")
                            && e.getMessage().contains("mod"),
                    e.getMessage());
            LimitExceededException lists = assertThrows(
                    LimitExceededException.class,
                    () -> index.query(
                            text,
                            options.toBuilder().memory(20_000 * 96 + 200_000).build()));
            assertTrue(lists.getMessage().contains("distinct lists"), lists.getMessage());
            assertEquals(
                    "all",
                    index.query(text, options.toBuilder().memory(20_000 * 200).build())
                            .matches()
                            .get(0)
                            .id());
        }
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
                        QueryOptions.builder()
                                .measure(Measure.CONTAINMENT)
                                .memory(0)
                                .build()));
        assertEquals(3_000, e.value());
        assertEquals(1_024, e.most());
    }
}
