package io.whorl.lab.report;

import java.util.Collection;

/** The count, sum and sum of squares of values, so that the values of many queries can be combined. */
public record Moments(long count, double sum, double squares) {
    public static final Moments NONE = new Moments(0, 0, 0);

    public static Moments of(double value) {
        return new Moments(1, value, value * value);
    }

    public static Moments of(Collection<Double> values) {
        return values.stream().map(Moments::of).reduce(NONE, Moments::plus);
    }

    public Moments plus(Moments other) {
        return new Moments(count + other.count, sum + other.sum, squares + other.squares);
    }

    /** Returns the mean; 0 if there are no values. */
    public double mean() {
        return count == 0 ? 0 : sum / count;
    }

    /** Returns the standard deviation of the population; 0 if there are no values. */
    public double deviation() {
        return count == 0 ? 0 : Math.sqrt(Math.max(0, squares / count - mean() * mean()));
    }
}
