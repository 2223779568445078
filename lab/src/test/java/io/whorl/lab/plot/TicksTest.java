package io.whorl.lab.plot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;

class TicksTest {
    @Test
    void ticksAreRound() {
        assertArrayEquals(new double[] {0.4, 0.6, 0.8, 1}, Ticks.linear(0.4027, 0.9976));
        assertArrayEquals(new double[] {-20, 0, 20, 40, 60}, Ticks.linear(-12, 55));
        assertArrayEquals(new double[] {0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5}, Ticks.logarithmic(0.006, 0.2062));
        assertEquals(
                List.of("\u22120.2", "0", "0.3", "25,000"),
                List.of(
                        Ticks.named(-0.2).text(),
                        Ticks.named(0).text(),
                        Ticks.named(0.3).text(),
                        Ticks.named(25_000).text()));
    }

    @Test
    void crowdedAxisLabelsOnlyPowersOfTen() {
        assertEquals(
                List.of("1", "10", "100", "1000"),
                Axis.of("", 1, 1000).ticks().stream().map(Tick::text).toList());
    }

    @Property
    void axisContainsItsValues(
            @ForAll @DoubleRange(min = -1e6, max = 1e6) double a,
            @ForAll @DoubleRange(min = -1e6, max = 1e6) double b) {
        Axis axis = Axis.of("", a, b);
        assertTrue(axis.share(a) > -1e-6 && axis.share(a) < 1 + 1e-6, () -> axis + " " + a);
        assertTrue(axis.share(b) > -1e-6 && axis.share(b) < 1 + 1e-6, () -> axis + " " + b);
        assertEquals(0, axis.share(axis.from()), 1e-9);
        assertEquals(1, axis.share(axis.to()), 1e-9);
        assertTrue(axis.ticks().size() >= 2 && axis.ticks().size() <= 9, axis::toString);
    }

    @Test
    void axisIsLogarithmicOnlyIfAllValuesAreAboveZero() {
        assertTrue(Axis.of("", 0.01, 5).logarithmic());
        assertTrue(!Axis.of("", 0, 5).logarithmic()
                && !Axis.of("", -1, 5).logarithmic()
                && !Axis.of("", 4, 5).logarithmic());
        assertThrows(IllegalArgumentException.class, () -> new Axis("", true, 0, 1, List.of(), false));
        assertThrows(IllegalArgumentException.class, () -> new Axis("", false, 1, 1, List.of(), false));
    }
}
