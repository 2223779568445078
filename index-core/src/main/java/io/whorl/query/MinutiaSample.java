package io.whorl.query;

import io.whorl.UnsupportedMeasureException;
import io.whorl.hash.SplitMix64;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.Strategies;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The random sample of a query's minutiae that is looked up (RANDOM-SELECT of COPS 6). It consists of those whose
 * scrambled values are smallest, so it depends on the seed and on nothing else.
 */
final class MinutiaSample {
    private static final Set<Measure> MEASURES = EnumSet.of(
            Measure.SHARED,
            Measure.PERCENT,
            Measure.RESEMBLANCE,
            Measure.CONTAINMENT,
            Measure.CONTAINED,
            Measure.WEIGHTED_CONTAINMENT);

    private MinutiaSample() {}

    /** @throws UnsupportedMeasureException if a sample cannot estimate the measure */
    static void check(Measure measure, Scheme scheme) {
        if (!MEASURES.contains(measure)) {
            throw new UnsupportedMeasureException("a sample of the query's minutiae cannot estimate " + measure.label()
                    + "; use "
                    + MEASURES.stream().map(Measure::label).collect(Collectors.joining(", "))
                    + ", or look up all minutiae");
        }
        if (!Strategies.comparability(scheme).equals(Comparability.SETS)) {
            throw new UnsupportedMeasureException("an index made with "
                    + scheme.selection().name()
                    + " holds samples of documents that a sample of the query's minutiae cannot be compared with; look"
                    + " up all minutiae");
        }
    }

    /**
     * Returns the positions of the sample, ascending.
     *
     * @param size less than the number of minutiae, at least 1
     */
    static int[] positions(long[] minutiae, int size, long seed) {
        long key = SplitMix64.mix(seed + 1);
        long[] scrambled = new long[minutiae.length];
        for (int i = 0; i < scrambled.length; i++) {
            // Signed order serves as well as unsigned order.
            scrambled[i] = SplitMix64.mix(minutiae[i] ^ key);
        }
        long[] sorted = scrambled.clone();
        Arrays.sort(sorted);
        long largest = sorted[size - 1];
        int[] positions = new int[size];
        int n = 0;
        for (int i = 0; i < scrambled.length; i++) {
            if (scrambled[i] <= largest) {
                positions[n++] = i;
            }
        }
        return positions;
    }
}
