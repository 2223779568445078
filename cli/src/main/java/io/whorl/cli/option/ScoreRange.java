package io.whorl.cli.option;

import io.whorl.cli.output.Column;
import io.whorl.cli.output.Value;
import io.whorl.measure.Measure;
import java.util.OptionalDouble;

/** How results show the scores of a measure. */
public final class ScoreRange {
    private ScoreRange() {}

    /** The column of a score. Its title in a table names the measure. */
    public static Column named(Measure measure) {
        return new Column("score", "score (" + measure.label() + ")", true);
    }

    /** The same, beside columns of the plain measures: a table names only others. */
    public static Column beside(Measure measure) {
        return switch (measure) {
            case SHARED, PERCENT, RESEMBLANCE, CONTAINMENT, CONTAINED -> Column.number("score");
            default -> named(measure);
        };
    }

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
