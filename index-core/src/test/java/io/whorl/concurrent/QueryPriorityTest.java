package io.whorl.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.concurrent.QueryPriority.Work;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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
    void noThreadWaitsWhileNoQueryRunsOrIfNoCoreIsLeftToQueries() {
        for (QueryPriority priority : List.of(new QueryPriority(1, FOREVER), new QueryPriority(0))) {
            try (Work one = priority.new Work();
                    Work other = priority.new Work()) {
                one.step();
                other.step();
                one.step();
            }
            beginQuery();
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
    void aThreadPassesItsTurnOnToAThreadThatWaits() throws Exception {
        QueryPriority priority = new QueryPriority(1, FOREVER);
        beginQuery();
        CountDownLatch second = new CountDownLatch(1);
        try (Work first = priority.new Work()) {
            first.step();
            Thread thread = new Thread(() -> {
                try (Work work = priority.new Work()) {
                    work.step();
                    second.countDown();
                }
            });
            thread.start();
            // The first never closes before the second has had a turn.
            while (second.getCount() > 0) {
                first.step();
                assertFalse(Thread.currentThread().isInterrupted(), "the turn is not passed on");
            }
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

    /** With a wait at each of its steps, the work would take 1,000 times 200 ms. */
    @Test
    void aTurnThatDoesNotEndDelaysTheOthersOnlyNowAndThen() {
        QueryPriority priority = new QueryPriority(1, TimeUnit.MILLISECONDS.toNanos(200));
        beginQuery();
        try (Work stalled = priority.new Work()) {
            stalled.step();
            for (int document = 0; document < 1_000; document++) {
                try (Work work = priority.new Work()) {
                    work.step();
                }
            }
        }
    }

    @Test
    void backgroundThreadsHaveTheLowestPriority() {
        assertEquals(
                Thread.MIN_PRIORITY,
                DaemonThreads.background("test").newThread(() -> {}).getPriority());
        assertEquals(
                Thread.NORM_PRIORITY,
                DaemonThreads.named("test").newThread(() -> {}).getPriority());
    }
}
