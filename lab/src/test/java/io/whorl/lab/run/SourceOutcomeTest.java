package io.whorl.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.lab.run.SourceLaboratory.OrderedClasses;
import io.whorl.lab.run.SourceLaboratory.RocCurve;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome.Score;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** How well scores tell categories and plagiarism. */
class SourceOutcomeTest {
    private static Score score(String category, double percent) {
        return new Score("file", category, "source", percent);
    }

    @Test
    void scoresOfOneKindAreRejected() {
        assertThrows(IllegalArgumentException.class, () -> RocCurve.of(List.of(score("cut", 1)), "non"));
        assertThrows(IllegalArgumentException.class, () -> RocCurve.of(List.of(score("non", 1)), "non"));
    }

    /** Compares the result with all pairs and all thresholds. */
    @Property(tries = 300)
    void areaEqualsTheShareOfPairs(
            @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 9) Integer> innocent,
            @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 9) Integer> guilty,
            @ForAll @IntRange(max = 99) int percent) {
        List<Score> scores = new ArrayList<>();
        innocent.forEach(n -> scores.add(score("non", n)));
        guilty.forEach(n -> scores.add(score("cut", n)));
        RocCurve told = RocCurve.of(scores, "non");
        double pairs = 0;
        for (int g : guilty) {
            for (int i : innocent) {
                pairs += g > i ? 1 : g == i ? 0.5 : 0;
            }
        }
        assertEquals(pairs / guilty.size() / innocent.size(), told.area(), 1e-12);
        double best = 0;
        for (int threshold = 0; threshold <= 10; threshold++) {
            int from = threshold;
            if (innocent.stream().filter(n -> n >= from).count() <= percent / 100.0 * innocent.size()) {
                best = Math.max(
                        best, (double) guilty.stream().filter(n -> n >= from).count() / guilty.size());
            }
        }
        assertEquals(best, told.found(percent / 100.0), 1e-12);
    }

    private static final List<String> NAMES = List.of("non", "heavy", "cut");

    @Test
    void cutsAreBetweenScoresOfDifferentCategories() {
        List<Score> scores = List.of(
                score("cut", 80),
                score("non", 10),
                score("heavy", 40),
                score("cut", 70),
                score("non", 0),
                score("heavy", 30));
        OrderedClasses classes = OrderedClasses.best(scores);
        assertEquals(new OrderedClasses(NAMES, List.of(20.0, 55.0)), classes);
        assertEquals(1, classes.accuracy(scores));
        assertEquals("heavy", classes.category(20));
        assertEquals("non", classes.category(19));
        assertEquals("cut", classes.category(100));
        assertEquals(1, OrderedClasses.leaveOneOut(scores));
    }

    @Test
    void crossValidationLeavesOutTheScoreItself() {
        // Each category has one document, so without it the category is unknown.
        assertEquals(0, OrderedClasses.leaveOneOut(List.of(score("non", 0), score("cut", 100))));
        assertEquals(
                1,
                OrderedClasses.best(List.of(score("non", 0), score("cut", 100)))
                        .accuracy(List.of(score("non", 0), score("cut", 100))));
    }

    /** Compares the result with the best of all possible pairs of cuts. */
    @Property(tries = 300)
    void accuracyEqualsThatOfTheBestOfAllCuts(
            @ForAll @Size(min = 3, max = 12) List<@IntRange(max = 29) Integer> drawn) {
        List<Score> scores = new ArrayList<>();
        drawn.forEach(n -> scores.add(score(NAMES.get(n % 3), n / 3)));
        OrderedClasses classes = OrderedClasses.best(scores);
        double best = 0;
        for (double low = -0.5; low < 11; low++) {
            for (double high = low; high < 11; high++) {
                List<Double> cuts = classes.cuts().size() == 2
                        ? List.of(low, high)
                        : classes.cuts().size() == 1 ? List.of(low) : List.of();
                best = Math.max(best, new OrderedClasses(classes.categories(), cuts).accuracy(scores));
            }
        }
        assertEquals(best, classes.accuracy(scores));
    }
}
