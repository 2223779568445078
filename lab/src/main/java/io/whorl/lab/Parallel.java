package io.whorl.lab;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.store.ParallelTasks;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.commons.io.function.IOConsumer;
import org.apache.commons.io.function.IOFunction;

/** Runs a task, which must be thread-safe, for each item on several threads. The first failure is thrown unchanged. */
public final class Parallel {
    /** Items that wait for each thread: enough to keep it busy, few enough to bound memory. */
    private static final int AHEAD = 4;

    private Parallel() {}

    /** Applies a task to each item of a list. */
    @SuppressWarnings("unchecked") // Only results of the task are in the array.
    public static <A, B> List<B> map(List<A> items, int threads, IOFunction<A, B> task) throws IOException {
        Object[] results = new Object[items.size()];
        IOConsumer<Consumer<Integer>> places =
                consumer -> IntStream.range(0, results.length).boxed().forEach(consumer);
        forEach(places, threads, i -> results[i] = task.apply(items.get(i)));
        return (List<B>) Arrays.asList(results);
    }

    /**
     * Applies an action to each item of a source. Only a few items for each thread are in memory at once.
     *
     * @param source passes its items to a consumer, one at a time and in order
     */
    public static <A> void forEach(IOConsumer<Consumer<A>> source, int threads, IOConsumer<A> action)
            throws IOException {
        int most = AHEAD * threads;
        Semaphore room = new Semaphore(most);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        DaemonThreads.<Void, IOException>with(threads, pool -> {
            source.accept(item -> {
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
            // Each item that is not done takes some of the room.
            room.acquireUninterruptibly(most);
            return null;
        });
        if (failure.get() != null) {
            ParallelTasks.rethrow(failure.get());
        }
    }
}
