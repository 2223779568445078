package io.whorl.lab.reference;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.run.Outcome.Means;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of one method with several hash functions. Those of another hash function should lie between them. */
record Spread(List<Means> figures) {
    /** Half a unit of the last digit in the reference. */
    private static final double ROUNDING = 0.005;

    void assertHolds(String method, Means reference) {
        assertHolds(method + ": precision", reference, Means::precision);
        assertHolds(method + ": recall", reference, Means::recall);
        assertHolds(method + ": highest false match", reference, Means::highestFalseMatch);
        assertHolds(method + ": separation", reference, Means::separation);
    }

    private void assertHolds(String name, Means reference, ToDoubleFunction<Means> figure) {
        double[] sorted = figures.stream().mapToDouble(figure).sorted().toArray();
        double expected = figure.applyAsDouble(reference);
        assertTrue(
                sorted[0] - ROUNDING <= expected && expected <= sorted[sorted.length - 1] + ROUNDING,
                () -> name + " is " + expected + " in the reference, but " + figures + " here");
    }
}
