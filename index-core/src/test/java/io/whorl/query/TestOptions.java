package io.whorl.query;

import io.whorl.cluster.PairsOptions;
import io.whorl.measure.Measure;

/** Options from positional arguments, which keeps loops over many combinations short. */
public final class TestOptions {
    private TestOptions() {}

    public static QueryOptions query(Measure measure, int top, double minScore, long maxDf) {
        return QueryOptions.DEFAULT.measure(measure).top(top).minScore(minScore).maxDf(maxDf);
    }

    /** Options for every pair, not for families. */
    public static PairsOptions pairs(Measure measure, double minScore, long top, long maxDf, int threads) {
        return PairsOptions.DEFAULT
                .measure(measure)
                .minScore(minScore)
                .top(top)
                .maxDf(maxDf)
                .threads(threads)
                .expanded(true);
    }
}
