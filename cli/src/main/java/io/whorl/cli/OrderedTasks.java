package io.whorl.cli;

import io.whorl.corpus.Document;
import io.whorl.store.ParallelTasks;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ToLongFunction;
import org.apache.commons.io.function.IOBiConsumer;
import org.apache.commons.io.function.IOFunction;
import org.apache.commons.io.function.IOSupplier;

/** Runs a task for many inputs on several threads, and delivers the results in the order of the inputs. */
final class OrderedTasks<T, R> {
    /** The inputs per thread that may be ahead of the oldest unfinished one: enough to keep all threads busy. */
    private static final int AHEAD = 16;
    /** The same for texts, of which one takes longer. */
    private static final int TEXTS_AHEAD = 4;
    /** The bytes of these texts. One text may be larger. */
    private static final long MAX_BYTES_AHEAD = 16L << 20;

    /** Reads the inputs one after another, on the calling thread. */
    private final IOSupplier<Optional<T>> inputs;

    private final ToLongFunction<T> size;
    /** Receives the results, on the calling thread. */
    private final IOBiConsumer<T, R> results;

    private final Queue<Pending<T, R>> pending = new ArrayDeque<>();
    private long bytes;

    private record Pending<T, R>(T input, Future<R> result) {}

    private OrderedTasks(IOSupplier<Optional<T>> inputs, ToLongFunction<T> size, IOBiConsumer<T, R> results) {
        this.inputs = inputs;
        this.size = size;
        this.results = results;
    }

    public static <T, R> void run(Iterable<T> inputs, int threads, IOFunction<T, R> task, IOBiConsumer<T, R> results)
            throws IOException {
        Iterator<T> all = inputs.iterator();
        runInputs(() -> all.hasNext() ? Optional.of(all.next()) : Optional.empty(), threads, task, results);
    }

    /** Runs the task for all inputs. The first failure, in the order of the inputs, ends the run. */
    public static <T, R> void runInputs(
            IOSupplier<Optional<T>> inputs, int threads, IOFunction<T, R> task, IOBiConsumer<T, R> results)
            throws IOException {
        new OrderedTasks<>(inputs, input -> 0, results).run(threads, AHEAD, task);
    }

    /** Runs the task for all texts, of which a few are in memory. */
    public static <R> void runTexts(
            IOSupplier<Optional<Document>> texts,
            int threads,
            IOFunction<Document, R> task,
            IOBiConsumer<Document, R> results)
            throws IOException {
        new OrderedTasks<>(texts, text -> text.utf8().length, results).run(threads, TEXTS_AHEAD, task);
    }

    private void run(int threads, int ahead, IOFunction<T, R> task) throws IOException {
        if (threads == 1) {
            for (Optional<T> input = inputs.get(); input.isPresent(); input = inputs.get()) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new FailedException("interrupted");
                }
                results.accept(input.get(), task.apply(input.get()));
            }
            return;
        }
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (Optional<T> next = next(); next.isPresent(); next = next()) {
                T input = next.get();
                long length = size.applyAsLong(input);
                while (!pending.isEmpty() && (pending.size() == threads * ahead || bytes + length > MAX_BYTES_AHEAD)) {
                    deliverOldest();
                }
                pending.add(new Pending<>(input, pool.submit(() -> task.apply(input))));
                bytes += length;
            }
            deliverAll();
        } finally {
            pool.shutdownNow();
        }
    }

    /** An input that cannot be read fails after the results of those before it, as with one thread. */
    private Optional<T> next() throws IOException {
        try {
            return inputs.get();
        } catch (IOException | RuntimeException e) {
            deliverAll();
            throw e;
        }
    }

    private void deliverAll() throws IOException {
        while (!pending.isEmpty()) {
            deliverOldest();
        }
    }

    private void deliverOldest() throws IOException {
        Pending<T, R> oldest = pending.remove();
        bytes -= size.applyAsLong(oldest.input());
        results.accept(oldest.input(), result(oldest.result()));
    }

    /** Waits for a result. An error of its task is thrown as it is. */
    private static <R> R result(Future<R> future) throws IOException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            ParallelTasks.rethrow(e.getCause());
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailedException("interrupted");
        }
    }
}
