package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.command.QueryCommand.PairsCommand;
import io.whorl.cli.console.ClosedOutputException;
import io.whorl.cli.console.Console;
import io.whorl.cli.output.Format;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.Pairs;
import io.whorl.cluster.PairsOptions;
import io.whorl.query.Snapshot;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Results beside those on standard output, files and exit codes, if the reader of standard output stops. */
class ResultFilesTest extends CliRun.Fixture {
    private static final Writer CLOSED =
            CliRun.failing(() -> new ClosedOutputException(new IOException("Broken pipe")));

    @BeforeEach
    void build() throws IOException {
        buildIndex("");
    }

    private void assertClosed(int code, String line) {
        printing(CLOSED, line).exits(code);
    }

    @Test
    void filesAreWritten() throws IOException {
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
        Console console = new Console(CliRun.streams("", CLOSED, new StringWriter()), Format.TSV, true).lasting();
        PairsOptions pairs = PairsOptions.DEFAULT.minScore(0.1);
        ClusterOptions clusters = ClusterOptions.DEFAULT.minScore(0.1);
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
        assertClosed(0, "overlap $index $sources/original.txt");
        assertClosed(1, "overlap $index $sources/original.txt --fail-on contaminated");
        assertClosed(0, "check $index");
        damage(segment("index"));
        assertClosed(1, "check $index");
    }
}
