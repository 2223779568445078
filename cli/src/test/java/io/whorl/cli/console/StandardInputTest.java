package io.whorl.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.console.Streams.StandardInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandardInputTest {
    @TempDir
    private Path folder;

    /** Reads a line and its end, and then waits for more until it is interrupted. */
    static final class Reading {
        private Reading() {}

        public static void main(String[] arguments) throws IOException {
            InputStream in = new StandardInput();
            System.out.println(new String(in.readNBytes(4), StandardCharsets.UTF_8));
            Thread reader = Thread.currentThread();
            new Thread(reader::interrupt).start();
            try {
                in.read();
            } catch (ClosedByInterruptException e) {
                System.out.println("interrupted");
            }
        }
    }

    @Test
    void anInterruptEndsAReadOfAPipe() throws Exception {
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Reading.class.getName())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            process.getOutputStream().write("text".getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it still reads");
            assertEquals("text\ninterrupted\n", Files.readString(output));
        } finally {
            process.destroyForcibly();
        }
    }
}
