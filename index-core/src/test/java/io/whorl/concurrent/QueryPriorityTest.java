package io.whorl.concurrent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.concurrent.QueryPriority.Work;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns of writing threads. The number of running queries is one for the whole process. */
@Timeout(60)
class QueryPriorityTest {
    private static final long FOREVER = TimeUnit.HOURS.toNanos(1);

    private int queries;

    @AfterEach
    void endQueries() {
        for (; queries > 0; queries--) {
            QueryPriority.endQuery();
        }
    }

    private void beginQuery() {
        queries++;
        QueryPriority.beginQuery();
    }

    @Test
    void noThreadWaitsWhileNoQueryRuns() {
        QueryPriority priority = new QueryPriority(1, FOREVER);
        try (Work one = priority.new Work();
                Work other = priority.new Work()) {
            one.step();
            other.step();
            one.step();
        }
    }

    @Test
    void aThreadWaitsForTheTurnOfAnotherWhileAQueryRuns() throws Exception {
        QueryPriority priority = new QueryPriority(1, FOREVER);
        beginQuery();
        Work first = priority.new Work();
        first.step();
        Thread second = new Thread(() -> {
            try (Work work = priority.new Work()) {
                work.step();
            }
        });
        second.start();
        while (second.getState() != Thread.State.TIMED_WAITING) {
            assertTrue(second.isAlive(), "it waits and does not end");
            Thread.onSpinWait();
        }
        first.close();
        second.join();
    }

    @Test
    void twoThreadsPassTheTurnOnWhileAQueryRuns() throws Exception {
        QueryPriority priority = new QueryPriority(1, FOREVER);
        beginQuery();
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> {
                try (Work work = priority.new Work()) {
                    for (long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20); System.nanoTime() < end; ) {
                        work.step();
                    }
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void theTurnEndsWithTheLastQuery() {
        QueryPriority priority = new QueryPriority(1, FOREVER);
        beginQuery();
        try (Work one = priority.new Work();
                Work other = priority.new Work()) {
            one.step();
            endQueries();
            one.step();
            beginQuery();
            other.step();
        }
    }

    @Test
    void noThreadWaitsLongForATurnThatDoesNotEnd() {
        QueryPriority priority = new QueryPriority(1, 1);
        beginQuery();
        try (Work one = priority.new Work();
                Work other = priority.new Work()) {
            one.step();
            other.step();
            other.step();
        }
    }

    @Test
    void noThreadWaitsIfNoCoreIsLeftToQueries() {
        QueryPriority priority = new QueryPriority(0);
        beginQuery();
        try (Work one = priority.new Work();
                Work other = priority.new Work()) {
            one.step();
            other.step();
        }
    }
}
