package io.whorl.lab.quality;

import io.whorl.lab.model.SourceOutcome.Score;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** How well guilty and innocent are told apart by their scores, whatever the threshold. Immutable. */
public final class FalseAlarms {
    private final double[] innocent;
    private final double[] guilty;

    private FalseAlarms(double[] innocent, double[] guilty) {
        this.innocent = innocent;
        this.guilty = guilty;
    }

    /**
     * @param scores some of the innocent category, some of others
     * @param innocent the category that is not plagiarised
     */
    public static FalseAlarms of(List<Score> scores, String innocent) {
        Predicate<Score> not = score -> score.category().equals(innocent);
        return new FalseAlarms(sorted(scores, not), sorted(scores, not.negate()));
    }

    private static double[] sorted(List<Score> scores, Predicate<Score> wanted) {
        double[] sorted = scores.stream()
                .filter(wanted)
                .mapToDouble(Score::percent)
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            throw new IllegalArgumentException("scores are all innocent or all guilty; there must be some of each");
        }
        return sorted;
    }

    /** P(a guilty one scores more than an innocent one), ties counted by half: the area under the ROC curve. */
    public double area() {
        double above = 0;
        for (double score : guilty) {
            above += (below(innocent, score) + below(innocent, Math.nextUp(score))) / 2.0;
        }
        return above / guilty.length / innocent.length;
    }

    /**
     * The share of the guilty that score more than all innocent ones but a share of these.
     *
     * @param alarms that share, 0 to 1, 1 excluded
     */
    public double found(double alarms) {
        double highest = innocent[innocent.length - 1 - (int) (alarms * innocent.length)];
        return (double) (guilty.length - below(guilty, Math.nextUp(highest))) / guilty.length;
    }

    /** How many are less than the score. */
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
