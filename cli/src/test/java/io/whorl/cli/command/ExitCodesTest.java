package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.cli.console.ErrorReport;
import io.whorl.cli.console.Streams;
import io.whorl.select.SelectionProvider;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exit codes: 0 for success, 1 for failure, 2 for wrong usage. An error is one line that says what to do, without a
 * stack trace and without results.
 */
class ExitCodesTest {
    @TempDir
    private Path directory;

    private static void assertRefused(int code, String word, CliRun run) {
        assertEquals(code, run.code(), run.err());
        run.printsNothing();
        assertTrue(run.err().startsWith("whorl: ") && run.err().contains(word), run.err());
        run.omits("\tat ").omits("internal error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bild",
                "build",
                "build x",
                "query x",
                "compare x",
                "fingerprint",
                "stats",
                "stats x y",
                "adopt x",
                "backup x",
                "adopt x y --repeated-ids newest",
                "demo x y",
                "stats x --no-such",
                "stats x --format xml",
                "stats x --threads 0",
                "stats x --threads many",
                "compare a b --granularity 0",
                "compare a b --bits 65",
                "compare a b --unit words",
                "compare a b --breakpoints 8 --granularity 4",
                "compare a b --order bag --granularity 1",
                "compare a b --selection no-such",
                "compare a b --selection anchor --unit sentence",
                "compare a b --selection mod:m=x",
                "build i . --memory much",
                "build i . --memory 1k",
                "build i . --max-document 3g",
                "build i . --max-document 0",
                "build i . --min-document -1",
                "build i . --strict --lenient",
                "build i . --id-field a --text-field a",
                "build i - -",
                "delete i",
                "query i f --strict --lenient",
                "query i f --top 0",
                "query i f --max-df 0",
                "query i f --measure likeness",
                "query i f --min-score -1",
                "query i f --min-score NaN",
                "query i - -",
                "stats i --granularity 4",
                "query i f --granularity 4",
                "pairs i --query-selection full"
            })
    void wrongUsageExitsWith2(String arguments) {
        assertRefused(2, "", CliRun.of((Object[]) arguments.split(" ")));
    }

    /** A document of this size would end the command when its memory ends. */
    @Test
    void aDocumentLargerThanTheHeapCanReadIsWrongUsage() {
        long size = Runtime.getRuntime().maxMemory() / 2;
        assertRefused(2, "--max-document", CliRun.of("build", "i", ".", "--max-document", size));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compare a b --stop",
                "compare a b --stem",
                "query i f --id",
                "build i . --id-field",
                "build i . --include",
                "build i . --date-field",
                "compare a b --passages --language",
                "pairs i --series"
            })
    void emptyValuesAreWrongUsage(String arguments) {
        List<Object> all = new ArrayList<>(List.of((Object[]) arguments.split(" ")));
        all.add("");
        assertRefused(2, arguments.substring(arguments.lastIndexOf("--")), CliRun.of(all));
    }

    @Test
    void missingFilesExitWith1() throws IOException {
        Path missing = directory.resolve("missing");
        Path text = Files.writeString(directory.resolve("text.txt"), "some words to ask with");
        for (List<Object> arguments : List.<List<Object>>of(
                List.of("stats", missing),
                List.of("check", missing),
                List.of("merge", missing),
                List.of("pairs", missing),
                List.of("query", missing, text),
                List.of("fingerprint", missing),
                List.of("compare", text, missing),
                List.of("build", directory.resolve("index"), missing),
                List.of("compare", text, text, "--stop", missing),
                List.of("compare", text, text, "--plugins", missing))) {
            assertRefused(1, "missing", CliRun.of(arguments));
        }
    }

    @Test
    void aMissingQueryExitsWith1BeforeAnythingIsQueried() throws IOException {
        Path index = Corpus.index(directory);
        Path original = directory.resolve("sources").resolve("original.txt");
        assertRefused(1, "no such file", CliRun.of("query", index, original, directory.resolve("missing")));
        assertRefused(1, "is a directory", CliRun.of("fingerprint", directory));
    }

    @Test
    void anEmptyPathIsWrongUsageAndNamesTheArgument() throws IOException {
        Path index = Corpus.index(directory);
        assertRefused(2, "(FILE|-)", CliRun.of("query", index, ""));
        assertRefused(2, "(SOURCE)", CliRun.of("add", index, ""));
        assertRefused(2, "(INDEX)", CliRun.of("stats", ""));
        assertRefused(2, "from 1 to", CliRun.of("delete", index, ""));
    }

    @Test
    void errorsOfTheProgramAreNotWrongUsage() {
        StringWriter err = new StringWriter();
        Streams streams = new Streams(System.in, new StringWriter(), new PrintWriter(err, true), () -> false);
        int code = new ErrorReport(streams, () -> false).report(new IllegalArgumentException("offset is -1"));
        assertEquals(1, code);
        assertTrue(
                err.toString().contains("internal error: java.lang.IllegalArgumentException: offset is -1"),
                err.toString());
        assertTrue(err.toString().contains("--stacktrace"), err.toString());
        assertFalse(err.toString().contains("\tat "), err.toString());
        new ErrorReport(streams, () -> true).report(new IllegalArgumentException("offset is -1"));
        assertTrue(err.toString().contains("\tat io.whorl.cli.command.ExitCodesTest"), err.toString());
    }

    @Test
    void everyCommandCanPrintAStackTrace() {
        CliRun.of("stats", directory.resolve("missing"), "--stacktrace").exits(1, "\tat io.whorl.");
    }

    @Test
    void aDirectoryThatIsNotAnIndexExitsWith1() {
        assertRefused(1, "not an index", CliRun.of("stats", directory));
    }

    @Test
    void aDamagedIndexExitsWith1() throws IOException {
        Path index = Corpus.index(directory);
        try (var files = Files.list(index)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".whs")).toList()) {
                Files.write(file, java.util.Arrays.copyOf(Files.readAllBytes(file), 100));
            }
        }
        assertRefused(1, "damaged", CliRun.of("stats", index));
    }

    @Test
    void resultsThatCannotBeWrittenExitWith1() throws IOException {
        Path text = Files.writeString(directory.resolve("text.txt"), "some words to fingerprint");
        Writer full = new Writer() {
            @Override
            public void write(char[] characters, int from, int length) throws IOException {
                throw new IOException("No space left on device");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        StringWriter err = new StringWriter();
        Streams streams = new Streams(System.in, full, new PrintWriter(err, true), () -> false);
        assertEquals(1, CliRun.withStreams(streams, "fingerprint", text.toString()));
        assertTrue(err.toString().strip().startsWith("whorl: No space left on device; free some space"), err::toString);
    }

    @Test
    void globalOptionsCanPrecedeOrFollowTheCommand() throws IOException {
        Path text = Files.writeString(directory.resolve("text.txt"), "some words to fingerprint");
        String after = CliRun.of("fingerprint", text, "--format", "json").out();
        assertEquals(
                1, CliRun.of("fingerprint", text, "--format", "json").objects().size());
        assertEquals(after, CliRun.of("--format", "json", "fingerprint", text).out());
    }

    @Test
    void withoutACommandTheHelpIsPrintedOnStandardError() {
        CliRun run = CliRun.of().exits(2).printsNothing();
        assertEquals(CliRun.of("--help").out(), run.err());
    }

    @Test
    void helpAndVersionExitWith0() {
        CliRun.of("--help").exits(0);
        CliRun.of("help", "query").exits(0);
        assertEquals(
                CliRun.of("query", "--help").out(), CliRun.of("help", "query").out());
        assertTrue(CliRun.of("--version").out().startsWith("whorl "));
    }

    @Test
    void exactWeightsAreRefusedForOtherMeasures() throws IOException {
        Path index = Corpus.index(directory);
        Path text = directory.resolve("sources").resolve("original.txt");
        assertRefused(2, "--exact-weights has no effect", CliRun.of("query", index, text, "--exact-weights"));
        CliRun.of("query", index, text, "--exact-weights", "--measure", "weighted-resemblance")
                .exits(0);
    }

    @Test
    void helpNamesEveryStrategyAndItsParameters() {
        // Remove white space, because lines also break inside lists of parameters.
        String help = CliRun.of("build", "--help-all").out().replaceAll("\\s+", "");
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
        CliRun run = CliRun.of("generate-completion").exits(0);
        assertTrue(run.out().contains("--granularity") && run.out().contains("resemblance"), run.err());
        assertFalse(run.out().contains("RESEMBLANCE"));
    }

    // Options that have no effect together with others are wrong usage.

    private static void assertRefused(String option, Object... arguments) {
        CliRun run = CliRun.of(arguments).exits(2);
        assertTrue(run.err().startsWith("whorl: " + option), run.err());
        run.printsNothing();
    }

    @Test
    void optionsWithoutEffectAreRefused() throws IOException {
        Path index = Corpus.index(directory, "--store-text");
        Path sources = directory.resolve("sources");
        Path a = sources.resolve("original.txt");
        Path b = sources.resolve("version.txt");
        for (List<String> reading : List.of(
                List.of("--include", "o*"),
                List.of("--limit", "1"),
                List.of("--strict"),
                List.of("--max-document", "1k"),
                List.of("--no-convert"))) {
            Object value = reading.size() > 1 ? reading.get(1) : "--quiet";
            assertRefused(reading.get(0), "dedup", index, reading.get(0), value);
            assertRefused(reading.get(0), "query", index, "--like", "original.txt", reading.get(0), value);
        }
        assertRefused("--force", "dedup", index, "--force");
        assertRefused("--force", "dedup", sources, "--force");
        assertRefused("--passages", "compare", a, b, "--passages", "--granularity", "3");
        assertRefused("--no-convert", "compare", "original.txt", "version.txt", "--index", index, "--no-convert");
        assertRefused("--page-texts", "clusters", index, "--page-texts", "2");
    }
}
