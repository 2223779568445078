package io.whorl.concurrent;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Leaves cores to queries. While queries run in this process, the threads of one writer share the other cores, in turns
 * of .2 ms. While no query runs, no thread waits.
 *
 * <pre>
 *   query     ██████ ██████ ██████
 *   adding    ███░░░░░███░░░░░░███      a turn each; ░ waits for the next one
 *   merging   ░░░░███░░░░░███░░░░░
 * </pre>
 *
 * <ol>
 *   <li>Turns are given in the order of requests.
 *   <li>A thread that gets no turn for {@link #LONGEST_WAIT} works without one. For as long again, no thread waits. So
 *       a long step of one thread, such as a force of the disk, makes the others at most half as fast and blocks none.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class QueryPriority {
    private static final long TURN = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(20);
    private static final LongAdder QUERIES = new LongAdder();

    private final Semaphore turns;
    private final long longestWait;
    /** The time until which no thread waits. */
    private volatile long freeUntil = System.nanoTime();

    /** @param cores that are left to queries; with 0, no thread waits */
    public QueryPriority(int cores) {
        this(
                cores == 0
                        ? Integer.MAX_VALUE
                        : Math.max(1, Runtime.getRuntime().availableProcessors() - cores),
                LONGEST_WAIT);
    }

    QueryPriority(int threads, long longestWait) {
        turns = new Semaphore(threads, true);
        this.longestWait = longestWait;
    }

    /** Begins a query. {@link #endQuery} must follow. */
    public static void beginQuery() {
        QUERIES.increment();
    }

    public static void endQuery() {
        QUERIES.decrement();
    }

    /** Work of one thread, which calls {@link #step} between short steps. One thread at a time. */
    public final class Work implements AutoCloseable {
        private boolean turn;
        private long since;

        /** Waits for a turn if queries run, and passes it on if it took long enough. */
        public void step() {
            if (QUERIES.sum() <= 0) {
                close();
            } else if (!turn && System.nanoTime() - freeUntil >= 0) {
                await();
            } else if (turn && turns.hasQueuedThreads() && System.nanoTime() - since > TURN) {
                close();
                await();
            }
        }

        private void await() {
            try {
                turn = turns.tryAcquire(longestWait, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                // The work itself decides what an interrupt means.
                Thread.currentThread().interrupt();
            }
            since = System.nanoTime();
            if (!turn) {
                freeUntil = since + longestWait;
            }
        }

        /** Ends the turn. The work may go on with another one. */
        @Override
        public void close() {
            if (turn) {
                turn = false;
                turns.release();
            }
        }
    }
}
