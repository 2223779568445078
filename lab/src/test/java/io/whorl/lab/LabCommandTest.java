package io.whorl.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.lab.Configuration.Rival;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.io.output.BrokenWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs the commands: valid input gives results, invalid input gives a one-line error. */
class LabCommandTest {
    private static final String RUN =
            "run @grid --collection @docs --out @out --warm-up 1 --groups @groups.tsv --threads 2";
    private static final String SOURCES = "sources @grid --collection @docs --out @out --truth @truth";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine lab =
            Commands.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @BeforeEach
    void write() throws IOException {
        Samples.write(folder);
        Files.writeString(folder.resolve("grid"), "granularity = 2\nselection = full anchor\n");
    }

    @Test
    void runMeasuresADirectoryWithGroupsAndResumes() throws IOException {
        succeeds(RUN + " --draw 3");
        assertTrue(
                out.toString().matches("(?s)### grid\n\n\\| configuration .*Sep/HFM.*\n\\| full .*"), out.toString());
        assertHas(err, "22 documents, 12 of them in groups, 3 queries");
        assertHas(err, "[2/2] grid: anchor");
        assertEquals(3, csv("results").size());
        fails(1, "--resume", RUN + " --draw 3");
        succeeds(RUN + " --draw 3 --resume");
        fails(1, "of another run", RUN + " --draw 2 --resume");
    }

    @Test
    void aTableThatCannotBeWrittenIsReported() throws IOException {
        lab.setOut(new PrintWriter(new BrokenWriter(new IOException("No space left on device"))));
        fails(1, "standard output cannot be written, so the table is incomplete", RUN + " --draw 3");
        assertEquals(3, csv("results").size());
    }

    @Test
    void theReportDoesNotReplaceTheResults() throws IOException {
        succeeds(RUN + " --draw 3");
        Path results = folder.resolve("out/results.jsonl");
        String before = Files.readString(results);
        fails(2, "--out would replace the results " + results, "report @out --out @out/results.jsonl");
        assertEquals(before, Files.readString(results));
    }

    @Test
    void helpHasAnExampleForEachCommand() {
        assertEquals(0, lab.execute());
        assertHas(out, "Usage: lab");
        for (String command :
                List.of("run", "rivals", "sources", "passages", "clusters", "crawl", "experiment", "sec", "report")) {
            out.getBuffer().setLength(0);
            succeeds(command + " --help", "java -jar lab.jar " + command);
        }
    }

    @Test
    void aCrawlIsMadeCleanedAndJudged() throws IOException {
        succeeds("crawl --megabytes 1 --hashes 16 --threads 1 --out @out", "| whorl", "| minhash, ");
        Files.writeString(folder.resolve("dropped"), "");
        succeeds("crawl --megabytes 1 --dropped @dropped --write @made --out @out2");
        assertTrue(Files.exists(folder.resolve("made/truth.tsv")));
        fails(1, "--megabytes is 0", "crawl --megabytes 0 --out @out3");
    }

    /** The descriptions are in help.properties, where a wrong key would go unnoticed. */
    @Test
    void everyOptionIsDescribed() {
        for (CommandLine command : lab.getSubcommands().values()) {
            String name = command.getCommandName();
            assertTrue(command.getCommandSpec().usageMessage().description().length > 0, name);
            assertTrue(command.getCommandSpec().usageMessage().footer().length > 0, name);
            command.getCommandSpec()
                    .args()
                    .forEach(arg -> assertTrue(
                            arg.description().length > 0 && !arg.description()[0].isBlank(), () -> name + " " + arg));
        }
    }

    @Test
    void inputErrorsAreReportedBeforeMeasuring() throws IOException {
        Files.writeString(folder.resolve("grid"), "selection = fullest\n");
        assertFails("selection fullest is unknown", "");
        Files.writeString(folder.resolve("grid"), "measure = likeness\n");
        assertFails("measure likeness is unknown", "");
        Files.writeString(folder.resolve("grid"), "selection = full\n");
        assertFails("no group has 4 documents", " --least 4");
        assertFails("--draw is 0", " --draw 0");
        Files.writeString(folder.resolve("q"), "sub/other1.txt\n");
        assertFails("'sub/other1.txt', which is in no group", " --queries @q");
        Files.writeString(folder.resolve("out"), "a file in the way");
        assertFails("results cannot be written to", "");
        Files.writeString(folder.resolve("groups.tsv"), "sub/g0v0.txt\tA\nsub/g1v0.txt\tB\n");
        assertFails("groups of one document each", "");
        Files.writeString(folder.resolve("groups.tsv"), "g0v0.txt\tA\nsub/g1v0.txt\tA\n");
        assertFails("'g0v0.txt'; its 22 documents have names such as 'sub/g0v0.txt'", "");
        assertEquals(2, lab(RUN.replace("threads 2", "threads 0")));
        assertEquals(2, lab("run @grid"));
    }

    @Test
    void allQueriesEveryDocumentOfTheGroups() {
        succeeds(RUN + " --all");
        assertHas(err, ", 12 queries");
        fails(1, "cannot be combined", RUN + " --all --queries q --resume");
    }

    @Test
    void sourcesPrintsScoresAndWritesFiles() throws IOException {
        Files.writeString(folder.resolve("truth"), """
                file	category	source
                sub/g0v1.txt	cut	sub/g0v0.txt
                sub/g1v1.txt	cut	sub/g1v0.txt
                sub/other1.txt	non	sub/g0v0.txt
                sub/other2.txt	non	sub/g1v0.txt
                """);
        succeeds(SOURCES);
        assertTrue(
                out.toString()
                        .matches("(?s)### grid\n\n\\| configuration \\| cut % \\| non % .*\n\\| full +\\| [5-9].*"),
                out.toString());
        assertEquals(1 + 2 * 4, csv("sources").size());
        assertHas(out, "| 1.000 | 1.000        | 1.000        | 1.000         |");
        assertTrue(
                Files.readString(folder.resolve("out/report.html")).contains("<title>Whorl laboratory: out</title>"));
        List<String> thresholds = csv("thresholds");
        assertTrue(
                thresholds.stream().anyMatch(row -> row.startsWith("grid,full,70.0,2,0,0,2,1.0,1.0,1.0,")),
                thresholds::toString);
        fails(1, "it has cut, non", SOURCES + " --innocent none");
        Files.writeString(folder.resolve("truth"), "file\tcategory\tsource\nsub/other1.txt\tnon\tsub/g0v0.txt\n");
        fails(1, "has no other category", SOURCES);
    }

    @Test
    void reportWritesPageAndPlots() throws IOException {
        succeeds(RUN + " --draw 3");
        Path results = folder.resolve("out");
        assertTrue(
                Files.readString(results.resolve("report.html")).contains("2 configurations, 3 queries, 22 documents"));
        Path page = folder.resolve("new/page.html");
        Path plots = folder.resolve("plots");
        succeeds("report @out --out @new/page.html --plots @plots");
        assertEquals(-1, Files.mismatch(results.resolve("report.html"), page));
        assertTrue(Files.size(plots.resolve("1-grid-separation-by-query.vg.json")) > 0);
        fails(1, "holds no results.jsonl; name the folder of a run", "report @docs");
        assertEquals(2, lab("report"));
    }

    @Test
    void rivalsMeasuresEachRivalAndWhorl() throws IOException {
        succeeds("rivals --collection @docs --groups @groups.tsv --draw 2 --warm-up 1 --out @out");
        String page = Files.readString(folder.resolve("out/report.html"));
        for (Rival rival : Rival.values()) {
            assertHas(out, "| " + rival.label());
            assertHas(out, rival.label() + ": " + rival.advice());
            assertTrue(page.contains(rival.label() + "</dt>"), rival::label);
        }
        assertHas(out, "| whorl, mod:m=25, resemblance");
        Files.writeString(folder.resolve("grid"), "system = lucene-shingles\n");
        Files.writeString(folder.resolve("truth"), """
                file	category	source
                sub/g0v1.txt	cut	sub/g0v0.txt
                sub/other1.txt	non	sub/g0v0.txt
                """);
        succeeds(SOURCES);
        fails(1, "none is not a file", "rivals @none --collection x --groups y");
    }

    private List<String> csv(String name) throws IOException {
        return Files.readAllLines(folder.resolve("out/" + name + ".csv"));
    }

    /** A run with these options fails by one line, after the line that describes the collection. */
    private void assertFails(String message, String options) {
        fails(1, message, RUN + options);
        List<String> lines =
                err.toString().lines().filter(l -> !l.contains(" in groups, ")).toList();
        assertEquals(1, lines.size(), lines::toString);
        assertFalse(err.toString().contains("to measure"), err.toString());
    }

    private void succeeds(String line, String... printed) {
        assertEquals(0, lab(line), err::toString);
        for (String text : printed) {
            assertHas(out, text);
        }
    }

    private void fails(int code, String message, String line) {
        err.getBuffer().setLength(0);
        assertEquals(code, lab(line), err::toString);
        assertHas(err, message);
    }

    /** Executes a command line; {@code @NAME} is a file of the folder. */
    private int lab(String line) {
        return lab.execute(Arrays.stream(line.split(" "))
                .map(word ->
                        word.startsWith("@") ? folder.resolve(word.substring(1)).toString() : word)
                .toArray(String[]::new));
    }

    @Test
    void thePageOfTheLaboratoryListsAllCommands() throws IOException {
        String page = Files.readString(Path.of("../docs/laboratory.md"));
        for (String command : lab.getSubcommands().keySet()) {
            assertTrue(page.contains("\n| `" + command + "` | "), command);
        }
    }

    @Test
    void ferretWritesItsTables() throws IOException {
        succeeds("experiment ferret --collection @docs --out @out", "LMD tables 3 and 4");
        List<String> csv = csv("ferret-trigrams");
        assertEquals("figure,all 22,\"LMD, Federalist\",\"LMD, TV News\"", csv.get(0));
        assertEquals("texts,22,81,335", csv.get(1));
        succeeds("experiment ferret --collection @docs --without sub/g0v0.txt,sub/g1v0.txt --out @out");
        assertEquals("texts,22,20,81,335", csv("ferret-trigrams").get(1));
    }

    @Test
    void sketchesWritesItsTable() throws IOException {
        succeeds("experiment sketches --collection @docs --pairs 5 --permutations 1 --out @out");
        assertEquals(13, csv("sketches-error").size());
    }

    @Test
    void findsTheDefaultCollectionInTheDataFolder() throws IOException {
        Path papers = Files.createDirectories(folder.resolve("data/federalist/docs"));
        for (int i = 1; i <= 6; i++) {
            Files.writeString(papers.resolve("federalist_0" + i + ".txt"), "to the people of the state of new york");
        }
        succeeds("experiment ferret --data @data --out @out");
        assertTrue(csv("ferret-trigrams").contains("texts,6,2,81,335"));
        assertExperimentFails("linuxdocs-small.tar.gz is not in the folder", "sketches --data @data");
    }

    @Test
    void errorMessagesNameTheProblem() {
        assertExperimentFails("experiment cops needs groups; add --groups TSV", "cops --collection @docs");
        String cops = "cops --collection @docs --groups @groups.tsv";
        assertExperimentFails("none of the 4 queries has 50 distinct chunks", cops);
        assertExperimentFails("draw is 0", cops + " --draw 0");
        assertExperimentFails("'x' is to be left out", "ferret --collection @docs --without x");
        assertExperimentFails("pairs is 0", "sketches --collection @docs --pairs 0");
        assertEquals(2, lab("experiment ferrets --out @out"));
    }

    @Test
    void optionsOutsideTheirRangeAreWrongUsage() {
        assertWrongUsage("--draw is 0; it must be from 1 to 100000", "sec", "--draw 0");
        assertWrongUsage("--words is 99; it must be from 100 to 100000", "sec", "--words 99");
        assertWrongUsage("--draw is 0; it must be 1 or more", "blocks", "--draw 0");
        assertWrongUsage("--passages: words is 5; it must be from 10", "blocks", "--passages 5:1");
    }

    private void assertWrongUsage(String message, String command, String options) {
        fails(2, message, command + " --collection @docs " + options);
        assertTrue(err.toString().startsWith(message), err.toString());
        assertHas(err, "Usage: lab " + command);
    }

    private static void assertHas(StringWriter printed, String text) {
        assertTrue(printed.toString().contains(text), printed.toString());
    }

    private void assertExperimentFails(String message, String experiment) {
        fails(1, message, "experiment " + experiment + " --out @out");
    }
}
