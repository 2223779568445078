package io.whorl.cli.passages;

import io.whorl.cli.console.FailedException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs a task for many inputs on several threads, and delivers the results in the order of the inputs. */
public final class OrderedTasks {
    /** The inputs per thread that may be ahead of the oldest unfinished one: enough to keep all threads busy. */
    private static final int AHEAD = 16;

    private OrderedTasks() {}

    private record Pending<T, R>(T input, Future<R> result) {}

    /** Computes a result, on any thread. */
    public interface Task<T, R> {
        R of(T input) throws IOException;
    }

    /** Receives the results, on the calling thread. */
    public interface Results<T, R> {
        void accept(T input, R result) throws IOException;
    }

    /** Runs the task for all inputs. The first failure, in the order of the inputs, ends the run. */
    public static <T, R> void run(Iterable<T> inputs, int threads, Task<T, R> task, Results<T, R> results)
            throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            Queue<Pending<T, R>> pending = new ArrayDeque<>();
            Iterator<T> all = inputs.iterator();
            for (Optional<T> next = next(all, pending, results); next.isPresent(); next = next(all, pending, results)) {
                T input = next.get();
                if (pending.size() == threads * AHEAD) {
                    deliver(pending.remove(), results);
                }
                pending.add(new Pending<>(input, pool.submit(() -> task.of(input))));
            }
            deliverAll(pending, results);
        } finally {
            pool.shutdownNow();
        }
    }

    /** An input that cannot be read fails after the results of those before it. */
    private static <T, R> Optional<T> next(Iterator<T> inputs, Queue<Pending<T, R>> pending, Results<T, R> results)
            throws IOException {
        try {
            return inputs.hasNext() ? Optional.of(inputs.next()) : Optional.empty();
        } catch (RuntimeException e) {
            deliverAll(pending, results);
            throw e;
        }
    }

    /** Waits for a result. An error of its task is thrown as it is. */
    public static <R> R result(Future<R> future) throws IOException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof IOException io) {
                throw io;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailedException("interrupted");
        }
    }

    private static <T, R> void deliverAll(Queue<Pending<T, R>> pending, Results<T, R> results) throws IOException {
        while (!pending.isEmpty()) {
            deliver(pending.remove(), results);
        }
    }

    private static <T, R> void deliver(Pending<T, R> oldest, Results<T, R> results) throws IOException {
        results.accept(oldest.input(), result(oldest.result()));
    }
}
