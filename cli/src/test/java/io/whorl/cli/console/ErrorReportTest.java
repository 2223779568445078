package io.whorl.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErrorReportTest {
    @TempDir
    private Path directory;

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

    @Test
    void aFullDiskIsReportedWithAnAdvice() {
        String told = ErrorReport.message(new FileSystemException("/data/x.whs", null, "No space left on device"));
        assertTrue(told.startsWith("/data/x.whs: No space left on device; free some space"), told);
        assertTrue(told.contains(System.getProperty("java.io.tmpdir")), told);
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
}
