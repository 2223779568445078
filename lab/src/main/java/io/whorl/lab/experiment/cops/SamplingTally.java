package io.whorl.lab.experiment.cops;

/**
 * Pairs of one kind, tested by all chunks and by n of them: as measured, and as the formula expects of these very
 * pairs.
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
     * @param matching chunks of the document that match
     * @param chunks of the document
     * @param sampled how many of the n drawn match, each time that n were drawn
     */
    void add(int matching, int chunks, int[] sampled) {
        boolean found = threshold.exceededBy(matching, chunks);
        double second = 0;
        for (int each : sampled) {
            second += threshold.exceededBy(each, n) ? 1 : 0;
        }
        measured = measured.plus(pair(found, second / sampled.length));
        // Q(0) is 1, and most pairs share nothing.
        double q = matching == 0 ? 1 : Binomial.atMost(threshold.most(n), n, (double) matching / chunks);
        expected = expected.plus(pair(found, 1 - q));
    }

    private static Deviations pair(boolean found, double second) {
        return found ? new Deviations(1, 1 - second, 0, 0) : new Deviations(0, 0, 1, second);
    }

    Deviations measured() {
        return measured;
    }

    /** By COPS' appendix, W being what it is in these pairs. */
    Deviations expected() {
        return expected;
    }
}
