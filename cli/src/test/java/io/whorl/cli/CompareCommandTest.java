package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.DemoCommand.Answer;
import io.whorl.query.Matches.Match;
import io.whorl.testing.NeedsData;
import io.whorl.testing.TestData;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code compare} with its places and passages, and {@code fingerprint}. */
class CompareCommandTest extends CliRun.Fixture {
    private static final String C = "There's a lot of pressure put on people in their various capacities and if you"
            + " suddenly find there are pressures coming on you that make it impossible to do your job ...";
    private static final String D = "There's a lot of pressure on people in various capacities, and if you find there"
            + " are pressures that make it impossible to do your job ...";

    @BeforeEach
    void writeTexts() throws IOException {
        write("c.txt", C);
        write("d.txt", D);
    }

    /** LMD table 2 and section 3: the matches and the n-grams of C and D, for n = 3, 4 and 5. */
    @ParameterizedTest
    @CsvSource({"3,15,29,23", "4,10,28,22", "5,6,27,21"})
    void countsMatchThoseOfFerret(int granularity, int shared, int inC, int inD) throws IOException {
        CliRun run = run("compare $c.txt $d.txt --format json --words alphabetic --apostrophe join --granularity "
                + granularity);
        assertEquals("a b minutiaeA minutiaeB score shared resemblance containment contained", run.fields());
        double resemblance = (double) shared / (inC + inD - shared);
        run.gives(
                run.fields(),
                List.of("c.txt", "d.txt", inC, inD, resemblance, shared, resemblance, (double) shared / inC).stream()
                                .map(Object::toString)
                                .collect(Collectors.joining(" "))
                        + " " + (double) shared / inD);
    }

    @Test
    void oneTextCanComeFromStandardInputAndTheDefaultIsATable() throws IOException {
        assertEquals("- 1.0", given(C, "compare $c.txt - --format json").row("b resemblance"));
        List<String> lines = run("compare $c.txt $d.txt").tellsNothing().lines();
        assertEquals(9, lines.size());
        assertEquals("document a     c.txt", lines.get(0));
        assertEquals("minutiae of a      29", lines.get(2));
    }

    @Test
    void sketchesHaveNoContainment() throws IOException {
        String compare = "compare $c.txt $d.txt --selection min-s:s=10 --format ";
        assertEquals("null 10", run(compare + "json").row("containment minutiaeA"));
        String tsv = run(compare + "tsv").lines().get(1);
        assertTrue(tsv.endsWith("\t\t"), tsv);
    }

    @Test
    void textsThatAreShortEmptyOrNotUtf8AreWarnings() throws IOException {
        write("brief.txt", "too short");
        write("same.txt", "Too short!");
        write("empty.txt", "...");
        write("latin.txt", "un caf\u00e9 et une tasse".getBytes(StandardCharsets.ISO_8859_1));
        CliRun run = run("compare $c.txt $brief.txt --format json")
                .exits(0, "brief.txt is too short: it is less than a chunk of 4 words")
                .omits("c.txt is");
        assertEquals("1 0.0", run.row("minutiaeB resemblance"));
        assertEquals("1.0", run("compare $same.txt $brief.txt --format json").row("resemblance"));
        run("compare $c.txt $empty.txt").tells("empty.txt has no minutiae: it has no words");
        run("compare $c.txt $latin.txt").exits(0, "latin.txt is not valid UTF-8");
    }

    /** The words before "on people in" are six in c and five in d, so the chunk has another place in each. */
    @Test
    void locationsAreTheOffsetsOfSharedChunks() throws IOException {
        String shared = run("compare $c.txt $d.txt --format json").row("shared");
        CliRun run = run("compare $c.txt $d.txt --locations --format json")
                .exits(
                        0,
                        "d.txt has " + shared + " of the 29 chunks of c.txt, " + shared + " of them in the same order");
        assertEquals("query id size queryOffset offset", run.fields());
        assertEquals("c.txt d.txt 4 0 0", run.rows(run.fields()).get(0));
        assertEquals(shared, "" + run.lines().size());
        run("compare $c.txt $c.txt --locations --unit sentence --granularity 1").printsLines(2);
    }

    /** 1,997 equal chunks of four words in each text match each other in 3,988,009 ways. */
    @Test
    void locationsOfRepeatedChunksAreLimited() throws IOException {
        write("a.txt", "a ".repeat(2_000));
        long[] lines = new long[1];
        Writer counting = new Writer() {
            @Override
            public void write(char[] chars, int from, int length) {
                for (int i = from; i < from + length; i++) {
                    lines[0] += chars[i] == '\n' ? 1 : 0;
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        printing(counting, "compare $a.txt $a.txt --locations --format json")
                .exits(
                        0,
                        "a.txt and a.txt share more than 1,000,000 places; only the first are printed;"
                                + " --top N prints more");
        assertEquals(1_000_000, lines[0]);
        CliRun few =
                run("compare $a.txt $a.txt --locations --top 3 --format tsv").tells("more than 3 places");
        assertEquals(4, few.lines().size());
        CliRun all =
                run("compare $c.txt $c.txt --locations --top 29 --format tsv").omits("--top");
        assertEquals(30, all.lines().size());
    }

    // Passages.

    private static final String PASSAGE = "The granite lighthouse at the harbour entrance burned whale oil for thirty"
            + " years, and each evening its keeper climbed the narrow stairs to trim the wicks and to wind the heavy"
            + " clockwork that turned the great lens above the sea.";

    @Test
    void passagesHavePlacesInCodePointsAndBytes() throws IOException {
        String before = "Tüchtige Möwen. ";
        write("a.txt", before + PASSAGE + " Nothing else.");
        write("b.txt", PASSAGE);
        CliRun run = run("compare $a.txt $b.txt --passages --format json").exits(0);
        run.hasFields(
                "query id queryStart queryEnd start end queryStartBytes queryEndBytes startBytes endBytes kind words"
                        + " score");
        run.gives(
                "query id kind queryStart queryStartBytes queryEnd end",
                "a.txt b.txt verbatim 16 18 " + (16 + PASSAGE.length()) + " " + PASSAGE.length());
        CliRun table = run("compare $a.txt $b.txt --passages");
        assertEquals(2, table.lines().size());
        assertTrue(table.lines().stream().allMatch(line -> line.length() <= 80), table.out());
        String name = "a-document-with-a-name-that-leaves-no-room-for-an-excerpt.txt";
        write(name, read("a.txt"));
        assertEquals(
                List.of(
                        "  at 0: 40 words verbatim from " + name + " at 16:",
                        "      \"" + PASSAGE.substring(0, 69) + "...\""),
                run("compare $b.txt $" + name + " --passages").lines().subList(1, 3));
        run("compare $a.txt $c.txt --passages").exits(0).printsNothing();
    }

    // Fingerprints.

    @Test
    void eachMinutiaIsShownOnceWithItsFirstChunk() throws IOException {
        CliRun run = given("The cat sat; the cat SAT, the cat slept", "fingerprint - --granularity 2 --format json");
        assertEquals(List.of("the cat 0", "cat sat 1", "sat the 2", "cat slept 7"), run.rows("text offset"));
        assertEquals(4, Set.copyOf(run.rows("minutia")).size());
        write("a.txt", "one two three four five");
        List<String> table = run("fingerprint $a.txt").exits(0).lines();
        assertEquals(3, table.size());
        assertTrue(table.get(2).endsWith("two three four five"), table.get(2));
    }

    @Test
    void minutiaeArePaddedToTheirWidth() {
        String text = Corpus.words(1, 2_000);
        for (int bits : new int[] {32, 40, 41, 64}) {
            List<String> lines =
                    given(text, "fingerprint - --format tsv --bits " + bits).lines();
            assertEquals("minutia\toffset\ttext", lines.get(0));
            assertEquals(1_998, lines.size());
            int digits = (bits + 3) / 4;
            assertTrue(lines.stream().skip(1).allMatch(l -> l.matches("[0-9a-f]{" + digits + "}\t\\d+\t.*")));
        }
    }

    @Test
    void emptyFilesAndInputsAreErrorsAndEmptyFingerprintsWarnings() throws IOException {
        write("empty.txt", "");
        assertEquals(new CliRun(1, "", "whorl: $empty.txt contains no text\n"), run("fingerprint $empty.txt"));
        assertEquals(new CliRun(1, "", "whorl: - contains no text\n"), given("", "fingerprint -"));
        given("...", "fingerprint -")
                .exits(0, "has no minutiae: it has no words")
                .printsNothing();
    }

    // Figures that the papers print.

    /** The document numbers and percentages of HZ figure 1. */
    private static final String FIGURE_1 =
            "1 100, 5 99.01, 3 85.79, 6 83.91, 8 82.82, 4 80.49, 10 76.93, 2 67.22, 7 67.07,"
                    + " 9 40.93, 3064 22.14, 520 20.64, 1298 20.07";

    /** @param right the ids of the right answers are the numbers up to this one */
    private static Answer answer(String rows, int right) {
        List<Match> matches = new ArrayList<>();
        OptionalDouble none = OptionalDouble.empty();
        for (String row : rows.split(", ")) {
            String[] cells = row.split(" ");
            double score = Double.parseDouble(cells[1]);
            matches.add(new Match(matches.size() + 1, cells[0], score, 1, none, none, none, none));
        }
        Map<String, String> ids = IntStream.rangeClosed(1, right)
                .mapToObj(Integer::toString)
                .collect(Collectors.toMap(id -> id, id -> "a version"));
        return new Answer("1", matches, ids);
    }

    /** The figures of HZ figure 1; of a wrong answer of a high rank; and of a right answer that is not found. */
    @Test
    void theFiguresOfAnAnswerAreThoseOfHz() {
        assertFigures(answer(FIGURE_1, 10), 1, 1, 22.14, 18.79);
        assertFigures(answer("1 100, 99 50, 2 30", 2), 0.5, 1, 50, -20);
        assertFigures(answer("1 100, 99 5", 2), 0.5, 0.5, 5, -5);
    }

    private static void assertFigures(
            Answer answer, double precision, double recall, double highestFalseMatch, double separation) {
        assertEquals(precision, answer.precision());
        assertEquals(recall, answer.recall());
        assertEquals(highestFalseMatch, answer.highestFalseMatch());
        assertEquals(separation, answer.separation(), 1e-9);
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
