package io.whorl.lab.model;

import java.util.OptionalDouble;

/**
 * An ordinary operational test, "the score is at least the threshold", against the known answers (COPS 3.2), over all
 * pairs of a question and another document.
 *
 * @param threshold in percent of the question's document against itself
 * @param truePositives related, and found by the test
 * @param falsePositives unrelated, but found
 * @param falseNegatives related, but not found
 * @param trueNegatives unrelated, and not found
 */
public record Operation(
        double threshold, long truePositives, long falsePositives, long falseNegatives, long trueNegatives) {

    /** The share of what is found that is related; absent where nothing is found. */
    public OptionalDouble precision() {
        return share(truePositives, truePositives + falsePositives);
    }

    /** The share of what is related that is found; absent where nothing is related. */
    public OptionalDouble recall() {
        return share(truePositives, truePositives + falseNegatives);
    }

    /** The harmonic mean of precision and recall, 2 TP ÷ (2 TP + FP + FN); absent where nothing is found or related. */
    public OptionalDouble f1() {
        return share(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives);
    }

    /** P(not found | related), COPS definition 3.2; absent where nothing is related. */
    public OptionalDouble alpha() {
        return share(falseNegatives, truePositives + falseNegatives);
    }

    /** P(found | unrelated), COPS definition 3.3; absent where nothing is unrelated. */
    public OptionalDouble beta() {
        return share(falsePositives, falsePositives + trueNegatives);
    }

    /** P(found ≠ related), COPS definition 3.4; absent where there are no pairs. */
    public OptionalDouble error() {
        return share(falsePositives + falseNegatives, truePositives + falsePositives + falseNegatives + trueNegatives);
    }

    /** The two tests' pairs together. */
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
