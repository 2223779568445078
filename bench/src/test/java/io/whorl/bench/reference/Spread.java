package io.whorl.bench.reference;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of one method under several hash functions, between which those of yet another one are expected. */
record Spread(List<Figures> figures) {
    /** Half of the last digit that the reference prints. */
    private static final double ROUNDING = 0.005;

    void assertHolds(String method, Figures reference) {
        assertHolds(method + ": precision", reference, Figures::precision);
        assertHolds(method + ": recall", reference, Figures::recall);
        assertHolds(method + ": highest false match", reference, Figures::highestFalseMatch);
        assertHolds(method + ": separation", reference, Figures::separation);
    }

    private void assertHolds(String name, Figures reference, ToDoubleFunction<Figures> figure) {
        double[] sorted = figures.stream().mapToDouble(figure).sorted().toArray();
        double expected = figure.applyAsDouble(reference);
        assertTrue(sorted[0] - ROUNDING <= expected && expected <= sorted[sorted.length - 1] + ROUNDING,
                () -> name + " is " + expected + " in the reference, but " + figures + " here");
    }
}
