package io.whorl.lab.model;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The effectiveness of a configuration over all queries (HZ tables 1 to 6).
 *
 * @param questions the number of queries
 * @param precision mean precision at s
 * @param recall mean recall at 20
 * @param highestFalseMatch mean, in percent
 * @param separation mean, in percent
 * @param imprecise the number of queries with a precision below 1
 * @param negative the number of queries with a separation below 0
 */
public record Means(
        int questions,
        double precision,
        double recall,
        double highestFalseMatch,
        double separation,
        int imprecise,
        int negative) {

    /** @throws IllegalArgumentException if the list is empty */
    public static Means of(List<Effectiveness> each) {
        if (each.isEmpty()) {
            throw new IllegalArgumentException("each is empty; it must have one element or more");
        }
        return new Means(
                each.size(),
                mean(each, Effectiveness::precision),
                mean(each, Effectiveness::recall),
                mean(each, Effectiveness::highestFalseMatch),
                mean(each, Effectiveness::separation),
                (int) each.stream().filter(e -> e.precision() < 1).count(),
                (int) each.stream().filter(e -> e.separation() < 0).count());
    }

    /** Returns Sep/HFM, the ratio of the means; absent if no wrong answer was found ("n/a" in HZ table 4). */
    public OptionalDouble ratio() {
        return highestFalseMatch == 0 ? OptionalDouble.empty() : OptionalDouble.of(separation / highestFalseMatch);
    }

    private static double mean(List<Effectiveness> each, ToDoubleFunction<Effectiveness> figure) {
        return each.stream().mapToDouble(figure).average().orElseThrow();
    }

    /** Formats the figures with the number of digits in HZ. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "P %.2f, R %.2f, HFM %.2f, Sep %.2f, P<1 %d, Sep<0 %d",
                precision,
                recall,
                highestFalseMatch,
                separation,
                imprecise,
                negative);
    }
}
