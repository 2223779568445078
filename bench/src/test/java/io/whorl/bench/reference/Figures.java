package io.whorl.bench.reference;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What a method reaches over all questions: means, and how many questions went wrong.
 *
 * @param imprecise questions with a precision under 1
 * @param negative questions with a separation under 0
 */
record Figures(
        double precision, double recall, double highestFalseMatch, double separation, int imprecise, int negative) {

    static Figures of(List<Effectiveness> each) {
        return new Figures(
                mean(each, Effectiveness::precision),
                mean(each, Effectiveness::recall),
                mean(each, Effectiveness::highestFalseMatch),
                mean(each, Effectiveness::separation),
                (int) each.stream().filter(e -> e.precision() < 1).count(),
                (int) each.stream().filter(e -> e.separation() < 0).count());
    }

    private static double mean(List<Effectiveness> each, ToDoubleFunction<Effectiveness> figure) {
        return each.stream().mapToDouble(figure).average().orElseThrow();
    }

    /** To the digits that the reference prints. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "P %.2f, R %.2f, HFM %.2f, Sep %.2f, P<1 %d, Sep<0 %d",
                precision, recall, highestFalseMatch, separation, imprecise, negative);
    }
}
