package io.whorl.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.concurrent.QueryPriority.Work;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Turns of writing threads. The number of running queries is one for the whole process. */
@Timeout(60)
@SuppressWarnings("try")
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

    /** Starts work of a few steps on another thread. */
    private static Thread started(QueryPriority priority, int works) {
        Thread thread = new Thread(() -> {
            for (int i = 0; i < works; i++) {
                work(priority);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void work(QueryPriority priority) {
        try (Work work = priority.begin()) {
            QueryPriority.step();
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertFalse(Thread.currentThread().isInterrupted(), "it does not wait");
            assertTrue(thread.isAlive(), "it waits and does not end");
            Thread.onSpinWait();
        }
    }

    @Test
    void noThreadWaitsWhileNoQueryRunsOrIfNoCoreIsLeftToQueries() throws Exception {
        for (QueryPriority priority : List.of(new QueryPriority(1, FOREVER, 0), new QueryPriority(0))) {
            try (Work work = priority.begin()) {
                QueryPriority.step();
                started(priority, 1).join();
                QueryPriority.step();
            }
            beginQuery();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aThreadPausesOrPassesItsTurnOnToAThreadThatWaitsForIt(boolean pauses) throws Exception {
        QueryPriority priority = new QueryPriority(1, FOREVER, 0);
        beginQuery();
        try (Work first = priority.begin()) {
            QueryPriority.step();
            Thread second = started(priority, 1);
            awaitWaiting(second);
            if (pauses) {
                QueryPriority.pause();
                second.join();
            }
            // The first never closes before the second has had a turn.
            while (second.isAlive()) {
                assertFalse(Thread.currentThread().isInterrupted(), "the turn is not passed on");
                QueryPriority.step();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theTurnEndsAfterTheLastQueryButNotInAGap(boolean gap) throws Exception {
        QueryPriority priority = new QueryPriority(1, FOREVER, gap ? FOREVER : 0);
        beginQuery();
        try (Work work = priority.begin()) {
            QueryPriority.step();
            endQueries();
            QueryPriority.step();
            beginQuery();
            Thread other = started(priority, 1);
            if (gap) {
                awaitWaiting(other);
            } else {
                other.join();
            }
        }
    }

    /** Nothing else makes the only thread wait. */
    @Test
    void workRestsWhileAQueryIsLate() throws Exception {
        QueryPriority priority = new QueryPriority(1, FOREVER, 0);
        AtomicBoolean ended = new AtomicBoolean();
        beginQuery();
        Thread working = new Thread(() -> {
            try (Work work = priority.begin()) {
                while (!ended.get()) {
                    QueryPriority.step();
                }
            }
        });
        working.setDaemon(true);
        working.start();
        boolean rested = false;
        while (!rested) {
            assertFalse(Thread.currentThread().isInterrupted(), "the work never rests");
            for (int quick = 0; quick < 1_000; quick++) {
                QueryPriority.beginQuery();
                QueryPriority.endQuery();
            }
            QueryPriority.beginQuery();
            long start = System.nanoTime();
            while (!rested && System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(5)) {
                rested = working.getState() == Thread.State.TIMED_WAITING;
            }
            QueryPriority.endQuery();
        }
        ended.set(true);
        working.join();
    }

    /** Work within work gives up the turn of the outer one, which it would wait for in vain. */
    @Test
    void workMayBeginWithinWork() {
        QueryPriority priority = new QueryPriority(1, FOREVER, 0);
        beginQuery();
        try (Work outer = priority.begin()) {
            QueryPriority.step();
            work(priority);
            QueryPriority.step();
            work(priority);
        }
        work(priority);
        QueryPriority.step();
    }

    /** With a wait at each of its steps, the work would take 1,000 times 200 ms. */
    @Test
    void aTurnThatDoesNotEndDelaysTheOthersOnlyNowAndThen() throws Exception {
        QueryPriority priority = new QueryPriority(1, TimeUnit.MILLISECONDS.toNanos(200), 0);
        beginQuery();
        try (Work stalled = priority.begin()) {
            QueryPriority.step();
            started(priority, 1_000).join();
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
