package io.whorl.bench.report;

import java.util.Locale;

/**
 * One figure of a run.
 *
 * @param what the quantity
 * @param figure with its unit
 * @param against the figure of the floor or rival in the same run, with its unit; empty for none
 * @param ratio of the two, in the direction of the bar; empty for none
 * @param bar the limit of the ratio or the figure; empty for none
 * @param met {@code yes} or {@code no}; empty without a bar
 */
public record Row(String what, String figure, String against, String ratio, String bar, String met) {
    private static final String FAILED = "failed: ";

    /** Returns a row without a bar. */
    public static Row plain(String what, String figure, String against, double ratio) {
        return new Row(what, figure, against, number(ratio), "", "");
    }

    /** Returns a row without a comparison. */
    public static Row plain(String what, String figure) {
        return new Row(what, figure, "", "", "", "");
    }

    /** Returns a row whose ratio must be at most the bar. */
    public static Row atMost(double bar, String what, String figure, String against, double ratio) {
        return new Row(what, figure, against, number(ratio), "≤ " + number(bar), yes(ratio <= bar));
    }

    /** Returns a row whose ratio must be at least the bar. */
    public static Row atLeast(double bar, String what, String figure, String against, double ratio) {
        return new Row(what, figure, against, number(ratio), "≥ " + number(bar), yes(ratio >= bar));
    }

    /** Returns a row whose figure must be at most the bar; the rival's figure is only for comparison. */
    public static Row figureAtMost(double bar, String what, String figure, String against, double value) {
        return new Row(what, figure, against, "", "≤ " + number(bar), yes(value <= bar));
    }

    /** Returns a row whose figure must be at least the bar. */
    public static Row figureAtLeast(double bar, String what, String figure, double value) {
        return new Row(what, figure, "", "", "≥ " + number(bar), yes(value >= bar));
    }

    /** Returns a row for a measurement that failed. */
    public static Row failed(String what, Throwable why) {
        return new Row(what, FAILED + why, "", "", "", "no");
    }

    /** Returns whether the measurement failed. A missed bar is a finding, not a failure. */
    public boolean failure() {
        return figure.startsWith(FAILED);
    }

    private static String yes(boolean met) {
        return met ? "yes" : "no";
    }

    /** Formats a number with three significant digits; digits before the decimal point are always kept. */
    public static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return String.format(Locale.ROOT, "%,d", (long) value);
        }
        int decimals = Math.max(0, 2 - (int) Math.floor(Math.log10(Math.abs(value))));
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
