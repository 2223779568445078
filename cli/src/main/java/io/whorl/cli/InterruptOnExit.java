package io.whorl.cli;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.commons.io.file.PathUtils;

/**
 * Turns Ctrl-C into an interrupt of the thread that opened this object, and keeps the process alive until that thread
 * has cleaned up, for a few seconds at most. Open it before, and close it after, the resources that must be cleaned up.
 */
final class InterruptOnExit implements AutoCloseable {
    private static final long CLEANUP_SECONDS = 10;

    private final CountDownLatch cleanedUp = new CountDownLatch(1);
    private final AtExit action;

    public InterruptOnExit() {
        Thread worker = Thread.currentThread();
        action = new AtExit(() -> {
            worker.interrupt();
            try {
                cleanedUp.await(CLEANUP_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void close() {
        cleanedUp.countDown();
        action.close();
    }

    /** An action that runs if the process ends, as after Ctrl-C, before this object is closed. */
    static final class AtExit implements AutoCloseable {
        private final Thread hook;
        /** Whether the action will run; not if the process had begun to end before. */
        private final boolean awaited;

        AtExit(Runnable action) {
            hook = new Thread(action);
            awaited = isAdded();
        }

        private boolean isAdded() {
            try {
                Runtime.getRuntime().addShutdownHook(hook);
                return true;
            } catch (IllegalStateException ending) {
                return false;
            }
        }

        @Override
        public void close() {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException ending) {
                return;
            }
        }
    }

    /** A directory that is deleted when it is closed, and when the process ends before that, as after Ctrl-C. */
    public static final class TemporaryDirectory implements Closeable {
        private static final int ATTEMPTS = 500;
        private static final long MILLIS_BETWEEN = 10;

        final Path path;
        private final AtExit removal;

        /**
         * Creates a directory where the system has its temporary files.
         *
         * @throws InterruptedIOException if the process ends
         */
        public TemporaryDirectory(String prefix) throws IOException {
            // The end of the process waits until the directory is there.
            synchronized (this) {
                removal = new AtExit(this::deleteAtExit);
                if (!removal.awaited) {
                    throw new InterruptedIOException("the process ends");
                }
                try {
                    path = Files.createTempDirectory(prefix);
                } catch (IOException e) {
                    removal.close();
                    throw e;
                }
            }
        }

        @Override
        public void close() {
            removal.close();
            delete();
        }

        /** Other threads may still write to the directory until they are interrupted, so one attempt may not do. */
        private synchronized void deleteAtExit() {
            for (int i = 0; i < ATTEMPTS && !delete(); i++) {
                try {
                    Thread.sleep(MILLIS_BETWEEN);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        /** Returns whether the directory is gone. Files that cannot be deleted are left to the system. */
        private boolean delete() {
            try {
                PathUtils.delete(path);
                return true;
            } catch (IOException | UncheckedIOException left) {
                return Files.notExists(path);
            }
        }
    }
}
