package io.whorl.cli.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
