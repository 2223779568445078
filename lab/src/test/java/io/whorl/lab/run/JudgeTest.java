package io.whorl.lab.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.lab.collection.Groups.Question;
import io.whorl.lab.run.Outcome.Answer;
import io.whorl.lab.run.Outcome.Answer.Affinity;
import io.whorl.lab.run.Outcome.Answer.Effectiveness;
import io.whorl.lab.run.Outcome.Judge;
import io.whorl.lab.run.Outcome.Judge.Ranking;
import io.whorl.lab.run.Outcome.Means;
import io.whorl.lab.run.Outcome.Operation;
import io.whorl.lab.run.SourceLaboratory.OrderedClasses;
import io.whorl.lab.run.SourceLaboratory.RocCurve;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome.Score;
import io.whorl.query.Matches.Match;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** Compares figures with those counted by hand. */
class JudgeTest {
    private static final double EXACT = 1e-12;

    /** The example of HZ figure 1: ten right answers, documents 1 to 10; 22.14 % for document 3064, 40.93 % for 9. */
    @Test
    void figuresEqualThoseOfThePapersExample() {
        List<String> ids = List.of(
                "1", "5", "3", "6", "8", "4", "10", "2", "7", "9", "3064", "520", "1298", "509", "2892", "1721", "3272",
                "1578", "30", "494");
        List<Double> percents = List.of(
                100.0, 99.01, 85.79, 83.91, 82.82, 80.49, 76.93, 67.22, 67.07, 40.93, 22.14, 20.64, 20.07, 19.91, 18.89,
                18.41, 17.80, 17.70, 17.37, 17.29);
        Set<String> right = Set.of("1", "2", "3", "4", "5", "6", "7", "8", "9", "10");
        Effectiveness found = Judge.effectiveness(new Ranking(ids, percents), right);
        assertEquals(1, found.precision());
        assertEquals(1, found.recall());
        assertEquals(22.14, found.highestFalseMatch(), EXACT);
        assertEquals(18.79, found.separation(), 1e-9);
        assertEquals(0.85, Means.of(List.of(found)).ratio().orElseThrow(), 0.005);
    }

    @Test
    void missingRightAnswerScoresZero() {
        Effectiveness found = Judge.effectiveness(
                new Ranking(List.of("q", "x", "a"), List.of(100.0, 60.0, 40.0)), Set.of("q", "a", "b"));
        assertEquals(new Effectiveness(2.0 / 3, 2.0 / 3, 60, -60), found);
    }

    @Test
    void recallUsesTwentyAndPrecisionUsesS() {
        List<String> ids = new ArrayList<>(List.of("q"));
        List<Double> percents = new ArrayList<>(List.of(100.0));
        for (int i = 0; i < 19; i++) {
            ids.add("wrong" + i);
            percents.add(50.0);
        }
        ids.add("a");
        percents.add(10.0);
        Effectiveness found = Judge.effectiveness(new Ranking(ids, percents), Set.of("q", "a"));
        assertEquals(new Effectiveness(0.5, 0.5, 50, -40), found);
        ids.remove(1);
        percents.remove(1);
        assertEquals(
                1,
                Judge.effectiveness(new Ranking(ids, percents), Set.of("q", "a"))
                        .recall());
    }

    @Test
    void ratioIsAbsentWithoutWrongAnswers() {
        Effectiveness found =
                Judge.effectiveness(new Ranking(List.of("q", "a"), List.of(100.0, 20.0)), Set.of("q", "a"));
        assertEquals(new Effectiveness(1, 1, 0, 20), found);
        assertEquals(OptionalDouble.empty(), Means.of(List.of(found)).ratio());
    }

    @Test
    void scoresAreInPercentOfTheDocumentsOwnScore() {
        List<Match> matches = List.of(match("q", 8), match("x", 6), match("a", 2));
        assertEquals(OptionalDouble.of(8), Ranking.score(matches, "q"));
        assertEquals(OptionalDouble.empty(), Ranking.score(matches, "b"));
        assertEquals(List.of(100.0, 75.0, 25.0), Ranking.of(matches, 8).percents());
        assertEquals(List.of(0.0, 0.0, 0.0), Ranking.of(matches, 0).percents());
    }

    /** Ten documents: q, a and b are one group; x and y are found too; five others are not. */
    @Test
    void affinityAndNoiseIncludeDocumentsNotFound() {
        Affinity affinity = answer(5.0).affinity();
        assertEquals(100, affinity.self().mean());
        assertEquals(2, affinity.related().count());
        assertEquals(20, affinity.related().mean(), EXACT);
        assertEquals(20, affinity.related().deviation(), EXACT);
        assertEquals(7, affinity.unrelated().count());
        assertEquals(5, affinity.unrelated().mean(), EXACT);
        // Squares: 900 + 25; 925 / 7 - 25.
        assertEquals(Math.sqrt(925.0 / 7 - 25), affinity.unrelated().deviation(), EXACT);
        assertEquals(5 + 3 * Math.sqrt(750.0 / 7), affinity.effectiveNoise(), EXACT);
    }

    @Test
    void thresholdsAreTestedOverPairsOfDocuments() {
        List<Operation> operations = answer(5.0, 30.5, 40.0).operations();
        assertEquals(new Operation(5, 1, 2, 1, 5), operations.get(0));
        assertEquals(new Operation(30.5, 1, 0, 1, 7), operations.get(1));
        assertEquals(new Operation(40, 1, 0, 1, 7), operations.get(2));
        Operation first = operations.get(0);
        assertEquals(1.0 / 3, first.precision().orElseThrow(), EXACT);
        assertEquals(0.5, first.recall().orElseThrow(), EXACT);
        assertEquals(2.0 / 5, first.f1().orElseThrow(), EXACT);
        assertEquals(0.5, first.alpha().orElseThrow(), EXACT);
        assertEquals(2.0 / 7, first.beta().orElseThrow(), EXACT);
        assertEquals(3.0 / 9, first.error().orElseThrow(), EXACT);
        assertEquals(new Operation(5, 2, 4, 2, 10), first.plus(first));
        assertThrows(IllegalArgumentException.class, () -> first.plus(operations.get(1)));
        assertEquals(OptionalDouble.empty(), new Operation(5, 0, 0, 1, 1).precision());
    }

    @Test
    void thresholdsOfZeroAreRejected() {
        assertThrows(IllegalArgumentException.class, () -> new Judge(10, List.of(0.0)));
    }

    private static Answer answer(Double... thresholds) {
        Question question = new Question("q", "group", Set.of("q", "a", "b"));
        Ranking ranking = new Ranking(List.of("q", "a", "x", "y"), List.of(100.0, 40.0, 30.0, 5.0));
        return new Judge(10, List.of(thresholds)).answer(question, ranking, 4);
    }

    private static Match match(String id, double score) {
        OptionalDouble none = OptionalDouble.empty();
        return new Match(1, id, score, 1, none, none, none, none);
    }

    // How well scores tell categories and plagiarism.

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
