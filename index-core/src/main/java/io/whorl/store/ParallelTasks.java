package io.whorl.store;

import io.whorl.concurrent.DaemonThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;

/** Runs tasks on threads, waits for all of them, and rethrows the first failure unwrapped. */
public final class ParallelTasks {
    private ParallelTasks() {}

    /** A part of some work. An error of a mapping that it reads leaves it, and no later task of its thread. */
    @FunctionalInterface
    public interface Task {
        void run() throws Exception;
    }

    /** Runs tasks and waits for all of them. */
    @FunctionalInterface
    public interface Runner {
        /** @throws IOException from a task, or if the waiting thread is interrupted */
        void runAll(List<Task> tasks) throws IOException;

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
                AtomicInteger ended = new AtomicInteger();
                runAll(each(tasks, task -> () -> {
                    task.run();
                    long i = ended.getAndIncrement();
                    counter.accept(work * (i + 1) / n - work * i / n);
                }));
            };
        }

        /** The same, but a task does not start once the work is cancelled: it throws {@link CancellationException}. */
        default Runner until(BooleanSupplier cancelled) {
            return tasks -> runAll(each(tasks, task -> () -> {
                if (cancelled.getAsBoolean()) {
                    throw new CancellationException("the caller cancelled the work");
                }
                task.run();
            }));
        }
    }

    /**
     * Runs tasks on the calling thread up to the first that fails.
     *
     * @throws IOException from a task, or if the calling thread is interrupted while a task waits
     */
    public static void runInTurn(List<Task> tasks) throws IOException {
        for (Task task : tasks) {
            try {
                settle(task);
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
    public static void runAll(List<Task> tasks, ExecutorService threads) throws IOException {
        Thread caller = Thread.currentThread();
        try {
            ExecutionException first = null;
            List<Callable<Void>> calls = new ArrayList<>(tasks.size());
            tasks.forEach(task -> calls.add(() -> call(task, caller)));
            for (Future<Void> done : threads.invokeAll(calls)) {
                try {
                    done.get();
                } catch (ExecutionException e) {
                    first = first == null ? e : first;
                }
            }
            if (first != null) {
                if (first.getCause() instanceof InterruptedException interrupt) {
                    // The calling thread was interrupted, and is no longer marked as interrupted.
                    throw interrupt;
                }
                rethrow(first.getCause());
            }
        } catch (InterruptedException e) {
            throw interrupted(tasks, e);
        }
    }

    /** Runs tasks on so many threads of their own; on the calling thread if it is one. */
    public static void runAll(List<Task> tasks, int threads) throws IOException {
        if (threads == 1) {
            runInTurn(tasks);
            return;
        }
        DaemonThreads.with(threads, pool -> {
            runAll(tasks, pool);
            return null;
        });
    }

    private static List<Task> each(List<Task> tasks, UnaryOperator<Task> around) {
        return tasks.stream().map(around).toList();
    }

    private static void settle(Task task) throws Exception {
        MappingFault.settled(() -> {
            task.run();
            return null;
        });
    }

    private static Void call(Task task, Thread caller) throws Exception {
        try {
            settle(task);
            return null;
        } catch (InterruptedException e) {
            Thread thread = Thread.currentThread();
            if (thread == caller) {
                throw e;
            }
            thread.interrupt();
            throw new IOException("the thread " + thread.getName() + " was interrupted while its task waited", e);
        }
    }

    private static IOException interrupted(List<Task> tasks, InterruptedException e) {
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
