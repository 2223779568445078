package io.whorl.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Reads randomly changed files in a process with a small heap. There must be no crash, no hang, no exhausted heap, and
 * no error except the documented ones. {@code -Dio.whorl.long=true} runs many rounds with a random seed,
 * {@code -Dio.whorl.fuzz.rounds} sets their number, {@code -Dio.whorl.fuzz.seed} repeats a run, and
 * {@code -Dio.whorl.fuzz.only} runs one target or group.
 */
class FuzzTest {
    private static final boolean LONG = Boolean.getBoolean("io.whorl.long");
    private static final long SEED = Long.getLong("io.whorl.fuzz.seed", LONG ? new Random().nextInt(1 << 30) : 1);
    private static final String ONLY = System.getProperty("io.whorl.fuzz.only", "");
    private static final int MINUTES = LONG ? 9 * 60 : 4;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        FuzzTargets.INDEX + ", 64, 2, 2000",
        FuzzTargets.DUMPS + ", 256, 5, 20000",
        FuzzTargets.TEXTS + ", 128, 5, 20000"
    })
    // Longer than the long form. The child process has a time limit for each input.
    @Timeout(value = 10, unit = TimeUnit.HOURS)
    void changedFilesCauseOnlyDocumentedErrors(String group, int heapMegabytes, int few, int many)
            throws IOException, InterruptedException {
        int rounds = Integer.getInteger("io.whorl.fuzz.rounds", LONG ? many : few);
        if (!ONLY.isEmpty()
                && FuzzTargets.of(group, Files.createDirectories(directory.resolve("seeds"))).stream()
                        .noneMatch(t -> ONLY.equals(group) || ONLY.equals(t.name()))) {
            return;
        }
        Path log = directory.resolve("output.txt");
        List<String> command = CliRun.command(
                "-XX:-UsePerfData -Xmx" + heapMegabytes + "m"
                        + (LONG ? "" : " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC"),
                FuzzChild.class,
                ONLY.isEmpty() ? group : ONLY,
                rounds,
                SEED,
                directory);
        Process child = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertTrue(child.waitFor(MINUTES, TimeUnit.MINUTES), () -> "timeout: " + text(log));
            String output = text(log);
            if (LONG) {
                System.out.println("fuzz " + group + ", -Dio.whorl.fuzz.seed=" + SEED + "\n" + output);
            }
            assertEquals(0, child.exitValue(), () -> "seed " + SEED + "\n" + output);
            assertTrue(output.endsWith("done\n"), output);
        } finally {
            child.destroyForcibly();
        }
    }

    private static String text(Path log) {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "its output cannot be read: " + e;
        }
    }
}
