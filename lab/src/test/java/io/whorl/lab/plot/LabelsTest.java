package io.whorl.lab.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LabelsTest {
    @Property(tries = 100)
    void labelsDoNotOverlap(@ForAll @IntRange(min = 1, max = 60) int points, @ForAll long seed) {
        Random random = new Random(seed);
        List<Point> some = IntStream.range(0, points)
                .mapToObj(i -> new Point(random.nextDouble(), random.nextDouble(), "label " + i, ""))
                .toList();
        Plot plot = new Plot("", Axis.linear("", 0, 1), Axis.linear("", 0, 1), List.of(Series.scattered("", 0, some)));
        Layout layout = new Layout(plot, 350);
        List<Labels.Placed> placed = Labels.place(plot, layout);
        for (int i = 0; i < placed.size(); i++) {
            Labels.Placed one = placed.get(i);
            assertTrue(
                    one.left() >= layout.left() && one.left() + Canvas.width(one.text()) <= layout.width(),
                    one::toString);
            for (Labels.Placed other : placed.subList(i + 1, placed.size())) {
                assertTrue(
                        Math.abs(one.baseline() - other.baseline()) >= Canvas.TEXT_SIZE - 1e-9
                                || one.left() + Canvas.width(one.text()) <= other.left()
                                || other.left() + Canvas.width(other.text()) <= one.left(),
                        () -> one + " overlaps " + other);
            }
        }
    }

    @Test
    void labelsArePlacedWhereThereIsRoom() {
        List<Point> apart =
                List.of(new Point(0.2, 0.2, "a", ""), new Point(0.8, 0.8, "b", ""), new Point(0.5, 0.5, "", ""));
        Plot plot = new Plot("", Axis.linear("", 0, 1), Axis.linear("", 0, 1), List.of(Series.scattered("", 0, apart)));
        assertEquals(
                List.of("a", "b"),
                Labels.place(plot, new Layout(plot, 350)).stream()
                        .map(Labels.Placed::text)
                        .toList());
    }
}
