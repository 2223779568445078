package io.whorl.bench;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * One figure of a run.
 *
 * @param what the quantity
 * @param figure with its unit
 * @param against the figure of the floor or rival in the same run, with its unit; empty for none
 * @param ratio of the two, in the direction of the bar
 * @param bar the limit of the ratio or the figure; empty for none
 * @param met {@code yes} or {@code no}; empty without a bar
 */
public record Row(String what, String figure, String against, OptionalDouble ratio, String bar, String met) {
    private static final String FAILED = "failed: ";

    public static Row of(String what, String figure) {
        return new Row(what, figure, "", OptionalDouble.empty(), "", "");
    }

    public static Row failed(String what, Throwable why) {
        return new Row(what, FAILED + why, "", OptionalDouble.empty(), "", "no");
    }

    /** Returns a row that says how many times the rival's cost is Whorl's. */
    public static Row faster(DoubleFunction<String> unit, String what, double own, String rival, double other) {
        return of(what, unit.apply(own)).against(rival + unit.apply(other), other / own);
    }

    /** Returns a row that says how many times the floor's cost is Whorl's. */
    public static Row slower(DoubleFunction<String> unit, String what, double own, String floor, double other) {
        return of(what, unit.apply(own)).against(floor + unit.apply(other), own / other);
    }

    public Row against(String other) {
        return new Row(what, figure, other, OptionalDouble.empty(), "", "");
    }

    public Row against(String other, double ratioOfBoth) {
        return new Row(what, figure, other, OptionalDouble.of(ratioOfBoth), "", "");
    }

    /** Returns this row with a bar that the ratio must not exceed. */
    public Row atMost(double most) {
        return figureAtMost(most, ratio.getAsDouble());
    }

    public Row atLeast(double least) {
        return figureAtLeast(least, ratio.getAsDouble());
    }

    /** Returns this row with a bar that the value of the figure must not exceed. */
    public Row figureAtMost(double most, double value) {
        return new Row(what, figure, against, ratio, "≤ " + number(most), value <= most ? "yes" : "no");
    }

    public Row figureAtLeast(double least, double value) {
        return new Row(what, figure, against, ratio, "≥ " + number(least), value >= least ? "yes" : "no");
    }

    /** Returns whether the measurement failed. A missed bar is a finding, not a failure. */
    public boolean failure() {
        return figure.startsWith(FAILED);
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
