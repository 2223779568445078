package io.whorl.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.cli.demo.DemoPage.Answer;
import io.whorl.query.Matches.Match;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EffectivenessTest {
    /** The document numbers and percentages of HZ figure 1. */
    private static final double[][] FIGURE_1 = {
        {1, 100.00},
        {5, 99.01},
        {3, 85.79},
        {6, 83.91},
        {8, 82.82},
        {4, 80.49},
        {10, 76.93},
        {2, 67.22},
        {7, 67.07},
        {9, 40.93},
        {3064, 22.14},
        {520, 20.64},
        {1298, 20.07}
    };

    private static final Set<String> RIGHT = Set.of("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");

    private static List<Match> ranking(double[][] rows) {
        List<Match> matches = new ArrayList<>();
        for (double[] row : rows) {
            OptionalDouble none = OptionalDouble.empty();
            matches.add(
                    new Match(matches.size() + 1, Integer.toString((int) row[0]), row[1], 1, none, none, none, none));
        }
        return matches;
    }

    @Test
    void theFiguresAreThoseOfHzFigure1() {
        Answer.Effectiveness e = Answer.Effectiveness.of("1", ranking(FIGURE_1), RIGHT);
        assertEquals(10, e.relevant());
        assertEquals(1.0, e.precision());
        assertEquals(1.0, e.recall());
        assertEquals(22.14, e.highestFalseMatch());
        assertEquals(18.79, e.separation(), 1e-9);
    }

    @Test
    void aHighlyRankedWrongAnswerLowersPrecisionAndSeparation() {
        Answer.Effectiveness e =
                Answer.Effectiveness.of("1", ranking(new double[][] {{1, 100}, {99, 50}, {2, 30}}), Set.of("1", "2"));
        assertEquals(0.5, e.precision());
        assertEquals(1.0, e.recall());
        assertEquals(50, e.highestFalseMatch());
        assertEquals(-20, e.separation());
    }

    @Test
    void aRightAnswerThatIsNotFoundHasTheScoreZero() {
        Answer.Effectiveness e =
                Answer.Effectiveness.of("1", ranking(new double[][] {{1, 100}, {99, 5}}), Set.of("1", "2"));
        assertEquals(0.5, e.recall());
        assertEquals(-5, e.separation());
    }
}
