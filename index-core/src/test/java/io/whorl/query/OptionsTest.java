package io.whorl.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.measure.Measure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class OptionsTest {
    @Test
    void whatIsOutOfRangeIsNamed() {
        refused("top is 0; it must be from 1 to 10000000", () -> QueryOptions.DEFAULT.top(0));
        refused("max-df is 0; it must be from 1 to " + Long.MAX_VALUE, () -> QueryOptions.DEFAULT.maxDf(0));
        refused("min-score is -0.5; it must be 0 or more", () -> QueryOptions.DEFAULT.minScore(-0.5));
        refused("min-score is NaN; it must be 0 or more", () -> QueryOptions.DEFAULT.minScore(Double.NaN));
        refused("top is 0; it must be from 1 to " + Long.MAX_VALUE, () -> pairs(Measure.SHARED, 0, 0, 1, 1));
        refused(
                "memory is 4194303; it must be from 4194304 to " + (1L << 50),
                () -> PairsOptions.DEFAULT.memory((4 << 20) - 1));
        refused("max-df is -1; it must be from 1 to " + Long.MAX_VALUE, () -> pairs(Measure.SHARED, 0, 1, -1, 1));
        refused("threads is 1025; it must be from 1 to 1024", () -> pairs(Measure.SHARED, 0, 1, 1, 1_025));
        refused("min-score is NaN; it must be 0 or more", () -> pairs(Measure.SHARED, Double.NaN, 1, 1, 1));
        for (Measure measure : List.of(Measure.PERCENT, Measure.COSINE, Measure.IDENTITY_5)) {
            refused(
                    "measure is " + measure.label() + "; pairs takes shared, resemblance, containment, contained,"
                            + " weighted-resemblance, weighted-containment; for the others ask `query` with each document",
                    () -> pairs(measure, 0, 1, 1, 1));
        }
    }

    private static PairsOptions pairs(Measure measure, double minScore, long top, long maxDf, int threads) {
        return FoundPairs.options(measure, minScore, top, maxDf, threads);
    }

    private static void refused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }
}
