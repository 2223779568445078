package io.whorl.lab.model;

/**
 * Values counted, summed and squared, so that those of many questions can be put together.
 *
 * @param count how many values
 * @param sum their sum
 * @param squares the sum of their squares
 */
public record Moments(long count, double sum, double squares) {
    public static final Moments NONE = new Moments(0, 0, 0);

    public Moments plus(Moments other) {
        return new Moments(count + other.count, sum + other.sum, squares + other.squares);
    }

    /** 0 of no values. */
    public double mean() {
        return count == 0 ? 0 : sum / count;
    }

    /** The standard deviation of these values (not an estimate for more than these); 0 of no values. */
    public double deviation() {
        return count == 0 ? 0 : Math.sqrt(Math.max(0, squares / count - mean() * mean()));
    }
}
