package io.whorl.lab.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

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

    /**
     * Applies a task to each item of a list.
     *
     * @return the results in the order of the list
     */
    public static <A, B> List<B> map(List<A> items, int threads, Task<A, B> task) throws IOException {
        ExecutorService pool = pool(threads);
        try {
            List<Future<B>> futures = new ArrayList<>();
            for (A item : items) {
                futures.add(pool.submit(() -> task.apply(item)));
            }
            List<B> results = new ArrayList<>();
            for (Future<B> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            rethrow(e.getCause());
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            pool.shutdownNow();
        }
    }

    /** Applies an action to each item of a source. Only a few items for each thread are in memory at once. */
    public static <A> void forEach(Source<A> source, int threads, Action<A> action) throws IOException {
        ExecutorService pool = pool(threads);
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
            throw interrupted(e);
        } finally {
            pool.shutdownNow();
        }
        rethrow(failure.get());
    }

    private static ExecutorService pool(int threads) {
        return Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "whorl-lab");
            thread.setDaemon(true);
            return thread;
        });
    }

    private static IOException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IOException("interrupted; continue the run with --resume", e);
    }

    private static void rethrow(Throwable failure) throws IOException {
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
    }
}
