package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.cli.CliRun;
import io.whorl.cli.command.DemoCommand.Answer;
import io.whorl.query.Matches.Match;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Figures that the papers print. */
class PaperFiguresTest {
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

    /** @param right the ids of the right answers are the numbers up to this one */
    private static Answer answer(double[][] rows, int right) {
        List<Match> matches = new ArrayList<>();
        for (double[] row : rows) {
            OptionalDouble none = OptionalDouble.empty();
            matches.add(
                    new Match(matches.size() + 1, Integer.toString((int) row[0]), row[1], 1, none, none, none, none));
        }
        Map<String, String> ids = new HashMap<>();
        for (int id = 1; id <= right; id++) {
            ids.put(Integer.toString(id), "a version");
        }
        return new Answer("1", matches, ids);
    }

    @Test
    void theFiguresAreThoseOfHzFigure1() {
        Answer answer = answer(FIGURE_1, 10);
        assertEquals(1.0, answer.precision());
        assertEquals(1.0, answer.recall());
        assertEquals(22.14, answer.highestFalseMatch());
        assertEquals(18.79, answer.separation(), 1e-9);
    }

    @Test
    void aHighlyRankedWrongAnswerLowersPrecisionAndSeparation() {
        Answer answer = answer(new double[][] {{1, 100}, {99, 50}, {2, 30}}, 2);
        assertEquals(0.5, answer.precision());
        assertEquals(1.0, answer.recall());
        assertEquals(50, answer.highestFalseMatch());
        assertEquals(-20, answer.separation());
    }

    @Test
    void aRightAnswerThatIsNotFoundHasTheScoreZero() {
        Answer answer = answer(new double[][] {{1, 100}, {99, 5}}, 2);
        assertEquals(0.5, answer.recall());
        assertEquals(-5, answer.separation());
    }

    /** The Federalist Papers of LMD 6.3: 85 papers, word trigrams. */
    @NeedsData
    @Test
    void figuresAndPairsAreTheKnownOnes(@TempDir Path directory) throws IOException {
        Path papers = TestData.of("federalist/docs");
        Path index = directory.resolve("index");
        CliRun built = CliRun.of(
                        "build", index, papers, "--words alphabetic --granularity 3 --selection full --format json")
                .exits(0);
        Map<String, String> stats =
                CliRun.of("stats", index, "--format", "json").object();
        for (Map<String, String> figures : List.of(built.object(), stats)) {
            assertEquals("85", figures.get("documents"));
            assertEquals("190239", figures.get("words"));
            assertEquals("139950", figures.get("minutiae"));
            assertEquals("123655", figures.get("singletons"));
            assertEquals("179409", figures.get("postings"));
        }
        List<Map<String, String>> pairs = CliRun.of(
                        "pairs", index, "--measure", "resemblance", "--min-score", 0.03, "--format", "json")
                .objects();
        assertEquals(4, pairs.size());
        String both = pairs.get(0).get("a") + " " + pairs.get(0).get("b");
        assertEquals("81 82", both.replaceAll("[^0-9 ]", ""));
        assertEquals(0.0348, Double.parseDouble(pairs.get(0).get("score")), 5e-5);
    }
}
