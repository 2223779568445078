package io.whorl.lab.experiment.cops;

/**
 * W(x), how likely it is that a share x of a document's chunks match another document (COPS 6.2): two normal
 * distributions, each cut off at 0 and 1 and of area 1 between them, in proportion.
 *
 * @param unrelated p_a, the share of pairs that are unrelated
 * @param noise σ_a, the deviation of their matches from 0; above 0
 * @param mean μ_b, of related pairs' matches
 * @param deviation σ_b, of related pairs' matches; above 0
 */
record MatchDensity(double unrelated, double noise, double mean, double deviation) {
    /** Of the integrals, by midpoints; every percent falls between two steps, so that φ parts none. */
    private static final int STEPS = 20_000;

    MatchDensity withNoise(double other) {
        return new MatchDensity(unrelated, other, mean, deviation);
    }

    MatchDensity withUnrelated(double other) {
        return new MatchDensity(other, noise, mean, deviation);
    }

    /** What a test of n chunks drawn at random makes of the test of all chunks (COPS 6.1, appendix A). */
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
