package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.history.ChangeOptions;
import io.whorl.history.HistoryOptions;
import io.whorl.measure.Measure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class OptionsTest {
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
}
