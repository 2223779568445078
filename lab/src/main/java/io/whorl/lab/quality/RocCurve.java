package io.whorl.lab.quality;

import io.whorl.lab.quality.SourceOutcome.Score;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** How well scores separate plagiarised from innocent documents, over all thresholds. Immutable. */
public final class RocCurve {
    private final double[] innocent;
    private final double[] plagiarised;

    private RocCurve(double[] innocent, double[] plagiarised) {
        this.innocent = innocent;
        this.plagiarised = plagiarised;
    }

    /**
     * @param scores at least one of the innocent category and one of another
     * @param innocent the category that is not plagiarised
     */
    public static RocCurve of(List<Score> scores, String innocent) {
        Predicate<Score> not = score -> score.category().equals(innocent);
        return new RocCurve(sorted(scores, not), sorted(scores, not.negate()));
    }

    private static double[] sorted(List<Score> scores, Predicate<Score> wanted) {
        double[] sorted = scores.stream()
                .filter(wanted)
                .mapToDouble(Score::percent)
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException(
                    "scores are all of one kind; there must be innocent and plagiarised ones");
        }
        return sorted;
    }

    /** Returns the area under the curve: P(plagiarised scores higher than innocent), equal scores counted half. */
    public double area() {
        double above = 0;
        for (double score : plagiarised) {
            above += (below(innocent, score) + below(innocent, Math.nextUp(score))) / 2.0;
        }
        return above / plagiarised.length / innocent.length;
    }

    /**
     * Returns the share of plagiarised documents found at a false-alarm rate.
     *
     * @param alarms the share of innocent documents that may score higher, 0 to 1, 1 excluded
     */
    public double found(double alarms) {
        double highest = innocent[innocent.length - 1 - (int) (alarms * innocent.length)];
        return (double) (plagiarised.length - below(plagiarised, Math.nextUp(highest))) / plagiarised.length;
    }

    /** Returns the number of values below the score. */
    private static int below(double[] sorted, double score) {
        int at = Arrays.binarySearch(sorted, score);
        if (at < 0) {
            return -at - 1;
        }
        while (at > 0 && sorted[at - 1] == score) {
            at--;
        }
        return at;
    }
}
