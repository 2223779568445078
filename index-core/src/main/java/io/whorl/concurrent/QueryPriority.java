package io.whorl.concurrent;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Leaves cores to queries. While queries run in this process, the threads of one writer share the other cores, in turns
 * of .2 ms. If no query has run for 1 ms, no thread waits.
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
 *       a long step of one thread makes the others at most half as fast and blocks none.
 *   <li>Code that takes long, or waits for the disk, calls {@link #step} or {@link #pause}, whatever thread it is on.
 *   <li>A query that takes longer than the mean has perhaps lost its core to a thread without turns: of a compiler, a
 *       collector or the system. A thread whose turn it is then rests until the query ends, so that its core is free,
 *       unless another core has no turn. It rests for {@link #LONGEST_REST} at a time and for half of the time at most.
 *       With it, the 99th percentile beside a writer is 1.0 to 1.4 instead of 2.4 ms.
 * </ol>
 *
 * <p>Thread-safe.
 */
public final class QueryPriority {
    private static final long TURN = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(20);

    /**
     * Queries that follow one another have shorter gaps. If turns ended in each gap, two threads would work beside the
     * next query until their steps end. That was a quarter to a half of the long waits of queries for a core.
     */
    private static final long GAP = TimeUnit.MILLISECONDS.toNanos(1);

    private static final long REST = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long LONGEST_REST = TimeUnit.MILLISECONDS.toNanos(1);

    private static final LongAdder QUERIES = new LongAdder();
    /** When the last query ended. */
    private static volatile long ended = System.nanoTime() - GAP;
    /** When queries began, by the numbers of their threads; 0 if none runs. A query may be missing. */
    private static final AtomicLongArray BEGUN = new AtomicLongArray(1 << 6);
    /** The mean time of the last queries. Threads change it without synchronization, so a query may not count. */
    private static volatile long mean = LONGEST_REST;

    /** The work that the thread has begun last. */
    private static final ThreadLocal<Work> CURRENT = new ThreadLocal<>();

    private final Semaphore turns;
    private final long longestWait;
    private final long gap;
    /** The time until which no thread waits. */
    private volatile long freeUntil = System.nanoTime();
    /** The time until which no thread rests. */
    private volatile long busyUntil = System.nanoTime();

    /** @param cores that are left to queries; with 0, no thread waits */
    public QueryPriority(int cores) {
        this(
                cores == 0
                        ? Integer.MAX_VALUE
                        : Math.max(1, Runtime.getRuntime().availableProcessors() - cores),
                LONGEST_WAIT,
                GAP);
    }

    QueryPriority(int threads, long longestWait, long gap) {
        turns = new Semaphore(threads, true);
        this.longestWait = longestWait;
        this.gap = gap;
    }

    /** Begins a query. {@link #endQuery} must follow. */
    public static void beginQuery() {
        QUERIES.increment();
        BEGUN.set(slot(), System.nanoTime());
    }

    public static void endQuery() {
        long now = System.nanoTime();
        ended = now;
        QUERIES.decrement();
        long begun = BEGUN.getAndSet(slot(), 0);
        if (begun != 0) {
            mean += (now - begun - mean) / BEGUN.length();
        }
    }

    private static int slot() {
        return (int) Thread.currentThread().getId() & (BEGUN.length() - 1);
    }

    /** Whether a query is late, but not for long: a query that takes so long by itself delays no work. */
    private static boolean isLate(long now) {
        long usual = mean;
        for (int i = 0; i < BEGUN.length(); i++) {
            long begun = BEGUN.get(i);
            if (begun != 0 && now - begun > usual && now - begun < usual + 2 * LONGEST_REST) {
                return true;
            }
        }
        return false;
    }

    /**
     * Waits for a turn if queries run, and passes it on if it took long enough. Does nothing on a thread without work
     * of a writer. Call it between steps of less than {@link #TURN}.
     */
    public static void step() {
        Work work = CURRENT.get();
        if (work != null) {
            work.next();
        }
    }

    /** Ends the turn before the thread waits for the disk. The next {@link #step} begins another one. */
    public static void pause() {
        Work work = CURRENT.get();
        if (work != null) {
            work.endTurn();
        }
    }

    /** Begins work of a writer on the calling thread, until it is closed on the same thread. */
    public Work begin() {
        return new Work();
    }

    /** Work of one thread, from {@link #begin} on. */
    public final class Work implements AutoCloseable {
        private final Work outer = CURRENT.get();
        private boolean turn;
        private long since;

        private Work() {
            if (outer != null) {
                outer.endTurn();
            }
            CURRENT.set(this);
        }

        private void next() {
            if (QUERIES.sum() <= 0 && System.nanoTime() - ended >= gap) {
                endTurn();
            } else if (!turn && System.nanoTime() - freeUntil >= 0) {
                await();
            } else if (turn && turns.hasQueuedThreads() && System.nanoTime() - since > TURN) {
                endTurn();
                await();
            }
            if (turn && turns.availablePermits() == 0) {
                rest();
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

        private void rest() {
            long begun = System.nanoTime();
            if (begun - busyUntil < 0) {
                return;
            }
            long now = begun;
            for (; now - begun < LONGEST_REST && isLate(now); now = System.nanoTime()) {
                LockSupport.parkNanos(REST);
            }
            busyUntil = now + (now - begun);
        }

        private void endTurn() {
            if (turn) {
                turn = false;
                turns.release();
            }
        }

        @Override
        public void close() {
            endTurn();
            if (outer == null) {
                CURRENT.remove();
            } else {
                CURRENT.set(outer);
            }
        }
    }
}
