package io.whorl.cli.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import io.whorl.cli.Corpus;
import io.whorl.cli.Main;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Kills runs at random moments: the next one with --resume ends with the same bytes. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class KilledDedupTest {
    private static final boolean LONG = Boolean.getBoolean("io.whorl.long");
    private static final int KILLS = LONG ? 50 : 2;
    private static final int DOCUMENTS = LONG ? 6_000 : 400;
    private static final long TIMEOUT_SECONDS = 120;

    @TempDir
    private Path directory;

    private Path dump() throws IOException {
        Path dump = directory.resolve("dump.jsonl");
        try (Writer out = Files.newBufferedWriter(dump)) {
            for (int i = 0; i < DOCUMENTS; i++) {
                String text = Corpus.words(i % 3 == 0 ? i / 10 : i, 300);
                out.write(Corpus.record(i, text));
            }
        }
        return dump;
    }

    private static List<?> arguments(Path dump, Path clean) {
        return List.of("dedup", dump, "--write", clean, "--format json --run-text 100k --write-piece 100k");
    }

    /** @return true if it was killed before it ended by itself */
    private boolean killed(List<?> arguments, long afterMillis) throws Exception {
        Process process = new ProcessBuilder(
                        CliRun.command("-XX:TieredStopAtLevel=1 -Xshare:auto", Main.class, arguments))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("log").toFile())
                .start();
        boolean ended = process.waitFor(afterMillis, TimeUnit.MILLISECONDS);
        process.destroyForcibly();
        assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        return !ended;
    }

    @Test
    void aKilledRunEndsWithTheSameBytes() throws Exception {
        Path dump = dump();
        Path expected = directory.resolve("expected.jsonl");
        CliRun whole = CliRun.of(arguments(dump, expected)).exits(0);
        assertTrue(whole.lines().size() > DOCUMENTS / 5, () -> whole.lines().size() + " dropped");
        byte[] bytes = Files.readAllBytes(expected);
        Path packed = directory.resolve("expected.jsonl.gz");
        CliRun.of(arguments(dump, packed)).exits(0);
        byte[] packedBytes = Files.readAllBytes(packed);
        Random random = new Random(13);
        int kills = 0;
        for (int i = 0; i < KILLS; i++) {
            Path clean = directory.resolve("clean" + i + (i % 2 == 0 ? ".jsonl" : ".jsonl.gz"));
            if (!killed(arguments(dump, clean), 350 + random.nextInt(LONG ? 4_000 : 700))) {
                continue;
            }
            kills++;
            CliRun resumed = CliRun.of(arguments(dump, clean), "--resume");
            if (resumed.code() == 1 && resumed.err().contains("--force replaces it")) {
                // The kill came after the result was printed.
                resumed = whole;
            }
            resumed.exits(0);
            assertEquals(whole.out(), resumed.out());
            assertArrayEquals(i % 2 == 0 ? bytes : packedBytes, Files.readAllBytes(clean));
            assertTrue(Files.notExists(directory.resolve(clean.getFileName() + ".dedup")));
        }
        assertTrue(!LONG || kills > KILLS / 2, kills + " kills");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFullDiskKeepsTheFinishedSteps() throws Exception {
        Path dump = directory.resolve("dump.jsonl");
        try (Writer out = Files.newBufferedWriter(dump)) {
            for (int i = 0; i < 60; i++) {
                out.write(Corpus.record(i, Corpus.words(i / 2 * (i % 5), 3_000)));
            }
        }
        Path clean = directory.resolve("clean.jsonl");
        // No file may grow beyond 640 KB, as if the disk were full. The copy is larger, the temporary index is not.
        List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -f 1280; exec \"$@\"", "sh"));
        command.addAll(CliRun.command("-XX:TieredStopAtLevel=1 -XX:-UsePerfData", Main.class, arguments(dump, clean)));
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } finally {
            process.destroyForcibly();
        }
        assertEquals(1, process.exitValue(), Files.readString(log));
        assertTrue(
                Files.readString(log).contains("clean.jsonl cannot be written: File too large"), Files.readString(log));
        assertTrue(Files.readString(log).contains("continue with --resume"), Files.readString(log));
        assertTrue(Files.notExists(clean));
        Path unfinished = directory.resolve("clean.jsonl.unfinished");
        Path copied = directory.resolve("clean.jsonl.dedup").resolve("copied.step");
        long durable = Files.readAllLines(copied).stream()
                .filter(line -> line.startsWith("bytes="))
                .mapToLong(line -> Long.parseLong(line.substring("bytes=".length())))
                .sum();
        assertTrue(durable > 400_000 && durable <= Files.size(unfinished), durable + " bytes are finished");
        CliRun resumed = CliRun.of(arguments(dump, clean), "--resume").exits(0);
        List<String> kept = new ArrayList<>(Files.readAllLines(dump));
        for (Map<String, String> dropped : resumed.objects()) {
            assertTrue(kept.removeIf(line -> line.startsWith("{\"id\":\"" + dropped.get("drop") + "\",")));
        }
        assertEquals(kept, Files.readAllLines(clean));
    }
}
