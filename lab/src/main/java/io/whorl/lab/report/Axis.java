package io.whorl.lab.report;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * One of a plot's two axes. Its ticks are 1, 2 and 5 times powers of ten, or names. They are computed as decimals, so
 * that 0.3 does not become 0.30000000000000004.
 *
 * @param ticks in ascending order, within {@code from} and {@code to}
 * @param names whether the ticks are names of things rather than values
 */
public record Axis(String label, boolean logarithmic, double from, double to, List<Tick> ticks, boolean names) {
    /** An axis is logarithmic if the largest value is at least this many times the smallest. */
    private static final double WIDE = 12;
    /** A linear axis has at most about this many steps. */
    private static final int STEPS = 5;
    /** On a logarithmic axis with more values than this, only powers of ten are labelled. */
    private static final int CROWDED = 8;

    public record Tick(double at, String text) {
        private static Tick of(double at) {
            BigDecimal decimal =
                    BigDecimal.valueOf(at).setScale(12, RoundingMode.HALF_EVEN).stripTrailingZeros();
            String text =
                    Math.abs(at) >= 10_000 ? String.format(Locale.ROOT, "%,d", (long) at) : decimal.toPlainString();
            return new Tick(at, text.replace('-', '\u2212'));
        }
    }

    public Axis {
        ticks = List.copyOf(ticks);
        if (!(from < to) || logarithmic && from <= 0) {
            throw new IllegalArgumentException("from is " + from + " and to is " + to
                    + "; from must be less than to, and above 0 on a logarithmic axis");
        }
    }

    /**
     * Returns an axis that contains the values. It is logarithmic if all values are above 0 and far apart.
     *
     * @param values finite, at least one
     */
    public static Axis of(String label, double... values) {
        double least = DoubleStream.of(values).min().orElseThrow();
        double most = DoubleStream.of(values).max().orElseThrow();
        if (least <= 0 || most / least < WIDE) {
            return linear(label, values);
        }
        double[] all = IntStream.rangeClosed((int) Math.floor(Math.log10(least)), (int) Math.ceil(Math.log10(most)))
                .boxed()
                .flatMapToDouble(power -> DoubleStream.of(1, 2, 5).map(round -> BigDecimal.valueOf(round)
                        .scaleByPowerOfTen(power)
                        .doubleValue()))
                .toArray();
        double first = Arrays.stream(all).filter(at -> at <= least).max().orElse(all[0]);
        double last = Arrays.stream(all).filter(at -> at >= most).min().orElse(all[all.length - 1]);
        double[] places =
                Arrays.stream(all).filter(at -> at >= first && at <= last).toArray();
        List<Tick> ticks = Arrays.stream(places)
                .filter(at -> places.length <= CROWDED || Math.abs(Math.rint(Math.log10(at)) - Math.log10(at)) < 1e-9)
                .mapToObj(Tick::of)
                .toList();
        return new Axis(label, true, first, last, ticks, false);
    }

    /** Returns a linear axis that contains the values, at least one. It has at least two equidistant ticks. */
    public static Axis linear(String label, double... values) {
        double least = DoubleStream.of(values).min().orElseThrow();
        double most = DoubleStream.of(values).max().orElseThrow();
        double span = most > least ? most - least : Math.max(Math.abs(most), 1) * 0.1;
        BigDecimal step = step(span / STEPS);
        long first = (long) Math.floor(least / step.doubleValue() + 1e-9);
        long last = Math.max(first + 1, (long) Math.ceil(most / step.doubleValue() - 1e-9));
        List<Tick> ticks = new ArrayList<>();
        for (long i = first; i <= last; i++) {
            ticks.add(Tick.of(step.multiply(BigDecimal.valueOf(i)).doubleValue()));
        }
        return new Axis(label, false, ticks.get(0).at, ticks.get(ticks.size() - 1).at, ticks, false);
    }

    private static BigDecimal step(double atLeast) {
        int power = (int) Math.floor(Math.log10(atLeast));
        return IntStream.of(1, 2, 5, 10, 20, 50)
                .mapToObj(round -> BigDecimal.valueOf(round).scaleByPowerOfTen(power))
                .filter(step -> step.doubleValue() >= atLeast)
                .findFirst()
                .orElseThrow();
    }

    /** Returns an axis of names. The first is at the top, at {@link #height} 0. */
    public static Axis naming(String label, List<String> things) {
        List<Tick> ticks = new ArrayList<>();
        for (int i = things.size() - 1; i >= 0; i--) {
            ticks.add(new Tick(height(i), things.get(i)));
        }
        return new Axis(label, false, height(things.size() - 1) - 0.6, 0.6, ticks, true);
    }

    /** Returns the position of the name with this number, from 0. */
    public static double height(int thing) {
        return -thing;
    }

    /** Returns the relative position of a value: 0 at the start of the axis, 1 at its end. */
    double share(double value) {
        return logarithmic ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
    }

    /** Returns whether 0 is inside the axis, so that it needs a line. */
    boolean crossesZero() {
        return from < 0 && to > 0;
    }
}
