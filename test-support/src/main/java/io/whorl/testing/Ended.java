package io.whorl.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A process that has ended: its exit code, and what it printed. */
public record Ended(int code, String out, String err) {
    /**
     * Runs a process. If it does not end in time, the test fails. The process and its children are killed in any case.
     */
    public static Ended of(ProcessBuilder builder, long seconds) throws IOException, InterruptedException {
        Path out = Files.createTempFile("out", ".txt");
        Path err = Files.createTempFile("err", ".txt");
        Process process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        try {
            boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
            String printed = Files.readString(out);
            String told = Files.readString(err);
            assertTrue(ended, () -> "timeout: " + builder.command() + "\n" + printed + told);
            return new Ended(process.exitValue(), printed, told);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }

    public Ended exits(int expected) {
        assertEquals(expected, code, () -> out + err);
        return this;
    }
}
