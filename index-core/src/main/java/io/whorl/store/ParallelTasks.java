package io.whorl.store;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** Runs tasks on threads, waits for all of them, and rethrows the first failure unwrapped. */
public final class ParallelTasks {
    private ParallelTasks() {}

    /** Runs tasks and waits for all of them. */
    @FunctionalInterface
    public interface Runner {
        /** @throws IOException from a task, or if the waiting thread is interrupted */
        void runAll(List<Callable<Void>> tasks) throws IOException;

        /** A runner on some threads; see {@link ParallelTasks#runAll}. */
        static Runner on(ExecutorService threads) {
            return tasks -> ParallelTasks.runAll(tasks, threads);
        }

        /**
         * The same, and counts the work of all tasks while they run.
         *
         * @param work what a list of tasks amounts to, such as bytes; each has an equal share
         * @param counter receives the share of a task that has ended, on any thread
         */
        default Runner counting(long work, LongConsumer counter) {
            return tasks -> {
                int n = tasks.size();
                List<Callable<Void>> run = new ArrayList<>(n);
                for (Callable<Void> task : tasks) {
                    long from = work * run.size() / n;
                    long to = work * (run.size() + 1) / n;
                    run.add(() -> {
                        task.call();
                        counter.accept(to - from);
                        return null;
                    });
                }
                runAll(run);
            };
        }

        /** The same, but a task does not start once the work is cancelled: it throws {@link CancellationException}. */
        default Runner until(BooleanSupplier cancelled) {
            return tasks -> {
                List<Callable<Void>> run = new ArrayList<>(tasks.size());
                for (Callable<Void> task : tasks) {
                    run.add(() -> {
                        if (cancelled.getAsBoolean()) {
                            throw new CancellationException("the caller cancelled the work");
                        }
                        return task.call();
                    });
                }
                runAll(run);
            };
        }
    }

    /**
     * Runs tasks on the calling thread up to the first that fails.
     *
     * @throws IOException from a task, or if the calling thread is interrupted while a task waits
     */
    public static void runInTurn(List<Callable<Void>> tasks) throws IOException {
        for (Callable<Void> task : tasks) {
            try {
                task.call();
            } catch (InterruptedException e) {
                throw interrupted(tasks, e);
            } catch (Exception e) {
                rethrow(e);
            }
        }
    }

    /**
     * Runs tasks on threads and waits for all of them. Only an interrupt of the calling thread leaves it interrupted.
     * If a task waits on another thread and that thread is interrupted, the task has failed.
     *
     * @throws IOException from a task, or if the calling thread is interrupted while it or a task waits
     */
    public static void runAll(List<Callable<Void>> tasks, ExecutorService threads) throws IOException {
        Thread caller = Thread.currentThread();
        List<Callable<Void>> run = new ArrayList<>(tasks.size());
        for (Callable<Void> task : tasks) {
            run.add(() -> call(task, caller));
        }
        try {
            ExecutionException first = null;
            for (Future<Void> done : threads.invokeAll(run)) {
                try {
                    done.get();
                } catch (ExecutionException e) {
                    first = first == null ? e : first;
                }
            }
            if (first != null) {
                if (first.getCause() instanceof InterruptedException interrupt) {
                    // Of the calling thread, which is no longer marked as interrupted.
                    throw interrupt;
                }
                rethrow(first.getCause());
            }
        } catch (InterruptedException e) {
            throw interrupted(tasks, e);
        }
    }

    private static Void call(Callable<Void> task, Thread caller) throws Exception {
        try {
            return task.call();
        } catch (InterruptedException e) {
            Thread thread = Thread.currentThread();
            if (thread == caller) {
                throw e;
            }
            thread.interrupt();
            throw new IOException("the thread " + thread.getName() + " was interrupted while its task waited", e);
        }
    }

    private static IOException interrupted(List<Callable<Void>> tasks, InterruptedException e) {
        Thread.currentThread().interrupt();
        return (InterruptedIOException)
                new InterruptedIOException("interrupted while waiting for " + tasks.size() + " tasks").initCause(e);
    }

    /** Throws the failure of another thread with its own type. */
    public static void rethrow(Throwable cause) throws IOException {
        if (cause instanceof IOException io) {
            throw io;
        }
        if (cause instanceof RuntimeException r) {
            throw r;
        }
        if (cause instanceof Error e) {
            throw e;
        }
        throw new IllegalStateException(cause);
    }
}
