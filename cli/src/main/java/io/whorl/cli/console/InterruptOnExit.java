package io.whorl.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into an interrupt of the thread that opened this object, and keeps the process alive until that thread
 * has cleaned up, for a few seconds at most. Open it before, and close it after, the resources that must be cleaned up.
 */
public final class InterruptOnExit implements AutoCloseable {
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

        /** Whether the action will run; not if the process had begun to end before. */
        boolean isAwaited() {
            return awaited;
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
}
