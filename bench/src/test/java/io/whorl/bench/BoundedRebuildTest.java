package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.data.SyntheticDump;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rebuilds from a dump that is never on disk and larger than the heap. In the long form it is several times as large,
 * and has more documents than the heap could hold ids.
 */
class BoundedRebuildTest {
    private static final boolean LONG = Boolean.getBoolean("io.whorl.long");
    private static final SyntheticDump DUMP = new SyntheticDump(1, LONG ? 260_000 : 60_000, 750);
    private static final String HEAP = "-Xmx40m";
    /** C1 compiles the code of a short process fast enough. */
    private static final String COMPILER = LONG ? "-XX:+TieredCompilation" : "-XX:TieredStopAtLevel=1";

    @TempDir
    Path folder;

    @Test
    void dumpLargerThanTheHeapIsIndexed() throws Exception {
        Path index = folder.resolve("index");
        Path one = Files.writeString(folder.resolve("one.txt"), "the first index");
        assertEquals(0, whorl("build", index.toString(), one.toString(), "--selection", "mod:m=25"));
        Path dump = pipe("dump.jsonl");
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> write(dump));
        Path report = folder.resolve("report.json");
        assertEquals(
                0,
                whorl("rebuild", index.toString(), dump.toString(), "--memory", "16m", "--report", report.toString()));
        written.join();
        String json = Files.readString(report);
        assertEquals(DUMP.documents(), figure(json, "documents"));
        assertTrue(figure(json, "textBytes") > 750L * DUMP.documents(), json);
        assertTrue(figure(json, "runs") > 1, json);
        assertFound(index);
    }

    private static long figure(String json, String name) {
        Matcher found = Pattern.compile('"' + name + "\":(\\d+)").matcher(json);
        assertTrue(found.find(), name);
        return Long.parseLong(found.group(1));
    }

    private static void assertFound(Path index) throws IOException {
        try (Snapshot snapshot = Snapshot.open(index)) {
            assertEquals(DUMP.documents(), snapshot.documents());
            for (long d = 0; d < DUMP.documents(); d += DUMP.documents() / 50) {
                String id = DUMP.id(d);
                boolean found = snapshot.query(DUMP.text(d), QueryOptions.DEFAULT).matches().stream()
                        .anyMatch(match -> match.id().equals(id) && match.score() == 100);
                assertTrue(found, id + " is not found by its own text");
            }
        }
    }

    private Path pipe(String name) throws Exception {
        Path pipe = folder.resolve(name);
        try {
            assertEquals(
                    0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        } catch (IOException e) {
            Assumptions.abort("skipped: there is no mkfifo here");
        }
        return pipe;
    }

    private static void write(Path pipe) {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(pipe), 1 << 16)) {
            DUMP.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int whorl(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                COMPILER,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "io.whorl.cli.Main"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.waitFor();
        System.out.println(output.lines().limit(35).reduce("", (a, b) -> a + "\n" + b));
        return exit;
    }
}
