package io.whorl.query;

import io.whorl.measure.Measure;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Which pairs are asked for.
 *
 * @param measure what the score is; percent has no meaning here, and measures of frequencies are not counted by pairs
 * @param minScore pairs below are left out
 * @param top how many pairs at the most, best first, 1 to 10,000,000
 * @param maxDf minutiae held by more documents are ignored (BGMZ 5.1: 1,000), documents that share postings counting as one
 * @param threads 1 to 1,024
 */
public record PairsOptions(Measure measure, double minScore, int top, long maxDf, int threads) {
    /** Resemblance of 0.5 or more (BGMZ 4), the best 10,000,000, minutiae in at most 1,000 documents, all cores. */
    public static final PairsOptions DEFAULT = new PairsOptions(
            Measure.RESEMBLANCE, 0.5, 10_000_000, 1_000, Runtime.getRuntime().availableProcessors());

    public PairsOptions {
        if (!takes(measure)) {
            throw new IllegalArgumentException("measure is " + measure.label() + "; pairs takes "
                    + Arrays.stream(Measure.values()).filter(PairsOptions::takes).map(Measure::label)
                            .collect(Collectors.joining(", "))
                    + "; for the others ask `query` with each document");
        }
        if (!(minScore >= 0)) {
            throw new IllegalArgumentException("min-score is " + minScore + "; it must be 0 or more");
        }
        QueryOptions.check("top", top, 1, 10_000_000);
        QueryOptions.check("max-df", maxDf, 1, QueryOptions.NO_LIMIT);
        QueryOptions.check("threads", threads, 1, 1_024);
    }

    /** Whether pairs can be scored by a measure. */
    public static boolean takes(Measure measure) {
        return measure != Measure.PERCENT && !measure.usesFrequencies();
    }
}
