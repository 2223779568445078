package io.whorl.lab;

import static io.whorl.lab.Samples.assertSays;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.Groups.Question;
import io.whorl.lab.Outcome.Answer;
import io.whorl.lab.Outcome.Answer.Affinity;
import io.whorl.lab.Outcome.Answer.Effectiveness;
import io.whorl.lab.Outcome.IndexSize;
import io.whorl.lab.Outcome.Judge;
import io.whorl.lab.Outcome.Judge.Ranking;
import io.whorl.lab.Outcome.Means;
import io.whorl.lab.Outcome.Operation;
import io.whorl.lab.Outcome.Timings;
import io.whorl.lab.ResultsFolder.Results;
import io.whorl.lab.SourceLaboratory.OrderedClasses;
import io.whorl.lab.SourceLaboratory.RocCurve;
import io.whorl.lab.SourceLaboratory.SourceOutcome.Score;
import io.whorl.query.Matches.Match;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaboratoryTest {
    private static final String GRID = """
            granularity = 2
            thresholds = 10 50
            [strategies]
            selection = full winnowing:w=4 random:r=20
            measure = percent resemblance
            [altered]
            alter = none replace:0.2
            """;

    @TempDir
    private Path folder;

    private final List<String> progress = new ArrayList<>();

    @BeforeEach
    void write() throws IOException {
        Samples.write(folder);
    }

    @Test
    void quantilesUseTheMedianOfEachQuery() {
        long[] times =
                Laboratory.medians(new long[][] {{9_000, 1_000, 2_000}, {4_000, 4_000, 90_000}, {1, 8_000, 8_000}});
        assertEquals(2, Laboratory.micros(times, 0.01));
        assertEquals(4, Laboratory.micros(times, 0.5));
        assertEquals(8, Laboratory.micros(times, 0.99));
    }

    @Test
    void ninetyNinthPercentileOfTwoHundredIsTheLastButTwo() {
        long[][] rounds = new long[200][1];
        for (int i = 0; i < 200; i++) {
            rounds[i][0] = 1_000L * (200 - i);
        }
        assertEquals(198, Laboratory.micros(Laboratory.medians(rounds), 0.99));
        assertEquals(100, Laboratory.micros(Laboratory.medians(rounds), 0.5));
    }

    /**
     * Chunks of two words. Q "a b c d e": ab bc cd de. R "a b c d x": ab bc cd dx, shares 3 of 4. W "a b c y": ab bc
     * cy, shares 2. Z shares none.
     */
    @Test
    void figuresEqualThoseCountedByHand() throws IOException {
        Path docs = Files.createDirectories(folder.resolve("hand"));
        Files.writeString(docs.resolve("q"), "a b c d e");
        Files.writeString(docs.resolve("r"), "A b, c d x");
        Files.writeString(docs.resolve("w"), "a b c y");
        Files.writeString(docs.resolve("z"), "k l m n");
        Path tsv = Files.writeString(folder.resolve("hand.tsv"), "q\tG\nr\tG\n");
        Grid grid =
                Grid.parse("g", "granularity = 2\nmeasure = percent resemblance contained\nthresholds = 60", folder);
        try (Texts texts = Texts.read(docs, progress::add)) {
            Groups groups = Groups.read(tsv, texts);
            List<Question> questions = groups.questions(Files.writeString(folder.resolve("hand.q"), "q\n"));
            List<Outcome> outcomes =
                    run(grid, texts, questions, folder.resolve("out"), false, 1).outcomes();
            Answer percent = outcomes.get(0).answers().get(0);
            assertEquals(new Effectiveness(1, 1, 50, 25), percent.effectiveness());
            assertEquals(75, percent.affinity().related().mean());
            assertEquals(25, percent.affinity().unrelated().mean());
            assertEquals(4, percent.minutiae());
            assertEquals(List.of(new Operation(60, 1, 0, 0, 2)), outcomes.get(0).operations());
            // 3 of 5 and 2 of 5; then 3 of 4 and 2 of 3.
            Effectiveness resemblance = outcomes.get(1).answers().get(0).effectiveness();
            assertEquals(40, resemblance.highestFalseMatch(), 1e-12);
            assertEquals(20, resemblance.separation(), 1e-12);
            Effectiveness contained = outcomes.get(2).answers().get(0).effectiveness();
            assertEquals(200 / 3.0, contained.highestFalseMatch(), 1e-12);
            assertEquals(75 - 200 / 3.0, contained.separation(), 1e-12);
            IndexSize size = outcomes.get(0).size();
            assertEquals(
                    List.of(4L, 9L + 10 + 7 + 7, 18L, 9L, 6L, 14L),
                    List.of(
                            size.documents(),
                            size.textBytes(),
                            size.words(),
                            size.minutiae(),
                            size.singletons(),
                            size.postings()));
            assertEquals(3.5, size.minutiaePerDocument());
            assertTrue(size.bytes() > 0 && outcomes.get(0).timings().buildSeconds() > 0);
        }
    }

    @Test
    void figuresDoNotDependOnThreads() throws IOException {
        List<Outcome> one = run(GRID, "one", false, 1).outcomes();
        List<Outcome> three = run(GRID, "three", false, 3).outcomes();
        assertEquals(
                one.stream().map(LaboratoryTest::timeless).toList(),
                three.stream().map(LaboratoryTest::timeless).toList());
        assertEquals(8, one.size());
        Outcome altered = one.get(7);
        assertTrue(
                altered.affinity().self().mean() < 90
                        && altered.affinity().self().mean() > 20,
                altered::toString);
        assertEquals(100, one.get(6).affinity().self().mean());
        assertTrue(
                one.get(0).means().precision() > 0.5, () -> one.get(0).means().toString());
    }

    @Test
    void rivalsAreMeasuredLikeWhorl() throws IOException {
        String grid = """
                thresholds = 10 50
                granularity = 2
                [side by side]
                selection = full
                [+]
                system = lucene-shingles lucene-minhash hash4j-superminhash java-lsh-bins
                """;
        Results one = run(grid, "one", false, 1);
        List<Outcome> three = run(grid, "three", false, 3).outcomes();
        assertEquals(
                one.outcomes().stream().map(LaboratoryTest::judged).toList(),
                three.stream().map(LaboratoryTest::judged).toList());
        assertEquals(5, three.size());
        for (Outcome outcome : three) {
            assertEquals(100, outcome.affinity().self().mean(), 1e-9, outcome::toString);
            assertTrue(outcome.means().precision() > 0.5, outcome::toString);
        }
        // Both systems split these words in the same way, so they count the same chunks.
        assertEquals(
                four(run("thresholds = 10 50\ngranularity = 2\nmeasure = shared", "shared", false, 2)),
                four(run(
                        "thresholds = 10 50\ngranularity = 2\nsystem = lucene-shingles\nmeasure = shared",
                        "lucene",
                        false,
                        2)));
        assertEquals(one, ResultsFolder.read(folder.resolve("one")));
        progress.clear();
        assertEquals(one, run(grid, "one", true, 2));
        assertTrue(
                progress.contains("0 configurations to measure with 0 indexes, of 5 in the grid"), progress::toString);
    }

    private static List<Answer> four(Results results) {
        assertEquals(4, results.outcomes().get(0).answers().size());
        return results.outcomes().get(0).answers();
    }

    /** Leaves out the size, because that of a Lucene index depends on the thread of each document. */
    private static List<Object> judged(Outcome outcome) {
        return List.of(
                outcome.configuration(), outcome.answers(), outcome.size().postings());
    }

    @Test
    void resultsAreReadBackUnchanged() throws IOException {
        Results written = run(GRID, "out", false, 2);
        assertEquals(written, ResultsFolder.read(folder.resolve("out")));
        assertEquals(1 + 8, csv("results").size());
        assertEquals(1 + 8 * 4, csv("queries").size());
        assertEquals(1 + 8 * 2, csv("thresholds").size());
        String row = csv("results").get(1);
        assertTrue(row.startsWith("strategies,\"full, percent\",2,full,percent,,4,"), row);
    }

    /** "full, percent" and "alter none" are equivalent. */
    @Test
    void equivalentConfigurationsAreMeasuredOnce() throws IOException {
        List<Outcome> outcomes = run(GRID, "out", false, 2).outcomes();
        assertEquals(
                "strategies: full, percent", outcomes.get(0).configuration().toString());
        assertEquals("altered: alter none", outcomes.get(6).configuration().toString());
        assertEquals(outcomes.get(0).timings(), outcomes.get(6).timings());
        assertTrue(
                progress.contains("7 configurations to measure with 3 indexes, of 8 in the grid"), progress::toString);
    }

    @Test
    void interruptedRunIsResumed() throws IOException {
        Results whole = run(GRID, "out", false, 2);
        Path journal = folder.resolve("out/results.jsonl");
        List<String> lines = Files.readAllLines(journal);
        // Keep the run, two outcomes, and a part of the third.
        Files.writeString(
                journal,
                String.join("\n", lines.subList(0, 3)) + "\n" + lines.get(3).substring(0, 400));
        Files.delete(folder.resolve("out/results.csv"));
        progress.clear();
        Results resumed = run(GRID, "out", true, 2);
        assertTrue(
                progress.contains("5 configurations to measure with 3 indexes, of 8 in the grid"), progress::toString);
        assertEquals(whole.outcomes().subList(0, 2), resumed.outcomes().subList(0, 2));
        assertEquals(
                whole.outcomes().stream().map(LaboratoryTest::timeless).toList(),
                resumed.outcomes().stream().map(LaboratoryTest::timeless).toList());
        assertEquals(resumed, ResultsFolder.read(folder.resolve("out")));
        assertEquals(9, csv("results").size());
        progress.clear();
        assertEquals(resumed, run(GRID, "out", true, 2));
        assertTrue(
                progress.contains("0 configurations to measure with 0 indexes, of 8 in the grid"), progress::toString);
    }

    @Test
    void resultsOutsideALaterGridAreKept() throws IOException {
        run("thresholds = 5\nselection = full anchor", "out", false, 1);
        List<Outcome> later =
                run("thresholds = 5\nselection = mod full", "out", true, 1).outcomes();
        assertEquals(
                List.of("mod", "full"),
                later.stream().map(o -> o.configuration().name()).toList());
        assertEquals(
                List.of("mod", "full", "anchor"),
                ResultsFolder.read(folder.resolve("out")).outcomes().stream()
                        .map(o -> o.configuration().name())
                        .toList());
        assertFalse(Files.readString(folder.resolve("out/results.csv")).contains("anchor"));
    }

    @Test
    void resultsOfDifferentRunsAreNotMixed() throws IOException {
        run("selection = full", "out", false, 1);
        assertSays(() -> run("selection = full", "out", false, 1), "holds results; continue with --resume");
        assertSays(() -> run("thresholds = 5\nselection = full", "out", true, 1), "results of another run");
        Files.writeString(folder.resolve("docs/sub/other1.txt"), "other text now");
        assertSays(() -> run("selection = full", "out", true, 1), "results of another run");
    }

    @Test
    void damagedLineOfResultsIsReported() throws IOException {
        run("selection = full anchor", "out", false, 1);
        Path journal = folder.resolve("out/results.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(journal));
        lines.set(1, lines.get(1).replace("\"words\":", "\"wards\":"));
        Files.write(journal, lines);
        assertSays(() -> run("selection = full", "out", true, 1), "results.jsonl:2 is not a line of results: ");
        Files.writeString(journal, "something else");
        assertSays(() -> ResultsFolder.read(folder.resolve("out")), "does not start like a results file");
        assertSays(() -> ResultsFolder.read(folder), "holds no results.jsonl");
    }

    private Results run(String text, String out, boolean resume, int threads) throws IOException {
        try (Texts texts = Samples.read(folder)) {
            Groups groups = Groups.read(folder.resolve("groups.tsv"), texts);
            Grid grid = Grid.parse("g", text, folder);
            return run(grid, texts, groups.draw(10, 3, 1), folder.resolve(out), resume, threads);
        }
    }

    private Results run(Grid grid, Texts texts, List<Question> questions, Path out, boolean resume, int threads)
            throws IOException {
        Laboratory laboratory = new Laboratory(texts, questions, 1, threads, progress::add, Duration.ZERO);
        try (ResultsFolder results = ResultsFolder.open(out, laboratory.about(grid), resume)) {
            return laboratory.run(grid, results);
        }
    }

    private List<String> csv(String name) throws IOException {
        return Files.readAllLines(folder.resolve("out/" + name + ".csv"));
    }

    private static Outcome timeless(Outcome outcome) {
        return new Outcome(
                outcome.configuration(),
                outcome.size(),
                new Timings(0, 0, 0, 0, 0),
                outcome.thresholds(),
                outcome.answers());
    }

    // Figures counted by hand.

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
        Answer answer = answer(5.0, 30.5, 40.0);
        List<Operation> operations = operations(answer);
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
        assertEquals(new Operation(5, 2, 4, 2, 10), operations(answer, answer).get(0));
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

    private static List<Operation> operations(Answer... answers) {
        Configuration configuration = ReportPageTest.SampleResults.rival("s", "n", Map.of());
        IndexSize size = new IndexSize(10, 1, 1, 1, 1, 1, 1);
        Timings timings = new Timings(0, 0, 0, 0, 0);
        return new Outcome(configuration, size, timings, List.of(5.0, 30.5, 40.0), List.of(answers)).operations();
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
