package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.cli.console.Streams;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rebuild} without an existing index: it creates the first one, and can be resumed. */
class FirstRebuildCommandTest {
    @TempDir
    private Path directory;

    private Path index;
    private Path dump;

    @BeforeEach
    void write() throws IOException {
        index = directory.resolve("index");
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            lines.append(i == 20 ? "not json\n" : Corpus.record("d" + i, Corpus.words(i, 60)));
        }
        dump = Files.writeString(directory.resolve("dump.jsonl"), lines);
    }

    private static byte[] segment(Path of) throws IOException {
        return Files.readAllBytes(of.resolve("segment-000001.whs"));
    }

    @Test
    void theFirstIndexHasTheSchemeOfTheOptions() throws IOException {
        CliRun.of("rebuild", index, dump, "--preset", "near-duplicates", "--bits", 48, "--lenient")
                .exits(0, "there is no index at " + index);
        Path bulk = directory.resolve("bulk");
        CliRun.of("build", bulk, dump, "--preset", "near-duplicates", "--bits", 48, "--lenient")
                .exits(0);
        assertArrayEquals(segment(bulk), segment(index));
        CliRun.of("rebuild", index, dump, "--lenient").exits(0);
        // Without scheme options, the index keeps its scheme.
        CliRun.of("stats", index).prints("\"bits\":48");
        CliRun.of("rebuild", index, dump, "--granularity", 3, "--lenient").exits(0);
        CliRun.of("stats", index).prints("\"granularity\":3");
        CliRun.of("rebuild", index, dump, "--unmask", "--lenient").exits(0);
        CliRun.of("stats", index).prints("\"unmask\":true");
    }

    @Test
    void resumeContinuesAfterAnInterrupt() throws IOException {
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
        int code = CliRun.withStreams(
                streams, "rebuild", index.toString(), dump.toString(), "--run-text", "500", "--step", "2");
        // Also clears the interrupt for the tests that follow on this thread.
        assertTrue(Thread.interrupted());
        assertEquals(1, code, err.toString());
        assertFalse(Files.exists(index.resolve("MANIFEST")));
        CliRun.of("stats", index).exits(1, "rebuild --resume");
        CliRun run = CliRun.of("rebuild", index, dump, "--resume", "--run-text", "500", "--format", "json")
                .exits(1);
        assertTrue(Integer.parseInt(run.object().get("resumedDocuments")) > 10, run.out());
        Path bulk = directory.resolve("bulk");
        CliRun.of("build", bulk, dump, "--step", 2, "--lenient").exits(0);
        assertArrayEquals(segment(bulk), segment(index));
    }

    @Test
    void aSchemeFileAndSchemeOptionsAreRefusedTogether() throws IOException {
        Path file = Files.writeString(directory.resolve("scheme.json"), "{}");
        CliRun.of("rebuild", index, dump, "--scheme", file, "--preset", "plagiarism")
                .exits(2);
        assertFalse(Files.exists(index));
    }
}
