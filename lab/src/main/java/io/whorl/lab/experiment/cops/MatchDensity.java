package io.whorl.lab.experiment.cops;

/**
 * W(x), the density of the share x of a document's chunks that match another document (COPS 6.2): a mixture of two
 * normal distributions, truncated to 0 to 1.
 *
 * @param unrelated p_a, the share of unrelated pairs
 * @param noise σ_a, the deviation of their matches from 0; above 0
 * @param mean μ_b, the mean of the matches of related pairs
 * @param deviation σ_b, the deviation of the matches of related pairs; above 0
 */
record MatchDensity(double unrelated, double noise, double mean, double deviation) {
    /** The number of steps of the integrals (midpoint rule). Every whole percent is a boundary, so φ splits no step. */
    private static final int STEPS = 20_000;

    MatchDensity withNoise(double other) {
        return new MatchDensity(unrelated, other, mean, deviation);
    }

    MatchDensity withUnrelated(double other) {
        return new MatchDensity(other, noise, mean, deviation);
    }

    /** Returns the deviations of a test of n random chunks from the test of all chunks (COPS 6.1, appendix A). */
    Deviations sampled(Threshold threshold, int n) {
        return component(threshold, n, 0, noise)
                .times(unrelated)
                .plus(component(threshold, n, mean, deviation).times(1 - unrelated));
    }

    private static Deviations component(Threshold threshold, int n, double mean, double deviation) {
        double found = 0;
        double missed = 0;
        double passed = 0;
        double alarms = 0;
        for (int i = 0; i < STEPS; i++) {
            double x = (i + 0.5) / STEPS;
            double z = (x - mean) / deviation;
            double weight = Math.exp(-z * z / 2);
            double q = Binomial.atMost(threshold.most(n), n, x);
            if (x > threshold.share()) {
                found += weight;
                missed += weight * q;
            } else {
                passed += weight;
                alarms += weight * (1 - q);
            }
        }
        return new Deviations(found, missed, passed, alarms).times(1 / (found + passed));
    }
}
