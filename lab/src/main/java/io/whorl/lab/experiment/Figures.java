package io.whorl.lab.experiment;

import java.util.Locale;
import java.util.OptionalDouble;

/** Figures as cells. */
final class Figures {
    /** Where there is nothing to measure. */
    static final String NONE = "n/a";

    private Figures() {}

    static String of(long count) {
        return Long.toString(count);
    }

    static String of(double value, int digits) {
        // Without this a small negative figure would be printed as -0.000.
        String text = String.format(Locale.ROOT, "%." + digits + "f", value);
        return text.matches("-0\\.?0*") ? text.substring(1) : text;
    }

    static String of(OptionalDouble value, int digits) {
        return value.isPresent() ? of(value.getAsDouble(), digits) : NONE;
    }
}
