package io.whorl.bench.report;

import java.util.Locale;

/**
 * One figure of a run.
 *
 * @param what is measured
 * @param figure with its unit
 * @param against the floor's or the rival's figure in the same run, with its unit; empty for none
 * @param ratio of the two as the bar takes it; empty for none
 * @param bar what the ratio, or the figure, is held against; empty for none
 * @param met {@code yes} or {@code no}; empty where there is no bar
 */
public record Row(String what, String figure, String against, String ratio, String bar, String met) {
    private static final String FAILED = "failed: ";

    /** A figure for orientation. */
    public static Row plain(String what, String figure, String against, double ratio) {
        return new Row(what, figure, against, number(ratio), "", "");
    }

    /** A figure with nothing to hold it against. */
    public static Row plain(String what, String figure) {
        return new Row(what, figure, "", "", "", "");
    }

    /** A figure whose ratio must be so much or less. */
    public static Row atMost(double bar, String what, String figure, String against, double ratio) {
        return new Row(what, figure, against, number(ratio), "≤ " + number(bar), yes(ratio <= bar));
    }

    /** A figure whose ratio must be so much or more. */
    public static Row atLeast(double bar, String what, String figure, String against, double ratio) {
        return new Row(what, figure, against, number(ratio), "≥ " + number(bar), yes(ratio >= bar));
    }

    /** A figure that must itself be so much or less; the rival's is for orientation. */
    public static Row figureAtMost(double bar, String what, String figure, String against, double value) {
        return new Row(what, figure, against, "", "≤ " + number(bar), yes(value <= bar));
    }

    /** A figure that must itself be so much or more. */
    public static Row figureAtLeast(double bar, String what, String figure, double value) {
        return new Row(what, figure, "", "", "≥ " + number(bar), yes(value >= bar));
    }

    /** Something that could not be measured, and why. */
    public static Row failed(String what, Throwable why) {
        return new Row(what, FAILED + why, "", "", "", "no");
    }

    /** Whether the figure could not be had; a bar missed is a finding, not a failure. */
    public boolean failure() {
        return figure.startsWith(FAILED);
    }

    private static String yes(boolean met) {
        return met ? "yes" : "no";
    }

    /** Three significant figures, more only before the decimal point. */
    public static String number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return String.format(Locale.ROOT, "%,d", (long) value);
        }
        int decimals = Math.max(0, 2 - (int) Math.floor(Math.log10(Math.abs(value))));
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
