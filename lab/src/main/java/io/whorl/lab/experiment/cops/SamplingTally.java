package io.whorl.lab.experiment.cops;

/**
 * The deviations of testing n chunks from testing all chunks, over pairs of one kind: measured, and expected by the
 * formula for the same pairs.
 */
final class SamplingTally {
    private final Threshold threshold;
    private final int n;
    private Deviations measured = Deviations.NONE;
    private Deviations expected = Deviations.NONE;

    SamplingTally(Threshold threshold, int n) {
        this.threshold = threshold;
        this.n = n;
    }

    int n() {
        return n;
    }

    /**
     * Adds a pair.
     *
     * @param matching the number of matching chunks
     * @param chunks the number of chunks of the document
     * @param sampled the number of matching chunks in each sample
     */
    void add(int matching, int chunks, int[] sampled) {
        boolean found = threshold.exceededBy(matching, chunks);
        double second = 0;
        for (int each : sampled) {
            second += threshold.exceededBy(each, n) ? 1 : 0;
        }
        measured = measured.plus(pair(found, second / sampled.length));
        // Most pairs share nothing, and Q(0) is 1.
        double q = matching == 0 ? 1 : Binomial.atMost(threshold.most(n), n, (double) matching / chunks);
        expected = expected.plus(pair(found, 1 - q));
    }

    private static Deviations pair(boolean found, double second) {
        return found ? new Deviations(1, 1 - second, 0, 0) : new Deviations(0, 0, 1, second);
    }

    Deviations measured() {
        return measured;
    }

    /** Returns the deviations by the formula of the appendix, with the measured W. */
    Deviations expected() {
        return expected;
    }
}
