package io.whorl.store;

import static io.whorl.testing.Thrown.assertReason;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RefusedException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterLockTest {
    @TempDir
    Path directory;

    /** An interrupt closes the file of the lock, and with it the lock itself. */
    @Test
    void anInterruptedHolderReleasesTheLock() throws IOException {
        WriterLock lock = WriterLock.acquire(directory.resolve("LOCK"), "another writer");
        Thread.currentThread().interrupt();
        try {
            assertThrows(ClosedByInterruptException.class, () -> lock.announce("which is interrupted"));
        } finally {
            assertTrue(Thread.interrupted());
        }
        lock.close();
        WriterLock next = WriterLock.acquire(directory.resolve("LOCK"), "another writer");
        lock.close();
        assertReason(
                RefusedException.Reason.LOCKED, () -> WriterLock.acquire(directory.resolve("LOCK"), "another writer"));
        next.close();
    }
}
