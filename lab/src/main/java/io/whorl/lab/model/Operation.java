package io.whorl.lab.model;

import java.util.OptionalDouble;

/**
 * The outcome of an ordinary operational test, "the score is at least the threshold" (COPS 3.2), over pairs of a query
 * and another document.
 *
 * @param threshold in percent of the score of the query document against itself
 * @param truePositives related pairs that the test finds
 * @param falsePositives unrelated pairs that the test finds
 * @param falseNegatives related pairs that the test does not find
 * @param trueNegatives unrelated pairs that the test does not find
 */
public record Operation(
        double threshold, long truePositives, long falsePositives, long falseNegatives, long trueNegatives) {

    /** Returns the share of found pairs that are related; absent if none is found. */
    public OptionalDouble precision() {
        return share(truePositives, truePositives + falsePositives);
    }

    /** Returns the share of related pairs that are found; absent if none is related. */
    public OptionalDouble recall() {
        return share(truePositives, truePositives + falseNegatives);
    }

    /** Returns the harmonic mean of precision and recall, 2 TP ÷ (2 TP + FP + FN), if any pair is found or related. */
    public OptionalDouble f1() {
        return share(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives);
    }

    /** Returns P(not found | related), COPS definition 3.2; absent if no pair is related. */
    public OptionalDouble alpha() {
        return share(falseNegatives, truePositives + falseNegatives);
    }

    /** Returns P(found | unrelated), COPS definition 3.3; absent if no pair is unrelated. */
    public OptionalDouble beta() {
        return share(falsePositives, falsePositives + trueNegatives);
    }

    /** Returns P(found ≠ related), COPS definition 3.4; absent if there are no pairs. */
    public OptionalDouble error() {
        return share(falsePositives + falseNegatives, truePositives + falsePositives + falseNegatives + trueNegatives);
    }

    /** Adds the pairs of another test with the same threshold. */
    public Operation plus(Operation other) {
        if (threshold != other.threshold) {
            throw new IllegalArgumentException(
                    "threshold is " + other.threshold + "; it must be this test's, " + threshold);
        }
        return new Operation(
                threshold,
                truePositives + other.truePositives,
                falsePositives + other.falsePositives,
                falseNegatives + other.falseNegatives,
                trueNegatives + other.trueNegatives);
    }

    private static OptionalDouble share(long part, long whole) {
        return whole == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) part / whole);
    }
}
