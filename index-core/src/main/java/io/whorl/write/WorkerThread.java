package io.whorl.write;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * A thread that does one task after another. Nobody outside knows it, so nobody interrupts it: an interrupt would close
 * the files under it.
 */
final class WorkerThread {
    private final ExecutorService thread;

    WorkerThread(String name) {
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread t = new Thread(task, name);
            t.setDaemon(true);
            return t;
        });
    }

    /** @throws IllegalStateException after {@link #shutdown} */
    <T> Future<T> submit(Callable<T> task) {
        try {
            return thread.submit(task);
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException("the writer is closed; open another", e);
        }
    }

    /** Runs a task after those asked for before, and waits for it. */
    <T> T call(Callable<T> task) throws IOException {
        return Futures.get(submit(task));
    }

    /** Takes no more tasks; those asked for are run. */
    void shutdown() {
        thread.shutdown();
    }
}
