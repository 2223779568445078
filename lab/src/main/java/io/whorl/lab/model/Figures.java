package io.whorl.lab.model;

import java.util.Locale;
import java.util.OptionalDouble;

/** Formats figures as table cells. */
public final class Figures {
    /** The cell for a figure that does not exist. */
    public static final String NONE = "n/a";

    private Figures() {}

    public static String of(long count) {
        return Long.toString(count);
    }

    public static String of(double value, int digits) {
        // Avoids -0.000 for small negative figures.
        String text = String.format(Locale.ROOT, "%." + digits + "f", value);
        return text.matches("-0\\.?0*") ? text.substring(1) : text;
    }

    public static String of(OptionalDouble value, int digits) {
        return value.isPresent() ? of(value.getAsDouble(), digits) : NONE;
    }
}
