package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.QueryCommand.PairsCommand;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.query.Snapshot;
import io.whorl.testing.Packed;
import io.whorl.testing.Repeated;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What cannot be read is named, counted by reason, left out on request, and changes the exit code. Names are untrusted,
 * and standard input is a source. Results are complete even if nobody reads standard output to its end.
 */
class UnreadSourcesTest extends CliRun.Fixture {
    private static final byte[] PARQUET = Packed.utf8("PAR1\u0015\4\u0015" + Corpus.words(9, 60));
    private static final List<String> COMMANDS =
            List.of("report $essays ", "build $index $essays --force ", "dedup $essays ");

    private void writeEssays() throws IOException {
        write("essays/a.txt", Corpus.words(1, 80));
        write("essays/b.txt", Corpus.words(1, 80) + " " + Corpus.words(2, 9));
    }

    @Test
    void damagedAndBinaryFilesAreNamedAndChangeTheExitCode() throws IOException {
        writeEssays();
        byte[] zeroed = Packed.zip("word/document.xml", Corpus.words(7, 900));
        Arrays.fill(zeroed, 0, 4, (byte) 0);
        byte[] random = new byte[3_000];
        new Random(1).nextBytes(random);
        write("essays/zeroed.docx", zeroed);
        write("essays/copy.docx", zeroed);
        write("essays/random.docx", random);
        write("essays/part-0", PARQUET);
        for (String command : COMMANDS) {
            CliRun run = run(command)
                    .exits(
                            1,
                            "skipped $essays/zeroed.docx: its name says",
                            "skipped $essays/copy.docx: its name says",
                            "skipped $essays/random.docx: its name says",
                            "part-0: a Parquet file, which Whorl does not read",
                            "add the option --plugins with whorl-parquet-plugin.jar",
                            "skipped 4 documents: damaged 3, no-reader 1; ");
            assertFalse(run.out().contains("docx"), run.out());
            run(command + "--lenient").exits(0);
            run(command + "--strict").exits(1);
        }
        run("report $essays --html $report.html").exits(1, "compared 2 documents: 1 pair");
        String page = read("report.html");
        int unread = page.indexOf("id=\"unread\"");
        assertTrue(unread > 0 && unread < page.indexOf("id=\"summary\""), "the page begins with what was not read");
        String data = ReportCommandTest.block(page, "data").replace(directory + "/", "$");
        assertTrue(
                data.contains("\"leftOut\":[{\"reason\":\"DAMAGED\",\"count\":3,\"unread\":true,\"names\":[\"$essays/"),
                data);
    }

    @Test
    void picturesDoNotChangeTheExitCode() throws IOException {
        writeEssays();
        write("essays/picture", "GIF89a");
        for (String command : COMMANDS) {
            run(command).exits(0, "skipped 1 document: not-text 1");
        }
    }

    @Test
    void aDirectoryOfParquetIsNotCopiedAsClean() throws IOException {
        write("tables/1.parquet", PARQUET);
        write("tables/2.parquet", PARQUET);
        each("dedup $tables --write $clean => 1 no document was read");
        assertFalse(exists("clean"));
        writeEssays();
        write("essays/3.parquet", PARQUET);
        write("essays/empty.docx", "");
        write("essays/dump.jsonl", line(1) + "malformed\n" + line(2));
        CliRun run =
                run("dedup $essays --write $clean --drop-unread --format json").exits(1);
        assertEquals(List.of("a.txt", "dump.jsonl"), names("clean"));
        assertEquals(line(1) + line(2), read("clean/dump.jsonl"));
        assertEquals("b.txt", run.row("drop"));
    }

    private static String line(int i) {
        return Corpus.record(i, Corpus.words(i % 399, 30));
    }

    /** A line of three is malformed, one of six has no text. */
    @Test
    void malformedLinesAreCountedByReasonAndLeftOutOnRequest() throws IOException {
        String noText = "{\"id\":\"no text\"}\n";
        write("dump.jsonl", Repeated.text(600, i -> i % 3 > 0 ? line(i) : i % 6 > 0 ? noText : "malformed\n"));
        String counts = "skipped 200 documents: invalid 100, missing-field 100";
        run("dedup $dump.jsonl --write $clean.jsonl --summary $summary.json --quiet")
                .exits(1, counts + "; ");
        holds("summary.json", "\"skipped\":200,\"leftOutByRule\":0,\"skippedInvalid\":100,\"skippedMissingField\":100");
        List<String> kept = linesOf("clean.jsonl");
        assertEquals(200, kept.stream().filter(l -> !l.contains("\"text\"")).count());
        CliRun left = run("dedup $dump.jsonl --write $readable.jsonl --drop-unread --lenient")
                .exits(0, counts, "left out 200 records or files that cannot be read");
        List<String> readable = linesOf("readable.jsonl");
        assertEquals(kept.stream().filter(l -> l.contains("\"text\"")).toList(), readable);
        int dropped = left.lines().size() - 1;
        assertTrue(dropped > 9 && readable.size() + dropped == 400, left.out());
    }

    // Standard input, named {@code -}.

    private static final String LINES =
            Corpus.record("one", Corpus.words(11, 50)) + "{\"text\":\"" + Corpus.words(12, 50) + "\"}\n";

    @Test
    void commandsThatIndexReadStandardInput() throws IOException {
        Corpus.write(path("sources"));
        for (String command : List.of("build $built", "rebuild $rebuilt", "build $index $sources", "add $index")) {
            given(LINES, command + " -").exits(0);
            String index = command.split(" ")[1];
            // A record without an id is named by its line.
            given(LINES, "query " + index + " - --format json").gives("query id", "one one", "-:2 -:2");
        }
        assertEquals("7", documents("index"));
        String lines = LINES.replace("\"id\":\"one\",", "");
        given(lines, "build $built - --force").exits(0);
        given(lines, "query $built - --format json").gives("query id", "-:1 -:1", "-:2 -:2");
        given(LINES, "build $built - --force --text-field body").exits(1, "no string in the field");
        each("build $new - => 1 no document was read");
        assertFalse(exists("new"));
    }

    // Untrusted names reach a terminal only escaped, and cannot forge a line of the program.

    private static void assertSafe(String printed) {
        assertTrue(
                printed.codePoints().noneMatch(c -> c < ' ' && c != '\n' && c != '\t' || c == 0x7f || c == 0x202e),
                printed);
        assertTrue(printed.lines().noneMatch(line -> line.startsWith("whorl: built index: all is well")), printed);
    }

    @Test
    void errorsAndResultsEscapeUntrustedNames() throws IOException {
        String forged = "x\u001b[2J\nwhorl: built index: all is well\u202etxt.exe";
        byte[] picture = {(byte) 0xff, (byte) 0xd8, (byte) 0xff, (byte) 0xe0, 0, 0};
        write("a.zip", Packed.zip(forged, Corpus.ORIGINAL, forged + ".jpg", picture, "short" + forged, "short"));
        assertSafe(run("build $index $a.zip")
                .tells("skipped ", "\\u001b[2J\\u000awhorl")
                .err());
        for (String format : List.of("table", "tsv", "json")) {
            assertSafe(given(Corpus.ORIGINAL, "query $index - --format " + format)
                    .exits(0)
                    .prints("all is well")
                    .out());
        }
        assertSafe(run("query $index $a.zip").err());
        given(Corpus.ORIGINAL, "query $index - --format json").gives("id", forged);
        assertSafe(run("delete $index", forged + "?").tells("not found").err());
    }

    // Results beside those on standard output, files and exit codes, if the reader of standard output stops.

    private static final Writer CLOSED =
            CliRun.failing(() -> new ClosedOutputException(new IOException("Broken pipe")));

    private void assertClosed(int code, String line) {
        printing(CLOSED, line).exits(code);
    }

    @Test
    void filesAreWritten() throws IOException {
        buildIndex("");
        assertClosed(0, "clusters $index --min-score 0.3 --edges $e.csv --html $c.html");
        assertClosed(0, "dedup $index --summary $index.json");
        assertClosed(0, "dedup $sources --write $clean --summary $sources.json");
        assertClosed(0, "rebuild $rebuilt $sources --report $report.json");
        assertClosed(0, "report $sources --html $r.html --format json");
        for (String name : List.of("e.csv", "c.html", "index.json", "sources.json", "report.json", "r.html")) {
            assertTrue(Files.size(path(name)) > 0, name);
        }
        assertTrue(exists("clean/original.txt"));
        assertFalse(exists("clean.dedup"));
    }

    /** The results of another run with the same arguments are those that the first one could not print. */
    @Test
    void workStaysSoThatItCanBeResumed() throws IOException {
        buildIndex("");
        Files.createDirectory(path("temp"));
        for (String options : List.of(" --min-score 0.1", " --min-score 0.1 --series host --templates $t.tsv")) {
            for (String command : List.of(
                    "pairs $index --work $pairs",
                    "clusters $index --work $clusters",
                    "dedup $index --work $dedup",
                    "dedup $sources --temp $temp")) {
                String[] parts = command.split(" --\\w+ \\$");
                String whole = run(parts[0] + options).out();
                assertClosed(0, command + " --resume" + options);
                assertTrue(exists(parts[1]), command);
                assertEquals(
                        whole, run(command + " --resume" + options).exits(0).out());
                assertFalse(whole.isEmpty());
            }
            for (String gone : List.of("pairs", "clusters", "dedup", "temp/whorl.dedup")) {
                assertFalse(exists(gone), gone);
            }
        }
        assertTrue(exists("t.tsv"));
    }

    @Test
    void noMoreResultsAreRead() throws IOException {
        buildIndex("");
        Console console =
                new Console(CliRun.streams("", CLOSED, new StringWriter()).lasting(), Format.TSV, true);
        SimilarityOptions pairs = SimilarityOptions.PAIRS.minScore(0.1);
        SimilarityOptions clusters = SimilarityOptions.CLUSTERS.minScore(0.1);
        try (Snapshot snapshot = Snapshot.open(path("index"));
                Pairs found = snapshot.pairs(pairs);
                Clusters clustered = snapshot.clusters(clusters)) {
            PairsCommand.printPairs(found, pairs, console);
            assertTrue(found.hasNext());
            new ClustersCommand.ClusterRecords(clusters, console).print(clustered, Long.MAX_VALUE);
            assertTrue(clustered.hasNext());
        }
    }

    @Test
    void verdictsStay() throws IOException {
        buildIndex("");
        assertClosed(0, "overlap $index $sources/original.txt");
        assertClosed(1, "overlap $index $sources/original.txt --fail-on contaminated");
        assertClosed(0, "check $index");
        damage(segment("index"));
        assertClosed(1, "check $index");
    }
}
