package io.whorl.cli;

import io.whorl.cli.output.Value;
import io.whorl.measure.Measure;

/** What a measure's values look like, and how large they get. */
final class Scores {
    private Scores() {}

    static Value value(Measure measure, double score) {
        return switch (measure) {
            case SHARED -> Value.count((long) score);
            case PERCENT -> Value.hundredth(score);
            case RESEMBLANCE, CONTAINMENT, CONTAINED -> Value.ratio(score);
        };
    }

    /** The highest score there can be: a threshold above it is a slip, such as 50 for 0.5. */
    static double most(Measure measure) {
        return switch (measure) {
            case SHARED -> Double.MAX_VALUE;
            case PERCENT -> 100;
            case RESEMBLANCE, CONTAINMENT, CONTAINED -> 1;
        };
    }

    static String range(Measure measure) {
        return measure == Measure.SHARED ? "0 or more" : "from 0 to " + (long) most(measure);
    }
}
