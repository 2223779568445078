package io.whorl.cli.console;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C into an interrupt of the thread at work, and keeps the process alive until that thread has cleared away
 * what it had begun, or for a few seconds. Opened before, and closed after, whatever must be cleared away.
 */
public final class InterruptOnExit implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 10;

    private final CountDownLatch cleared = new CountDownLatch(1);
    private final Thread hook;

    public InterruptOnExit() {
        Thread worker = Thread.currentThread();
        hook = new Thread(() -> {
            worker.interrupt();
            try {
                cleared.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Runtime.getRuntime().addShutdownHook(hook);
    }

    @Override
    public void close() {
        cleared.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            return;
        }
    }
}
