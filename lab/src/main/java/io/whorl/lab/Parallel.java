package io.whorl.lab;

import io.whorl.store.ParallelTasks;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Runs a task for each item on several threads. The first failure is thrown unchanged. */
public final class Parallel {
    /** Items that wait for each thread: enough to keep it busy, few enough to bound memory. */
    private static final int AHEAD = 4;

    /** A task that makes a result from an item. Must be thread-safe. */
    public interface Task<A, B> {
        B apply(A item) throws IOException;
    }

    /** A task without a result. Must be thread-safe. */
    public interface Action<A> {
        void accept(A item) throws IOException;
    }

    /** A source that passes its items to a consumer, one at a time and in order. */
    public interface Source<A> {
        void forEach(Consumer<A> consumer) throws IOException;
    }

    private Parallel() {}

    /** Applies a task to each item of a list. */
    @SuppressWarnings("unchecked") // Only results of the task are in the array.
    public static <A, B> List<B> map(List<A> items, int threads, Task<A, B> task) throws IOException {
        Object[] results = new Object[items.size()];
        Source<Integer> places =
                consumer -> IntStream.range(0, results.length).boxed().forEach(consumer);
        forEach(places, threads, i -> results[i] = task.apply(items.get(i)));
        return (List<B>) Arrays.asList(results);
    }

    /** Applies an action to each item of a source. Only a few items for each thread are in memory at once. */
    public static <A> void forEach(Source<A> source, int threads, Action<A> action) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "whorl-lab");
            thread.setDaemon(true);
            return thread;
        });
        Semaphore room = new Semaphore(AHEAD * threads);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        try {
            source.forEach(item -> {
                room.acquireUninterruptibly();
                pool.execute(() -> {
                    try {
                        if (failure.get() == null) {
                            action.accept(item);
                        }
                    } catch (IOException | RuntimeException | Error e) {
                        failure.compareAndSet(null, e);
                    } finally {
                        room.release();
                    }
                });
            });
            pool.shutdown();
            if (!pool.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS)) {
                throw new IOException("the tasks did not finish");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted; continue the run with --resume", e);
        } finally {
            pool.shutdownNow();
        }
        if (failure.get() != null) {
            ParallelTasks.rethrow(failure.get());
        }
    }
}
