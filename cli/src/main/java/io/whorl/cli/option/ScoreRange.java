package io.whorl.cli.option;

import io.whorl.cli.output.Value;
import io.whorl.measure.Measure;
import java.util.OptionalDouble;

/** The range of the scores of a measure, and how results show them. */
public final class ScoreRange {
    private ScoreRange() {}

    public static Value value(Measure measure, double score) {
        return switch (measure) {
            case SHARED -> Value.count((long) score);
            case PERCENT -> Value.hundredth(score);
            default -> Value.ratio(score);
        };
    }

    public static Value value(Measure measure, OptionalDouble score) {
        return score.isPresent() ? value(measure, score.getAsDouble()) : Value.ratio(score);
    }

    /** Returns the highest possible score. A threshold above it is a mistake, such as 50 for 0.5. */
    public static double highest(Measure measure) {
        return switch (measure) {
            case PERCENT -> 100;
            case RESEMBLANCE, CONTAINMENT, CONTAINED, WEIGHTED_RESEMBLANCE, WEIGHTED_CONTAINMENT -> 1;
            default -> Double.MAX_VALUE;
        };
    }

    /** Reports a {@code --min-score} that no score can reach as wrong usage. */
    public static void check(double minScore, Measure measure, Usage usage) {
        if (minScore > highest(measure)) {
            throw usage.error("--min-score is " + minScore + "; with the measure " + Choice.name(measure)
                    + " it must be " + range(measure));
        }
    }

    public static String range(Measure measure) {
        return highest(measure) == Double.MAX_VALUE ? "0 or more" : "from 0 to " + (long) highest(measure);
    }
}
