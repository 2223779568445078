package io.whorl.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryDirectoryTest {
    @TempDir
    private Path folder;

    /** Closes a directory while the process ends, as a command does that Ctrl-C interrupts. */
    static final class Ending {
        private Ending() {}

        public static void main(String[] arguments) throws IOException {
            TemporaryDirectory directory = new TemporaryDirectory("x");
            Files.writeString(
                    Files.createDirectory(directory.path().resolve("inner")).resolve("file"), "text");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                directory.close();
                System.out.println("closed");
            }));
        }
    }

    @Test
    void closingItDeletesIt() throws IOException {
        Path path;
        try (TemporaryDirectory directory = new TemporaryDirectory("x")) {
            path = directory.path();
            Files.writeString(path.resolve("file"), "text");
        }
        assertFalse(Files.exists(path));
    }

    @Test
    void itCanBeClosedWhileTheProcessEnds() throws Exception {
        Path output = Files.createTempFile("ending", ".txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + folder,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Ending.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "timeout");
        assertEquals("closed", Files.readString(output).strip());
        Files.delete(output);
        try (var left = Files.list(folder)) {
            assertEquals(0, left.count());
        }
    }
}
