package io.whorl.cli.option;

import io.whorl.cli.output.Value;
import io.whorl.measure.Measure;
import java.util.OptionalDouble;

/** How results show the scores of a measure. */
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
}
