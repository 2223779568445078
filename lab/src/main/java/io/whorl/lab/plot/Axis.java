package io.whorl.lab.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * One of a plot's two axes.
 *
 * @param label the quantity and its unit
 * @param logarithmic whether the scale is logarithmic; otherwise it is linear
 * @param from the lowest value
 * @param to the highest value; greater than {@code from}
 * @param ticks in ascending order, within {@code from} and {@code to}
 * @param names whether the ticks are names of things rather than values
 */
public record Axis(String label, boolean logarithmic, double from, double to, List<Tick> ticks, boolean names) {
    /** An axis is logarithmic if the largest value is at least this many times the smallest. */
    private static final double WIDE = 12;

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
        return least > 0 && most / least >= WIDE ? logarithmic(label, least, most) : linear(label, least, most);
    }

    /** Returns a linear axis that contains both values. */
    public static Axis linear(String label, double least, double most) {
        double[] places = Ticks.linear(least, most);
        return new Axis(label, false, places[0], places[places.length - 1], Ticks.named(places), false);
    }

    private static Axis logarithmic(String label, double least, double most) {
        double[] places = Ticks.logarithmic(least, most);
        return new Axis(
                label,
                true,
                places[0],
                places[places.length - 1],
                Arrays.stream(places)
                        .filter(at -> Ticks.worthNaming(places, at))
                        .mapToObj(Ticks::named)
                        .toList(),
                false);
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
}
