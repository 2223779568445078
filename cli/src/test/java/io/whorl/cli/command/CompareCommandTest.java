package io.whorl.cli.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareCommandTest {
    private static final String C = "There's a lot of pressure put on people in their various capacities and if you"
            + " suddenly find there are pressures coming on you that make it impossible to do your job ...";
    private static final String D = "There's a lot of pressure on people in various capacities, and if you find there"
            + " are pressures that make it impossible to do your job ...";

    @TempDir
    private Path directory;

    private Path c;
    private Path d;

    @BeforeEach
    void writeTexts() throws IOException {
        c = Files.writeString(directory.resolve("c.txt"), C);
        d = Files.writeString(directory.resolve("d.txt"), D);
    }

    /** LMD table 2 and section 3: the matches and the n-grams of C and D, for n = 3, 4 and 5. */
    @ParameterizedTest
    @CsvSource({"3,15,29,23", "4,10,28,22", "5,6,27,21"})
    void countsMatchThoseOfFerret(int granularity, long shared, long inC, long inD) throws IOException {
        Map<String, String> found = CliRun.of(
                        "compare",
                        c,
                        d,
                        "--format json --words alphabetic --apostrophe join --granularity " + granularity)
                .object();
        assertEquals(
                List.of(
                        "a",
                        "b",
                        "minutiaeA",
                        "minutiaeB",
                        "score",
                        "shared",
                        "resemblance",
                        "containment",
                        "contained"),
                List.copyOf(found.keySet()));
        assertEquals("c.txt", found.get("a"));
        assertEquals("d.txt", found.get("b"));
        assertEquals(inC, Long.parseLong(found.get("minutiaeA")));
        assertEquals(inD, Long.parseLong(found.get("minutiaeB")));
        assertEquals(shared, Long.parseLong(found.get("shared")));
        assertEquals((double) shared / (inC + inD - shared), Double.parseDouble(found.get("resemblance")));
        assertEquals((double) shared / inC, Double.parseDouble(found.get("containment")));
        assertEquals((double) shared / inD, Double.parseDouble(found.get("contained")));
        assertEquals(found.get("resemblance"), found.get("score"));
    }

    @Test
    void oneTextCanComeFromStandardInput() throws IOException {
        Map<String, String> found =
                CliRun.withInput(C, "compare", c, "-", "--format", "json").object();
        assertEquals("-", found.get("b"));
        assertEquals(1.0, Double.parseDouble(found.get("resemblance")));
    }

    @Test
    void standardInputIsRefusedForBothTexts() {
        CliRun.withInput(C, "compare", "-", "-").exits(2, "is given twice");
    }

    @Test
    void sketchesHaveNoContainment() throws IOException {
        CliRun json = CliRun.of("compare", c, d, "--selection", "min-s:s=10", "--format", "json");
        Map<String, String> found = json.object();
        assertFalse(found.containsKey("containment"), json.out());
        assertEquals("10", found.get("minutiaeA"));
        CliRun tsv = CliRun.of("compare", c, d, "--selection", "min-s:s=10", "--format", "tsv");
        assertTrue(tsv.lines().get(1).endsWith("\t\t"), tsv.out());
    }

    @Test
    void aTextShorterThanAChunkIsAWarning() throws IOException {
        Path brief = Files.writeString(directory.resolve("brief.txt"), "too short");
        CliRun run = CliRun.of("compare", c, brief, "--format", "json").exits(0);
        assertEquals("1", run.object().get("minutiaeB"));
        assertEquals("0.0", run.object().get("resemblance"));
        run.tells("brief.txt is too short: it is less than a chunk of 4 words").omits("c.txt is");
        Path same = Files.writeString(directory.resolve("same.txt"), "Too short!");
        assertEquals(
                "1.0",
                CliRun.of("compare", same, brief, "--format", "json").object().get("resemblance"));
        Path empty = Files.writeString(directory.resolve("empty.txt"), "...");
        CliRun.of("compare", c, empty).tells("empty.txt has no minutiae: it has no words");
    }

    @Test
    void aTextThatIsNotUtf8IsAWarning() throws IOException {
        Path latin = Files.write(directory.resolve("latin.txt"), "un caf\u00e9 et une tasse".getBytes(ISO_8859_1));
        CliRun.of("compare", c, latin).exits(0, "latin.txt is not valid UTF-8");
        assertEquals("", CliRun.of("compare", c, d).err());
    }

    @Test
    void frequenciesAreRefused() {
        CliRun.of("compare", c, d, "--frequencies").exits(2);
    }

    /** The words before "on people in" are six in c and five in d, so the chunk has another place in each. */
    @Test
    void locationsAreTheOffsetsOfSharedChunks() throws IOException {
        CliRun run =
                CliRun.of("compare", c, d, "--locations", "--format", "json").exits(0);
        List<Map<String, String>> found = run.objects();
        assertEquals(
                List.of("query", "id", "size", "queryOffset", "offset"),
                List.copyOf(found.get(0).keySet()));
        assertEquals(
                List.of("c.txt", "d.txt", "4", "0", "0"),
                List.copyOf(found.get(0).values()));
        String shared = CliRun.of("compare", c, d, "--format", "json").object().get("shared");
        assertEquals(shared, Integer.toString(found.size()));
        run.tells("d.txt has " + shared + " of the 29 chunks of c.txt, " + shared + " of them in the same order");
        CliRun sentences = CliRun.of("compare", c, c, "--locations", "--unit", "sentence", "--granularity", 1);
        assertEquals(2, sentences.lines().size());
    }

    /** 1,997 equal chunks of four words in each text match each other in 3,988,009 ways. */
    @Test
    void locationsOfRepeatedChunksAreLimited() throws IOException {
        Path repeated = Files.writeString(directory.resolve("a.txt"), "a ".repeat(2_000));
        String[] command = {"compare", repeated.toString(), repeated.toString(), "--locations", "--format", "json"};
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
        StringWriter err = new StringWriter();
        assertEquals(0, CliRun.withStreams(CliRun.streams("", counting, err), command));
        assertEquals(1_000_000, lines[0]);
        assertTrue(
                err.toString()
                        .contains("a.txt and a.txt share more than 1,000,000 places; only the first are printed;"
                                + " --top N prints more"),
                err.toString());
        CliRun few = CliRun.of("compare", repeated, repeated, "--locations", "--top", 3, "--format", "tsv");
        assertEquals(4, few.lines().size());
        few.tells("more than 3 places");
        CliRun all = CliRun.of("compare", c, c, "--locations", "--top", 29, "--format", "tsv");
        assertEquals(30, all.lines().size());
        all.omits("--top");
        CliRun.of("compare", c, d, "--top", 3).exits(2);
        CliRun.of("compare", c, d, "--locations", "--top", 0).exits(2);
    }

    @Test
    void locationsAndPassagesExcludeEachOther() {
        CliRun.of("compare", c, d, "--locations", "--passages").exits(2, "choose one of them");
    }

    @Test
    void locationsOfSketchesAreRefused() {
        CliRun.of("compare", c, d, "--locations", "--selection", "min-s").exits(2, "use another selection");
    }

    @Test
    void theDefaultIsATable() {
        List<String> lines = CliRun.of("compare", c, d).lines();
        assertEquals(9, lines.size());
        assertEquals("document a     c.txt", lines.get(0));
        assertEquals("minutiae of a      29", lines.get(2));
    }

    @Test
    void eachMinutiaIsShownOnceWithItsFirstChunk() throws IOException {
        List<Map<String, String>> found = CliRun.withInput(
                        "The cat sat; the cat SAT, the cat slept", "fingerprint", "-", "--granularity 2 --format json")
                .objects();
        assertEquals(List.of("the cat", "cat sat", "sat the", "cat slept"), CliRun.values(found, "text"));
        assertEquals(List.of("0", "1", "2", "7"), CliRun.values(found, "offset"));
        assertEquals(4, found.stream().map(o -> o.get("minutia")).distinct().count());
    }

    @Test
    void minutiaeArePaddedToTheirWidth() {
        String text = Corpus.words(1, 2_000);
        for (int bits : new int[] {32, 40, 41, 64}) {
            List<String> lines = CliRun.withInput(text, "fingerprint", "-", "--bits", bits, "--format", "tsv")
                    .lines();
            assertEquals("minutia\toffset\ttext", lines.get(0));
            assertEquals(1_998, lines.size());
            int digits = (bits + 3) / 4;
            assertTrue(lines.stream().skip(1).allMatch(l -> l.matches("[0-9a-f]{" + digits + "}\t\\d+\t.*")));
        }
    }

    @Test
    void aFileIsRead(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("a.txt"), "one two three four five");
        CliRun run = CliRun.of("fingerprint", file).exits(0);
        assertEquals(3, run.lines().size());
        assertTrue(run.lines().get(2).endsWith("two three four five"), run.out());
    }

    @Test
    void anEmptyFileAndEmptyStandardInputAreErrors(@TempDir Path directory) throws IOException {
        Path file = Files.createFile(directory.resolve("empty.txt"));
        CliRun ofFile = CliRun.of("fingerprint", file);
        CliRun ofInput = CliRun.withInput("", "fingerprint", "-");
        assertEquals("whorl: " + file + " contains no text\n", ofFile.err());
        assertEquals("whorl: - contains no text\n", ofInput.err());
        assertEquals(List.of(1, 1), List.of(ofFile.code(), ofInput.code()));
    }

    @Test
    void anEmptyFingerprintIsAWarning() {
        CliRun.withInput("...", "fingerprint", "-").exits(0).printsNothing().tells("has no minutiae: it has no words");
    }
}
