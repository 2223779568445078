package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.select.SelectionProvider;
import io.whorl.strategy.Strategies;
import io.whorl.testing.Sources;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Exit codes: 0 for success, 1 for failure, 2 for wrong usage. An error is one line that says what to do, without a
 * stack trace and without results. The table of exit codes is true. No output of a command is one of its inputs, or
 * inside one.
 */
class ExitCodesTest {
    /** The case of the table in which a process ends by a signal, as {@code ProcessTest} does. */
    private static final String SIGNAL = "Ended by Ctrl-C";

    @TempDir
    private static Path directory;

    private static Path sources;

    @BeforeAll
    static void build() throws IOException {
        sources = Corpus.index(directory, "--store-text").resolveSibling("sources");
        for (String built : List.of(
                "plain $sources --force",
                "words $sources --granularity 1 --frequencies",
                "sketches $sources --selection min-s --store-text --store-fingerprints")) {
            run("build $" + built + " --quiet").exits(0);
        }
        write("text.txt", "some words to ask with");
        write("table.tsv", "original.txt\t2024-01-01\n");
        write("pairs.tsv", "original.txt\tversion.txt\n");
        write("blank", "\n");
        write("two.jsonl", Corpus.record("one", "a text") + Corpus.record("two", "a text"));
        write("file", "mine");
        write("broken.gz", "no gzip");
        write("xml/page.XML", "<p>a text</p>");
        write("pages/page.xml", "<p>a text</p>");
        for (String name : List.of("original.txt", "version.txt", "other.txt")) {
            Files.copy(sources.resolve(name), directory.resolve("pages").resolve(name));
        }
        write("first.tsv", "page.xml\tother.txt\n");
        write("second.tsv", "other.txt\tother.txt\nother.txt\tpage.xml\n");
        write("real/essay.txt", "mine");
        write("single.txt", "mine");
        write("linked/original.txt", Corpus.ORIGINAL);
        for (String link : List.of(
                "linked/link real", "linked/single.txt single.txt", "linked/gone.txt gone.txt", "alias linked")) {
            Files.createSymbolicLink(directory.resolve(link.split(" ")[0]), directory.resolve(link.split(" ")[1]));
        }
        Files.createDirectory(directory.resolve("empty"));
    }

    /** None of the commands of this test changes a source, or an index. */
    @AfterAll
    static void nothingIsChanged() throws IOException {
        try (Stream<Path> files = Files.list(sources)) {
            assertEquals(
                    Set.of("original.txt", "version.txt", "part.txt", "other.txt", "another.txt"),
                    files.map(f -> f.getFileName().toString()).collect(Collectors.toSet()));
        }
        assertEquals(Corpus.ORIGINAL, Files.readString(sources.resolve("original.txt")));
        for (String mine : List.of("file", "real/essay.txt", "single.txt")) {
            assertEquals("mine", Files.readString(directory.resolve(mine)));
        }
        assertEquals("original.txt\t2024-01-01\n", Files.readString(directory.resolve("table.tsv")));
        run("check $index --quiet").exits(0);
        assertEquals("5", run("stats $index --format json").row("documents"));
        for (String output : List.of("i", "new", "p.html", "e.csv")) {
            assertFalse(Files.exists(directory.resolve(output)), output);
        }
    }

    private static CliRun run(String line) {
        return CliRun.in(directory, "", line);
    }

    private static Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static void each(String table) {
        CliRun.each(directory, table);
    }

    /** Runs the command lines of each section of exit-codes.txt. */
    @TestFactory
    Stream<DynamicTest> commandsExitAndTellAsTheTableSays() {
        String table = Sources.resource(ExitCodesTest.class, "exit-codes.txt");
        return Stream.of(table.split("\n+## ")).skip(1).map(section -> {
            String[] parts = section.split("\n", 2);
            String[] title = parts[0].split(" => ?", 2);
            return DynamicTest.dynamicTest(title[0], () -> each(rows(title, parts[1])));
        });
    }

    /** Completes rows without an exit code: they are wrong usage, and the message of the title is about an output. */
    private static String rows(String[] title, String rows) {
        String told = title.length < 2 ? "" : "whorl: $1 " + title[1].replace("$", "\\$");
        return rows.replaceAll("(?m)^(?!.* => )(?:.*?)(\\S+ \\S+|\\S+)$", "$0 => 2 " + told);
    }

    /** A document of this size would end the command when its memory ends. */
    @Test
    void aDocumentLargerThanTheHeapCanReadIsWrongUsage() {
        long size = Runtime.getRuntime().maxMemory() / 2;
        each("build i . --max-document " + size + " => 2 --max-document");
    }

    @Test
    void charactersThatControlATerminalAreNotRepeated() {
        each("history $index no\u0007such => 1 has no document with the id 'no");
    }

    /** An output beside them is made, and in an output directory of XML files, too. */
    @Test
    void onlyTheFilesOfAListOfPairsAreSources() {
        run("passages --pairs $pairs.tsv $pages $pages --xml $pages/new").exits(0);
        assertTrue(Files.exists(directory.resolve("pages/new/original-version.xml")));
        run("compare $two.jsonl $text.txt --passages --xml $xml").exits(1, "contains several documents");
        run("compare $text.txt $text.txt --passages --xml $xml").exits(0);
    }

    @Test
    void anEarlierReportOrPathThatCannotBeWrittenIsNamedBeforeTheWork() {
        for (String target : List.of("/dev/null", "$file/report.html", "$missing/report.html", "$empty")) {
            CliRun run =
                    run("report $broken.gz $sources --html " + target).exits(1).printsNothing();
            assertTrue(run.err().startsWith("whorl: ") && run.err().contains(target), run.err());
            assertEquals(1, run.err().lines().count(), run.err());
        }
    }

    @Test
    void anErrorHasAStackTraceOnlyOnRequest() {
        run("stats $missing --stacktrace").exits(1, "\tat io.whorl.");
    }

    @Test
    void errorsOfTheProgramAreNotWrongUsage() {
        StringWriter err = new StringWriter();
        Streams streams = CliRun.streams("", new StringWriter(), err);
        IllegalArgumentException error = new IllegalArgumentException("offset is -1");
        assertEquals(1, new ErrorReport(streams, () -> false).report(error));
        new CliRun(1, "", err.toString())
                .tells("internal error: java.lang.IllegalArgumentException: offset is -1", "--stacktrace")
                .omits("\tat ");
        new ErrorReport(streams, () -> true).report(error);
        assertTrue(err.toString().contains("\tat io.whorl.cli.ExitCodesTest"), err.toString());
    }

    @Test
    void aDamagedIndexExitsWith1() throws IOException {
        write("damaged/segment-000001.whs", "cut");
        Files.copy(directory.resolve("index/MANIFEST"), directory.resolve("damaged/MANIFEST"));
        each("stats $damaged => 1 damaged");
    }

    @Test
    void resultsThatCannotBeWrittenExitWith1() {
        IOException full = new FileSystemException("/data/x", null, "No space left on device");
        CliRun run = CliRun.in(directory, CliRun.failing(() -> full), told -> {}, "fingerprint $text.txt")
                .exits(1, System.getProperty("java.io.tmpdir"));
        assertTrue(run.err().startsWith("whorl: /data/x: No space left on device; free some space"), run.err());
    }

    @Test
    void globalOptionsCanPrecedeOrFollowTheCommand() throws IOException {
        CliRun after = run("fingerprint $text.txt --format json");
        assertEquals(2, after.objects().size());
        assertEquals(after, run("--format json fingerprint $text.txt"));
    }

    @Test
    void helpAndVersionExitWith0AndHelpInsteadOfACommandWith2() {
        String help = run("--help").exits(0).out();
        assertEquals(new CliRun(2, "", help), CliRun.of());
        assertEquals(run("query --help").out(), run("help query").exits(0).out());
        assertTrue(run("--version").exits(0).out().startsWith("whorl "));
    }

    @Test
    void helpNamesEveryStrategyAndItsParameters() {
        // Remove white space, because lines also break inside lists of parameters.
        String help = run("build --help-all").out().replaceAll("\\s+", "");
        for (SelectionProvider provider : Strategies.providers()) {
            Matcher described = Pattern.compile("[,:]" + provider.name() + "((:\\w+=\\w+(,\\w+=\\w+)*)?),")
                    .matcher(help);
            assertTrue(described.find(), provider.name());
            for (String parameter : provider.parameters()) {
                assertTrue(described.group(1).contains(parameter + "="), provider.name() + described.group(1));
            }
        }
    }

    @Test
    void completionScriptListsOptionsAndValues() {
        CliRun run = run("generate-completion").exits(0).prints("--granularity", "resemblance");
        assertFalse(run.out().contains("RESEMBLANCE"));
    }

    private static List<String[]> table() throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../docs/cli.md"));
        int at = lines.indexOf("| exit code | when |");
        List<String[]> rows = new ArrayList<>();
        for (int i = at + 2; lines.get(i).startsWith("|"); i++) {
            rows.add(lines.get(i).split(" *\\| *"));
        }
        return rows;
    }

    /** Runs a command for each row of the table of exit codes. */
    @Test
    void eachRowOfTheTableIsTrue() throws IOException {
        write("damaged.jsonl", "{\"text\": \"" + Corpus.words(5, 50) + "\"}\nnot JSON\n");
        write("pictures/a.gif", "GIF89a");
        write("pictures/a.txt", Corpus.words(6, 50));
        run("build $broken $sources").exits(0);
        Path segment = directory.resolve("broken/segment-000001.whs");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        Files.write(segment, bytes);
        write("ids", "no-such\n");
        Map<String, String> commands = new HashMap<>(Map.of(SIGNAL, ""));
        """
                Done. => query $index $text.txt
                Files without text, => build $i1 $pictures
                Failed, and nothing is changed => build $index $sources
                No document was read => build $i2 $empty
                Documents that may have text => build $i3 $damaged.jsonl
                `check` found problems => check $broken
                `overlap --fail-on` => overlap $index $sources/original.txt --fail-on contaminated
                `group`: the index => group $index --ids $ids
                Wrong usage => query $index $text.txt --top 0
                """.lines().map(line -> line.split(" => ")).forEach(line -> commands.put(line[0], line[1]));
        for (String[] row : table()) {
            Optional<String> key =
                    commands.keySet().stream().filter(row[2]::startsWith).findFirst();
            String command = commands.remove(key.orElseThrow(() -> new AssertionError("no command for " + row[2])));
            if (!command.isEmpty()) {
                assertEquals(row[1], "" + run(command).code(), row[2]);
            }
        }
        assertEquals(Map.of(), commands, "cases that the table lacks");
    }
}
