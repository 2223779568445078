package io.whorl.write;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.store.Channels;
import io.whorl.store.ParallelTasks;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/**
 * A thread that runs one task after another. It is private, so no caller can interrupt it, which would close its files.
 */
final class WorkerThread {
    private static final System.Logger LOGGER = System.getLogger("io.whorl.write");

    private final String name;
    private final ExecutorService thread;

    interface Task {
        void run() throws IOException;
    }

    WorkerThread(String name) {
        this.name = name;
        thread = Executors.newSingleThreadExecutor(DaemonThreads.background(name));
    }

    /** @throws IllegalStateException after {@link #shutdown} */
    <T> CompletableFuture<T> submit(Callable<T> task) {
        CompletableFuture<T> done = new CompletableFuture<>();
        try {
            thread.execute(() -> {
                try {
                    done.complete(task.call());
                } catch (Throwable e) {
                    done.completeExceptionally(e);
                }
            });
        } catch (RejectedExecutionException e) {
            throw closed(e);
        }
        return done;
    }

    /** @throws IllegalStateException after {@link #shutdown} */
    CompletableFuture<Void> submit(Task task) {
        return submit(() -> {
            task.run();
            return null;
        });
    }

    /** Runs a task after the submitted ones, and waits for it. */
    void run(Task task) throws IOException {
        get(submit(task));
    }

    /** Waits for the tasks submitted so far. */
    void settle() throws IOException {
        run(() -> {});
    }

    /**
     * Runs a task after the submitted ones. No thread waits for it.
     *
     * @param failed is called if the task fails, so that no caller waits for its effects forever
     * @throws IllegalStateException after {@link #shutdown}
     */
    void execute(Task task, Consumer<Throwable> failed) {
        var unused = submit(() -> {
            try {
                task.run();
            } catch (Throwable e) {
                failed.accept(e);
            }
        });
    }

    static IllegalStateException closed(Throwable e) {
        return new IllegalStateException("the writer is closed; open another", e);
    }

    /** Runs a task after the submitted ones. If it fails, the failure is logged, because no thread waits for it. */
    void execute(Task task) {
        execute(task, e -> LOGGER.log(System.Logger.Level.WARNING, "background work of " + name + " failed", e));
    }

    /** Accepts no more tasks; submitted ones are run. */
    void shutdown() {
        thread.shutdown();
    }

    /**
     * Waits for a result. An interrupt does not end the wait, because the work goes on and the caller must learn its
     * result; the thread stays interrupted.
     */
    static <T> T get(CompletableFuture<T> future) throws IOException {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw failure(e.getCause());
        }
    }

    /** Throws a failure with its own type. */
    static IOException failure(Throwable cause) throws IOException {
        if (cause instanceof IOException io) {
            Channels.checkPermission(io);
        }
        ParallelTasks.rethrow(cause);
        throw new AssertionError(cause);
    }
}
