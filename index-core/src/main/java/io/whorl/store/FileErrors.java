package io.whorl.store;

import io.whorl.CallInterruptedException;
import io.whorl.RefusedException;
import io.whorl.WhorlException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.ReadOnlyFileSystemException;

/**
 * Tells interrupts of the calling thread and missing permissions from failures of the disk. An interrupt closes the
 * file channel that the thread uses or opens, and ends its wait for other threads; both look like errors of the file
 * system.
 */
public final class FileErrors {
    private FileErrors() {}

    /**
     * Throws the typed error of a failure, if it has one.
     *
     * @throws CallInterruptedException if an interrupt of this thread caused the failure
     * @throws RefusedException as {@link #checkPermission}
     */
    public static void check(Exception failure) {
        for (Throwable e = failure; e != null && Thread.currentThread().isInterrupted(); e = e.getCause()) {
            if (e instanceof ClosedByInterruptException || e instanceof InterruptedIOException) {
                throw new CallInterruptedException(failure);
            }
        }
        checkPermission(failure);
    }

    /**
     * Runs work on files.
     *
     * @throws RefusedException as {@link #checkPermission}
     */
    public static <T> T permitted(Channels.FileWork<T> work) throws IOException {
        try {
            return work.run();
        } catch (IOException | ReadOnlyFileSystemException e) {
            checkPermission(e);
            throw e;
        }
    }

    /** @throws RefusedException if this process may not read or write a file */
    public static void checkPermission(Exception failure) {
        for (Throwable e = failure; e != null && !(failure instanceof WhorlException); e = e.getCause()) {
            if (isDenial(e)) {
                throw RefusedException.denied(String.valueOf(failure.getMessage()), failure);
            }
        }
    }

    /** Linux reports a file system that is mounted read-only by the reason alone. */
    private static boolean isDenial(Throwable e) {
        return e instanceof AccessDeniedException
                || e instanceof ReadOnlyFileSystemException
                || e instanceof FileSystemException f
                        && String.valueOf(f.getReason()).contains("Read-only file system");
    }

    /**
     * Runs work on files for a caller that cannot throw an {@link IOException}.
     *
     * @throws CallInterruptedException as {@link #check}
     * @throws RefusedException as {@link #check}
     * @throws UncheckedIOException for other failures
     */
    public static <T> T unchecked(Channels.FileWork<T> work) {
        try {
            return work.run();
        } catch (IOException e) {
            check(e);
            throw new UncheckedIOException(e);
        }
    }
}
