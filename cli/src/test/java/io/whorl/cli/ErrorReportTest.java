package io.whorl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.cli.InterruptOnExit.TemporaryDirectory;
import io.whorl.cli.Streams.StandardInput;
import io.whorl.cli.Streams.StandardOutput;
import io.whorl.testing.ChildJvm;
import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands do with errors, with the standard streams, and with temporary files. */
class ErrorReportTest {
    @TempDir
    private Path directory;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    /** The end of the process removes temporary files that an interrupted command still uses. */
    @Test
    void whatFollowsFromAnInterruptIsReportedAsOne() {
        NoSuchFileException gone = new NoSuchFileException("/tmp/whorl-dedup1/lock");
        FailedException kept = new FailedException("interrupted; continue with --resume");
        assertEquals("no such file or directory: /tmp/whorl-dedup1/lock", ErrorReport.message(gone));
        Thread.currentThread().interrupt();
        try {
            assertEquals("interrupted", ErrorReport.message(gone));
            assertEquals("interrupted; continue with --resume", ErrorReport.message(kept));
        } finally {
            assertEquals(true, Thread.interrupted());
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void aContentThatFailsLeavesTheEarlierFile() throws IOException {
        Path file = Files.writeString(directory.resolve("result"), "earlier");
        ResultFile result = ResultFile.at(file);
        assertThrows(
                FailedException.class,
                () -> result.write(out -> {
                    out.write("half".getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    throw new IOException("the disk is full");
                }));
        assertEquals("earlier", Files.readString(file));
        assertEquals(List.of("result"), names());
    }

    /** A move that deletes what is in the way would lose an earlier file if it were killed before it moves. */
    @Test
    void nothingIsDeletedBeforeTheMove() throws IOException {
        Path file = directory.resolve("result");
        ResultFile result = ResultFile.at(file);
        assertThrows(FailedException.class, () -> result.write(out -> Files.createDirectory(file)));
        assertTrue(Files.isDirectory(file));
        assertEquals(List.of("result"), names());
    }

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
        Path output = directory.resolve("output");
        Process process = new ProcessBuilder(CliRun.command("", Reading.class))
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

    @Test
    void itWritesWholeLines() throws IOException {
        Random random = new Random(1);
        StringBuilder all = new StringBuilder();
        int writes = 0;
        try (Writer out = new BufferedWriter(
                new OutputStreamWriter(new StandardOutput(written), StandardCharsets.UTF_8), 1 << 10)) {
            for (int i = 0; i < 1_000; i++) {
                int before = written.size();
                String line = "\u00fc\ud83d\ude00x".repeat(random.nextInt(40)) + (i % 7 == 0 ? "\n\n" : "\n");
                out.write(line);
                all.append(line);
                String sofar = written.toString(StandardCharsets.UTF_8);
                assertTrue(sofar.isEmpty() || sofar.endsWith("\n"), sofar.substring(Math.max(0, sofar.length() - 20)));
                writes += written.size() > before ? 1 : 0;
            }
            assertTrue(writes > 10, "nothing was written before the end");
            out.write("end");
            all.append("end");
        }
        assertEquals(all.toString(), written.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aLineThatIsTooLongToKeepIsWrittenInPieces() throws IOException {
        byte[] piece = "x".repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
        try (StandardOutput out = new StandardOutput(written)) {
            for (int i = 1; i <= 100; i++) {
                out.write(piece);
                assertTrue((long) i * piece.length - written.size() <= 1 << 20, "it keeps the line");
            }
        }
        assertEquals(100 * piece.length, written.size());
    }

    /** Closes a directory while the process ends, as a command does that Ctrl-C interrupts. */
    static final class Ending {
        private Ending() {}

        public static void main(String[] arguments) throws IOException {
            TemporaryDirectory directory = new TemporaryDirectory("x");
            Files.writeString(
                    Files.createDirectory(directory.path.resolve("inner")).resolve("file"), "text");
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
            path = directory.path;
            Files.writeString(path.resolve("file"), "text");
        }
        assertFalse(Files.exists(path));
    }

    @Test
    void itCanBeClosedWhileTheProcessEnds() throws Exception {
        assertEquals(List.of("closed"), ChildJvm.run(CliRun.command("-Djava.io.tmpdir=" + directory, Ending.class)));
        assertEquals(List.of(), names());
    }
}
