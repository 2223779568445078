package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.cli.console.Streams;
import io.whorl.testing.Packed;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rebuild} of an existing index: replacement in one step, resumption, and the report. */
class RebuildCommandTest {
    @TempDir
    private Path directory;

    private Path index;
    private Path dump;

    @BeforeEach
    void build() throws IOException {
        index = Corpus.index(directory);
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            lines.append(Corpus.record("d" + i, "of a common beginning " + Corpus.words(i % 25, 60)));
        }
        dump = Files.writeString(directory.resolve("dump.jsonl"), lines);
    }

    private String documents() throws IOException {
        return CliRun.of("stats", index, "--format", "json").object().get("documents");
    }

    private byte[] segment(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return Files.readAllBytes(
                    files.filter(f -> f.toString().endsWith(".whs")).findFirst().orElseThrow());
        }
    }

    /** Runs rebuild and interrupts it, as Ctrl-C does, when it reports the bad line. */
    private String interrupted(Path source, Object... more) throws IOException {
        StringWriter err = new StringWriter() {
            @Override
            public void write(String text, int from, int length) {
                super.write(text, from, length);
                if (text.contains("skipped")) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        Streams streams = new Streams(System.in, new StringWriter(), new PrintWriter(err, true), () -> false);
        String[] arguments = Stream.concat(
                        Stream.of("rebuild", index, source, "--run-text", "500"), Arrays.stream(more))
                .map(Object::toString)
                .toArray(String[]::new);
        int code = CliRun.withStreams(streams, arguments);
        // Also clears the interrupt for the tests that follow on this thread.
        assertTrue(Thread.interrupted());
        assertEquals(1, code);
        return err.toString();
    }

    private Path broken() throws IOException {
        StringBuilder lines = new StringBuilder(Files.readString(dump));
        lines.insert(lines.indexOf("{\"id\":\"d20\""), "not json\n");
        return Files.writeString(directory.resolve("broken.jsonl"), lines);
    }

    @Test
    void theNewIndexReplacesTheOldOne() throws IOException {
        Path report = directory.resolve("report.json");
        CliRun run = CliRun.of("rebuild", index, dump, "--format json --report", report, "--max-df 3 --run-text 1000")
                .exits(0);
        Map<String, String> figures = run.object();
        assertEquals("30", figures.get("documents"));
        assertEquals("0", figures.get("skipped"));
        assertEquals("5", figures.get("exactDuplicates"));
        assertEquals("0", figures.get("repeatedIds"));
        assertTrue(Integer.parseInt(figures.get("runs")) > 5, run.out());
        // Only the chunk "of a common beginning" is in more than two documents.
        assertEquals("1", figures.get("overMaxDf"));
        assertTrue(
                run.out().contains("\"documents\":30,\"holder\":\"d")
                        && run.out().contains("\"text\":\"of a common beginning\""),
                run.out());
        for (String name : new String[] {"megabytesPerSecond", "bytesPerPosting", "temporaryBytes", "peakHeap"}) {
            assertTrue(Double.parseDouble(figures.get(name)) > 0, name);
        }
        assertEquals(run.out(), Files.readString(report));
        assertEquals("30", documents());
        CliRun.of("check", index).exits(0);
        Path bulk = directory.resolve("bulk");
        CliRun.of("build", bulk, dump).exits(0);
        assertArrayEquals(segment(bulk), segment(index));
    }

    @Test
    void anIdThatIsTooLongIsReported() throws IOException {
        Files.writeString(dump, Files.readString(dump) + Corpus.record("x".repeat(70_000), "some text"));
        Map<String, String> figures =
                CliRun.of("rebuild", index, dump, "--format", "json").object();
        assertEquals("30", figures.get("documents"));
        assertEquals("1", figures.get("skipped"));
        assertEquals("1", figures.get("skippedInvalid"));
    }

    @Test
    void theReportIsReadable() throws IOException {
        CliRun run = CliRun.of("rebuild", index, broken()).exits(1);
        for (String word : new String[] {
            "documents",
            "exact duplicates",
            "Skipped documents",
            "broken.jsonl",
            "The minutiae that most documents hold",
            "of a common beginning",
            "Examples of duplicates"
        }) {
            assertTrue(run.out().contains(word), word + " in " + run.out());
        }
        run.tells("rebuilt " + index);
    }

    @Test
    void resumeContinuesAfterAnInterrupt() throws IOException {
        Path source = broken();
        String told = interrupted(source);
        assertTrue(told.contains("interrupted") && told.contains("--resume"), told);
        assertEquals("5", documents());
        CliRun run = CliRun.of("rebuild", index, source, "--resume", "--run-text", "500", "--format", "json")
                .exits(1);
        assertEquals("30", run.object().get("documents"));
        assertEquals("1", run.object().get("skipped"));
        assertEquals("1", run.object().get("skippedInvalid"));
        assertEquals("0", run.object().get("leftOutByRule"));
        assertTrue(Integer.parseInt(run.object().get("resumedDocuments")) > 10, run.out());
        Path bulk = directory.resolve("bulk");
        CliRun.of("build", bulk, source, "--lenient").exits(0);
        assertArrayEquals(segment(bulk), segment(index));
        CliRun.of("rebuild", index, source, "--resume").exits(1, "no unfinished rebuild");
    }

    @Test
    void resumeRefusesOtherSourcesAndOptions() throws IOException {
        Path source = broken();
        interrupted(source);
        FileTime time = Files.getLastModifiedTime(source);
        for (Object[] other : new Object[][] {
            {"--min-document", 3},
            {"--duplicates", "first"},
            {"--max-document", "1m"},
            {"--text-field", "title"},
            {dump}
        }) {
            Object[] arguments = Stream.concat(Stream.of("rebuild", index, source, "--resume"), Arrays.stream(other))
                    .toArray();
            CliRun run = CliRun.of(arguments).exits(1);
            assertTrue(run.err().contains(" was ") && run.err().contains(" and is "), run.err());
        }
        Files.setLastModifiedTime(source, FileTime.fromMillis(time.toMillis() + 5_000));
        CliRun touched = CliRun.of("rebuild", index, source, "--resume");
        assertTrue(touched.code() == 1 && touched.err().contains("time of " + source), touched.err());
        Files.writeString(source, Files.readString(source).replace("beginning", "beginninG"));
        Files.setLastModifiedTime(source, time);
        CliRun changed = CliRun.of("rebuild", index, source, "--resume");
        assertTrue(changed.code() == 1 && changed.err().contains("digest of both ends of " + source), changed.err());
        assertEquals("5", documents());
    }

    @Test
    void resumeRefusesAnIndexThatHasChanged() throws IOException {
        Path source = broken();
        interrupted(source);
        Path more = Files.writeString(directory.resolve("more.txt"), Corpus.words(99, 50));
        CliRun.of("add", index, more).exits(0);
        CliRun refused = CliRun.of("rebuild", index, source, "--resume");
        assertTrue(refused.code() == 1 && refused.err().contains("would not contain"), refused.err());
        assertEquals("6", documents());
        CliRun.of("rebuild", index, source, "--resume", "--force").exits(1);
        assertEquals("30", documents());
    }

    @Test
    void aSchemeCanBeGivenAsStatsPrintsIt() throws IOException {
        Path other = directory.resolve("other");
        CliRun.of("build", other, dump, "--granularity", "2", "--selection", "mod:m=3")
                .exits(0);
        Path whole = Files.writeString(
                directory.resolve("stats.json"),
                CliRun.of("stats", other, "--format", "json").out());
        CliRun.of("rebuild", index, dump, "--scheme", whole).exits(0);
        assertArrayEquals(segment(other), segment(index));
        Path alone = Files.writeString(
                directory.resolve("scheme.json"),
                CliRun.of("stats", other).lines().stream()
                        .filter(l -> l.startsWith("scheme"))
                        .findFirst()
                        .orElseThrow()
                        .replaceFirst("scheme *", ""));
        CliRun.of("rebuild", index, dump, "--scheme", alone).exits(0);
        assertArrayEquals(segment(other), segment(index));
        CliRun none = CliRun.of("rebuild", index, dump, "--scheme", dump);
        assertTrue(none.code() == 1 && none.err().contains("contains no scheme"), none.err());
        assertEquals("30", documents());
    }

    @Test
    void duplicatesAreLeftOutByThePolicy() throws IOException {
        assertEquals(
                "25",
                CliRun.of("rebuild", index, dump, "--duplicates", "first", "--format", "json")
                        .object()
                        .get("documents"));
        CliRun.of("rebuild", index, dump, "--duplicates", "some").exits(2);
    }

    /** A truncated gzip file: the documents before the cut are indexed. */
    @Test
    void theExitCodeTellsThatASourceBrokeOff() throws IOException {
        byte[] bytes = Packed.gzip(Files.readAllBytes(dump));
        Path cut = Files.write(directory.resolve("cut.jsonl.gz"), Arrays.copyOf(bytes, bytes.length / 2));
        for (boolean lenient : new boolean[] {false, true}) {
            Object[] last = lenient ? new Object[] {"--lenient"} : new Object[0];
            Path built = directory.resolve("built" + lenient);
            for (Object[] command :
                    new Object[][] {{"rebuild", index, cut}, {"build", built, cut}, {"add", built, cut}}) {
                CliRun run = CliRun.of(command, last);
                assertEquals(lenient ? 0 : 1, run.code(), run.err());
                assertEquals(!lenient, run.err().contains("--lenient would make this exit code 0"), run.err());
            }
            int held = Integer.parseInt(documents());
            assertTrue(held > 5 && held < 30, "documents: " + held);
            assertEquals(
                    documents(),
                    CliRun.of("stats", built, "--format", "json").object().get("documents"));
        }
    }

    @Test
    void missingIndexesAndSourcesAreErrors() throws IOException {
        Path stranger = Files.createDirectories(directory.resolve("stranger"));
        Files.writeString(stranger.resolve("letter.txt"), "mine");
        CliRun refused = CliRun.of("rebuild", stranger, dump);
        assertTrue(refused.code() == 1 && refused.err().contains("letter.txt"), refused.err());
        CliRun nowhere = CliRun.of("rebuild", directory.resolve("nowhere"), dump, "--resume");
        assertTrue(nowhere.code() == 1 && nowhere.err().contains("no rebuild to resume"), nowhere.err());
        assertFalse(Files.exists(directory.resolve("nowhere")));
        CliRun.of("rebuild", index, directory.resolve("missing")).exits(1);
        CliRun.of("rebuild", index).exits(2);
        CliRun.of("rebuild", index, dump, "--max-df", "0").exits(2);
        CliRun.of("rebuild", index, dump, "--memory", "900t").exits(2);
        CliRun.of("rebuild", index, index.resolve("..")).exits(2);
        assertEquals("5", documents());
    }

    @Test
    void aReportThatCannotBeWrittenIsRefusedAtTheStart() throws IOException {
        for (Path report : new Path[] {directory, directory.resolve("missing").resolve("report.json")}) {
            CliRun run = CliRun.of("rebuild", index, dump, "--report", report);
            assertTrue(run.code() == 2 && run.err().contains("--report is " + report), run.err());
            assertEquals("5", documents());
        }
    }

    @Test
    void strictFailsAtTheFirstBadDocumentAndChangesNothing() throws IOException {
        CliRun run = CliRun.of("rebuild", index, broken(), "--strict");
        assertTrue(run.code() == 1 && run.err().contains("--strict is set; the index is unchanged"), run.err());
        assertEquals("5", documents());
    }

    @Test
    void resumeRefusesAPipeAndStandardInput() throws Exception {
        Path pipe = directory.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        CliRun run = CliRun.of("rebuild", index, pipe, "--resume");
        assertTrue(run.code() == 2 && run.err().contains("cannot be read twice"), run.err());
        CliRun.of("rebuild", index, "-", "--resume").exits(2);
    }
}
