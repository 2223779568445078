package io.whorl.query;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.parts.SearchBuffers;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;
import io.whorl.store.MappingFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** The threads with which one query searches several parts at a time. Thread-safe. */
final class SearchThreads {
    private final int count;
    private final ExecutorService threads;

    /** @param count the number of threads of one query, including the one that calls; at least 2 */
    SearchThreads(int count) {
        this.count = count;
        threads = Executors.newFixedThreadPool(count - 1, DaemonThreads.named("whorl-query"));
    }

    int count() {
        return count;
    }

    /**
     * Runs a task for each number from 0 to {@code tasks} − 1, and waits for all of them. The calling thread runs the
     * first one.
     *
     * @throws RuntimeException the failure of the first task that failed
     */
    void run(int tasks, IntConsumer task) {
        List<Future<?>> others = new ArrayList<>();
        for (int t = 1; t < tasks; t++) {
            int number = t;
            others.add(threads.submit(() -> MappingFault.settled(() -> {
                task.accept(number);
                return null;
            })));
        }
        Throwable failure = null;
        try {
            task.accept(0);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
        for (Future<?> other : others) {
            Throwable its = failure(other);
            failure = failure == null ? its : failure;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }

    /** Waits for a task, even if this thread is interrupted: the task uses what the query holds. */
    private static Throwable failure(Future<?> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    task.get();
                    return null;
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    return e.getCause();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends the threads, when no query runs any more. */
    void close() {
        threads.shutdown();
    }

    /**
     * The fingerprinters and the buffers that queries reuse, for all snapshots of one scheme: as many as calls ran at
     * once. They belong to the snapshots and not to threads, so a thread that has opened many indexes holds none of
     * them. Thread-safe.
     */
    static final class QueryTools {
        private final Scheme scheme;
        private final DocumentExtras extras;
        /** The queries that a snapshot, and those that it was refreshed from, have answered or refused. */
        final LongAdder answered = new LongAdder();

        final LongAdder refused = new LongAdder();
        private final Queue<Fingerprinter> fingerprinters = new ConcurrentLinkedQueue<>();
        private final Queue<SearchBuffers> buffers = new ConcurrentLinkedQueue<>();

        QueryTools(Scheme scheme) {
            this.scheme = scheme;
            extras = DocumentExtras.of(scheme);
        }

        /** Makes the extras of queries. */
        DocumentExtras extras() {
            return extras;
        }

        /** Runs a call with a fingerprinter that no other call uses. */
        <T> T fingerprinting(Function<Fingerprinter, T> call) {
            Fingerprinter free = fingerprinters.poll();
            Fingerprinter used = free == null ? Fingerprinter.of(scheme) : free;
            try {
                return call.apply(used);
            } finally {
                fingerprinters.add(used);
            }
        }

        /**
         * Runs a call with buffers that no other call uses. A failed call leaves counts, so its buffers are dropped.
         */
        <T> T searching(Function<SearchBuffers, T> call) {
            SearchBuffers used = borrow();
            T result = call.apply(used);
            giveBack(used);
            return result;
        }

        /** Buffers for one query. Give them back if it succeeds. */
        SearchBuffers borrow() {
            SearchBuffers free = buffers.poll();
            return free == null ? new SearchBuffers() : free;
        }

        void giveBack(SearchBuffers used) {
            buffers.add(used);
        }
    }
}
