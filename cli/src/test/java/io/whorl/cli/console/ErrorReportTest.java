package io.whorl.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ErrorReportTest {
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
}
