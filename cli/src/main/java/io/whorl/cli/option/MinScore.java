package io.whorl.cli.option;

import io.whorl.measure.Measure;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A threshold as the user writes it: in the measure's own unit, or with {@code %}, which means the same share whatever
 * the measure is.
 *
 * @param value in the measure's unit; of a hundred where it is a percentage
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

    /** The threshold in the measure's unit. */
    public double of(Measure measure, Usage usage) {
        double most = ScoreRange.most(measure);
        if (percentage && most == Double.MAX_VALUE) {
            throw usage.error("--min-score is " + value + "%; measure " + Choice.name(measure)
                    + " has no highest score, so give a number");
        }
        return percentage ? value / HUNDRED * most : value;
    }

    /** A warning where a share seems to be meant as a percentage; nothing where there is no doubt. */
    public Optional<String> doubt(Measure measure) {
        return measure == Measure.PERCENT && !percentage && value > 0 && value <= 1
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "warning: --min-score %1$s is %1$s %% of the measure percent,"
                                + " which goes from 0 to 100; for the share %1$s give --min-score %2$s%%",
                        number(value),
                        number(value * HUNDRED)))
                : Optional.empty();
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }
}
