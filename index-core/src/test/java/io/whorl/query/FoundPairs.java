package io.whorl.query;

import io.whorl.measure.Measure;
import java.util.List;

/** Pairs that can be compared with those expected. */
public record FoundPairs(List<Pair> pairs, long ignored) {
    public static FoundPairs of(Pairs found) {
        return new FoundPairs(found.toList(), found.ignored().minutiae());
    }

    public static FoundPairs of(Snapshot snapshot, PairsOptions options) {
        return of(snapshot.pairs(options));
    }

    /** Asks for every pair, and not for families. */
    public static PairsOptions options(Measure measure, double minScore, long top, long maxDf, int threads) {
        return PairsOptions.DEFAULT
                .measure(measure)
                .minScore(minScore)
                .top(top)
                .maxDf(maxDf)
                .threads(threads)
                .expanded(true);
    }
}
