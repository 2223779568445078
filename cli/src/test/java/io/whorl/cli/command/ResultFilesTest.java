package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
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
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results beside those on standard output: files and exit codes. */
class ResultFilesTest {
    /** Standard output of which the reader has stopped before it has read anything. */
    private static final Writer CLOSED = new Writer() {
        @Override
        public void write(char[] characters, int from, int length) throws IOException {
            throw new ClosedOutputException(new IOException("Broken pipe"));
        }

        @Override
        public void flush() throws IOException {
            throw new ClosedOutputException(new IOException("Broken pipe"));
        }

        @Override
        public void close() {}
    };

    @TempDir
    private Path directory;

    private Path index;
    private Path sources;

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory);
        sources = directory.resolve("sources");
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private static void assertClosed(int code, Object... arguments) {
        StringWriter err = new StringWriter();
        String[] texts = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        assertEquals(code, CliRun.withStreams(CliRun.streams("", CLOSED, err), texts), err.toString());
    }

    @Test
    void filesAreWrittenThoughTheReaderOfTheResultsStops() throws IOException {
        assertClosed(0, "clusters", index, "--min-score", 0.3, "--edges", file("e.csv"), "--html", file("c.html"));
        assertClosed(0, "dedup", index, "--summary", file("index.json"));
        assertClosed(0, "dedup", sources, "--write", file("clean"), "--summary", file("sources.json"));
        assertClosed(0, "rebuild", file("rebuilt"), sources, "--report", file("report.json"));
        assertClosed(0, "report", sources, "--html", file("r.html"), "--format", "json");
        for (String name : List.of("e.csv", "c.html", "index.json", "sources.json", "report.json", "r.html")) {
            assertTrue(Files.size(file(name)) > 0, name);
        }
        assertTrue(Files.exists(file("clean").resolve("original.txt")));
        assertFalse(Files.exists(file("clean.dedup")));
    }

    /** The results of another run with the same arguments are those that the first one could not print. */
    private void assertResumed(Path work, Object... arguments) {
        CliRun whole = CliRun.of(arguments);
        Object[] resumed = Arrays.copyOf(arguments, arguments.length + 3);
        resumed[arguments.length] = arguments[0].equals("dedup") && !arguments[1].equals(index) ? "--temp" : "--work";
        resumed[arguments.length + 1] = work;
        resumed[arguments.length + 2] = "--resume";
        assertClosed(0, resumed);
        assertTrue(Files.exists(work), Arrays.toString(arguments));
        CliRun run = CliRun.of(resumed).exits(0);
        assertEquals(whole.out(), run.out());
        assertFalse(whole.out().isEmpty());
    }

    @Test
    void workStaysIfTheReaderOfTheResultsStopsSoThatItCanBeResumed() throws IOException {
        for (Object[] options : new Object[][] {{}, {"--series", "host", "--templates", file("t.tsv")}}) {
            assertResumed(file("pairs"), with(options, "pairs", index, "--min-score", 0.1));
            assertResumed(file("clusters"), with(options, "clusters", index, "--min-score", 0.1));
            assertResumed(file("dedup"), with(options, "dedup", index, "--min-score", 0.1));
            Path temp = Files.createDirectories(file("temp"));
            assertResumed(temp, with(options, "dedup", sources, "--min-score", 0.1));
            for (String gone : List.of("pairs", "clusters", "dedup", "temp/whorl.dedup")) {
                assertFalse(Files.exists(file(gone)), gone);
            }
        }
        assertTrue(Files.exists(file("t.tsv")));
    }

    @Test
    void noMoreResultsAreReadIfTheReaderOfTheResultsStops() throws IOException {
        Console console = new Console(CliRun.streams("", CLOSED, new StringWriter()), Format.TSV, true).lasting();
        PairsOptions pairs = PairsOptions.DEFAULT.minScore(0.1);
        ClusterOptions clusters = ClusterOptions.DEFAULT.minScore(0.1);
        try (Snapshot snapshot = Snapshot.open(index);
                Pairs found = snapshot.pairs(pairs);
                Clusters clustered = snapshot.clusters(clusters)) {
            PairsCommand.printPairs(found, pairs, console);
            assertTrue(found.hasNext());
            new ClustersCommand.ClusterRecords(clusters, console).print(clustered, Long.MAX_VALUE);
            assertTrue(clustered.hasNext());
        }
    }

    private static Object[] with(Object[] options, Object... arguments) {
        return Stream.concat(Stream.of(arguments), Stream.of(options)).toArray();
    }

    @Test
    void verdictsStayThoughTheReaderOfTheResultsStops() throws IOException {
        Path text = sources.resolve("original.txt");
        assertClosed(0, "overlap", index, text);
        assertClosed(1, "overlap", index, text, "--fail-on", "contaminated");
        assertClosed(0, "check", index);
        Path segment = index.resolve("segment-000001.whs");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        // As a new file, because the old one may still be mapped.
        Files.delete(segment);
        Files.write(segment, bytes);
        assertClosed(1, "check", index);
    }

    @Test
    void theReportOfARebuildReplacesTheEarlierOneWhenItIsComplete() throws IOException {
        Path report = Files.writeString(file("report.json"), "earlier");
        Path earlier = Files.createLink(file("earlier.json"), report);
        CliRun run = CliRun.of("rebuild", index, sources, "--report", report, "--format", "json")
                .exits(0);
        assertEquals(run.out(), Files.readString(report));
        assertEquals("earlier", Files.readString(earlier));
    }

    @Test
    void noOtherFileIsTouched() throws IOException {
        Path other = Files.writeString(file("edges.csv.unfinished"), "mine");
        CliRun.of("clusters", index, "--edges", file("edges.csv")).exits(0);
        assertEquals("mine", Files.readString(other));
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(
                    List.of("edges.csv", "edges.csv.unfinished", "index", "sources"),
                    files.map(f -> f.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void aSourceIsNotReplaced() throws IOException {
        Path text = sources.resolve("original.txt");
        Path other = sources.resolve("version.txt");
        Path series = Files.writeString(file("series.tsv"), "original.txt\ts\n");
        for (List<Object> arguments : List.<List<Object>>of(
                List.of("rebuild", index, text, other, "--report", sources.resolve("../sources/original.txt")),
                List.of("dedup", text, other, "--summary", text),
                List.of("dedup", text, other, "--series", series, "--templates", text))) {
            CliRun.of(arguments).exits(2, "would replace the source " + text);
        }
        assertEquals(Corpus.ORIGINAL, Files.readString(text));
    }
}
