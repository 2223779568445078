package io.whorl.lab.report;

import java.util.Locale;
import java.util.OptionalDouble;

public final class Figures {
    /** The cell for a figure that does not exist. */
    public static final String NONE = "n/a";

    private Figures() {}

    /** @param digits after the decimal point */
    public static String of(double value, int digits) {
        // Avoids -0.000 for small negative figures.
        String text = String.format(Locale.ROOT, "%." + digits + "f", value);
        return text.matches("-0\\.?0*") ? text.substring(1) : text;
    }

    public static String of(OptionalDouble value, int digits) {
        return value.isPresent() ? of(value.getAsDouble(), digits) : NONE;
    }

    /** Returns a share; 0 of nothing. */
    public static String share(double part, double whole, int digits) {
        return of(whole == 0 ? 0 : part / whole, digits);
    }

    public static String spread(Moments moments, int digits) {
        return of(moments.mean(), digits) + " ± " + of(moments.deviation(), digits);
    }
}
