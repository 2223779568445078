package io.whorl.cli.option;

import io.whorl.measure.Measure;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A threshold of scores: in the unit of the measure, or as a percentage of the highest score, which means the same for
 * every measure.
 *
 * @param value in the unit of the measure; 0 to 100 for a percentage
 */
public record MinScore(double value, boolean percentage) {
    private static final double HUNDRED = 100;

    public static final class Converter implements ITypeConverter<MinScore> {
        @Override
        public MinScore convert(String text) {
            boolean percentage = text.endsWith("%");
            try {
                return new MinScore(
                        Double.parseDouble(percentage ? text.substring(0, text.length() - 1) : text), percentage);
            } catch (NumberFormatException e) {
                throw new TypeConversionException(
                        "'" + text + "' is neither a number, such as 0.5, nor a percentage, such as 50%");
            }
        }
    }

    /** Returns the threshold in the unit of the measure. */
    public double of(Measure measure, Usage usage) {
        double highest = measure.highest();
        if (percentage && highest == Double.MAX_VALUE) {
            throw usage.error("--min-score is " + value + "%, but the measure " + Choice.name(measure)
                    + " has no highest score; give a number");
        }
        return percentage ? value / HUNDRED * highest : value;
    }

    /** Returns a warning if the user seems to have given a share instead of a percentage. */
    public Optional<String> doubt(Measure measure) {
        return measure == Measure.PERCENT && !percentage && value > 0 && value <= 1
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "warning: --min-score %1$s means %1$s %%, because the measure percent"
                                + " ranges from 0 to 100; for the share %1$s give --min-score %2$s%%",
                        number(value),
                        number(value * HUNDRED)))
                : Optional.empty();
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
