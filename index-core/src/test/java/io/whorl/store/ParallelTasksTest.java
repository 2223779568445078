package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.concurrent.DaemonThreads;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Only an interrupt of the caller marks the caller as interrupted. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParallelTasksTest {
    /** A task that waits on a thread that is interrupted. */
    private static Void waitInterrupted() throws InterruptedException {
        Thread.currentThread().interrupt();
        throw new AssertionError("not interrupted: " + new CountDownLatch(1).await(50, TimeUnit.SECONDS));
    }

    @AfterEach
    void forgetInterrupt() {
        Thread.interrupted();
    }

    @Test
    void anInterruptOfAPoolThreadIsAFailureOfItsTask() throws IOException {
        List<String> ran = Collections.synchronizedList(new ArrayList<>());
        List<Callable<Void>> tasks = List.of(ParallelTasksTest::waitInterrupted, () -> {
            ran.add("second");
            return null;
        });
        IOException e = assertThrows(
                IOException.class,
                () -> DaemonThreads.<Void, IOException>with(1, threads -> {
                    ParallelTasks.runAll(tasks, threads);
                    return null;
                }));
        assertFalse(Thread.currentThread().isInterrupted(), "the caller is interrupted");
        assertFalse(e instanceof InterruptedIOException, "the caller is told that it was interrupted");
        assertInstanceOf(InterruptedException.class, e.getCause());
        assertTrue(e.getMessage().contains("whorl-work-1"), e.getMessage());
        assertTrue(ran.contains("second"), "the other task did not run");
    }

    @Test
    void anInterruptOfACallerThatRunsTheTaskMarksIt() {
        InterruptedIOException e = assertThrows(
                InterruptedIOException.class,
                () -> ParallelTasks.runInTurn(List.of(ParallelTasksTest::waitInterrupted)));
        assertTrue(Thread.interrupted());
        assertInstanceOf(InterruptedException.class, e.getCause());
    }

    @Test
    void anInterruptOfACallerThatWaitsMarksIt() {
        Thread caller = Thread.currentThread();
        CountDownLatch never = new CountDownLatch(1);
        List<Callable<Void>> tasks = List.of(() -> {
            caller.interrupt();
            throw new AssertionError("not interrupted: " + never.await(50, TimeUnit.SECONDS));
        });
        assertThrows(
                InterruptedIOException.class,
                () -> DaemonThreads.<Void, IOException>with(1, threads -> {
                    ParallelTasks.runAll(tasks, threads);
                    return null;
                }));
        assertTrue(Thread.interrupted());
    }

    @Test
    void anotherFailureIsThrownAsItIs() {
        IOException failure = new IOException("of a task");
        assertSame(
                failure,
                assertThrows(
                        IOException.class,
                        () -> DaemonThreads.<Void, IOException>with(2, threads -> {
                            ParallelTasks.runAll(
                                    List.of(
                                            () -> {
                                                throw failure;
                                            },
                                            ParallelTasksTest::waitInterrupted),
                                    threads);
                            return null;
                        })));
        assertFalse(Thread.currentThread().isInterrupted());
    }

    @Test
    void everyFailureOfATaskReachesTheCaller() throws IOException {
        for (Throwable failure : List.of(
                new IOException("io"), new IllegalArgumentException("argument"), new StackOverflowError("error"))) {
            assertSame(failure, failureOf(failure, false));
            assertSame(failure, failureOf(failure, true));
        }
        Exception unexpected = new TimeoutException("checked");
        for (boolean pool : List.of(false, true)) {
            assertSame(
                    unexpected,
                    assertInstanceOf(IllegalStateException.class, failureOf(unexpected, pool))
                            .getCause());
        }
    }

    private static Throwable failureOf(Throwable failure, boolean pool) {
        List<Callable<Void>> tasks = List.of(() -> {
            if (failure instanceof Error e) {
                throw e;
            }
            throw (Exception) failure;
        });
        return assertThrows(
                Throwable.class,
                () -> DaemonThreads.<Void, IOException>with(1, threads -> {
                    ParallelTasks.Runner runner = pool ? ParallelTasks.Runner.on(threads) : ParallelTasks::runInTurn;
                    runner.runAll(tasks);
                    return null;
                }));
    }
}
