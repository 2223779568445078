package io.whorl.pairs;

import io.whorl.measure.Measure;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The pairs to find.
 *
 * @param measure the measure of the score
 * @param minScore pairs with a lower score are left out
 * @param top the largest number of pairs
 * @param maxDf minutiae that more documents hold are ignored
 * @param threads the number of threads that count
 * @param expanded whether all pairs of a family are given instead of one
 */
public record PairRequest(Measure measure, double minScore, long top, long maxDf, int threads, boolean expanded) {
    /** Whether pairs can be scored by a measure: percent has no meaning for pairs, and frequencies are not counted. */
    public static boolean supports(Measure measure) {
        return measure != Measure.PERCENT && !measure.usesFrequencies();
    }

    /** @throws IllegalArgumentException if pairs cannot be scored by the measure */
    public static void check(Measure measure) {
        if (!supports(measure)) {
            throw new IllegalArgumentException("measure is " + measure.label() + "; pairs supports "
                    + Arrays.stream(Measure.values())
                            .filter(PairRequest::supports)
                            .map(Measure::label)
                            .collect(Collectors.joining(", "))
                    + "; for the others, query with each document");
        }
    }
}
