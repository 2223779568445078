package io.whorl.lab.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * One of a plot's two axes.
 *
 * @param label what is measured, and in what
 * @param logarithmic whether equal factors, rather than differences, lie equally far apart
 * @param from where it begins
 * @param to where it ends; above from
 * @param ticks ascending, all of them within
 * @param names whether the ticks name what is plotted rather than measure it
 */
public record Axis(String label, boolean logarithmic, double from, double to, List<Tick> ticks, boolean names) {
    /** From this factor between the largest and the smallest value on, an axis is logarithmic. */
    private static final double WIDE = 12;

    public Axis {
        ticks = List.copyOf(ticks);
        if (!(from < to) || logarithmic && from <= 0) {
            throw new IllegalArgumentException("axis goes from " + from + " to " + to
                    + "; it must ascend, and from above 0" + " where it is logarithmic");
        }
    }

    /**
     * An axis that holds the values: logarithmic where they are all above 0 and far apart.
     *
     * @param values finite, at least one
     */
    public static Axis of(String label, double... values) {
        double least = DoubleStream.of(values).min().orElseThrow();
        double most = DoubleStream.of(values).max().orElseThrow();
        return least > 0 && most / least >= WIDE ? logarithmic(label, least, most) : linear(label, least, most);
    }

    /** An axis of equal steps that holds both values. */
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

    /** An axis that names things: the first stands highest, at {@link #height} 0. */
    public static Axis naming(String label, List<String> things) {
        List<Tick> ticks = new ArrayList<>();
        for (int i = things.size() - 1; i >= 0; i--) {
            ticks.add(new Tick(height(i), things.get(i)));
        }
        return new Axis(label, false, height(things.size() - 1) - 0.6, 0.6, ticks, true);
    }

    /** Where the thing of that number stands. */
    public static double height(int thing) {
        return -thing;
    }

    /** Where a value lies: 0 at the axis' beginning, 1 at its end. */
    double share(double value) {
        return logarithmic ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
    }
}
