package io.whorl.write;

import io.whorl.concurrent.DaemonThreads;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

/**
 * A thread that runs one task after another. It is private, so no caller can interrupt it, which would close its files.
 */
final class WorkerThread {
    private final ExecutorService thread;

    WorkerThread(String name) {
        thread = Executors.newSingleThreadExecutor(DaemonThreads.named(name));
    }

    /** @throws IllegalStateException after {@link #shutdown} */
    <T> Future<T> submit(Callable<T> task) {
        try {
            return thread.submit(task);
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException("the writer is closed; open another", e);
        }
    }

    /** Runs a task after the submitted ones, and waits for it. */
    <T> T call(Callable<T> task) throws IOException {
        return Futures.get(submit(task));
    }

    /** Accepts no more tasks; submitted ones are run. */
    void shutdown() {
        thread.shutdown();
    }
}
