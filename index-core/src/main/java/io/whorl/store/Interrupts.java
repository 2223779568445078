package io.whorl.store;

import io.whorl.CallInterruptedException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Tells interrupts of the calling thread from failures of the disk. An interrupt closes the file channel that the
 * thread uses or opens, and ends its wait for other threads; both look like errors of the file system.
 */
public final class Interrupts {
    private Interrupts() {}

    /** @throws CallInterruptedException if an interrupt of this thread caused the failure */
    public static void check(Exception failure) {
        for (Throwable e = failure; e != null && Thread.currentThread().isInterrupted(); e = e.getCause()) {
            if (e instanceof ClosedByInterruptException || e instanceof InterruptedIOException) {
                throw new CallInterruptedException(failure);
            }
        }
    }

    /**
     * The exception to throw for a failure.
     *
     * @throws CallInterruptedException if an interrupt of this thread caused the failure
     */
    public static UncheckedIOException unchecked(IOException failure) {
        check(failure);
        return new UncheckedIOException(failure);
    }
}
