package io.whorl;

import io.whorl.concurrent.DaemonThreads;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Ends the process, with a dump of all threads, when a property takes too long. JUnit's own timeout covers only the
 * tests of its own engine, and a property of jqwik may wait for a thread that never answers.
 */
public final class PropertyWatchdog implements TestExecutionListener {
    private static final long MOST_SECONDS = Long.getLong("io.whorl.test.seconds", 300);

    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("property-watchdog"));
    private final Map<String, Future<?>> running = new ConcurrentHashMap<>();

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest() && test.getUniqueId().contains("[engine:jqwik]")) {
            running.put(test.getUniqueId(), timer.schedule(() -> end(test), MOST_SECONDS, TimeUnit.SECONDS));
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Future<?> end = running.remove(test.getUniqueId());
        if (end != null) {
            end.cancel(false);
        }
    }

    private static void end(TestIdentifier test) {
        // Not System.err: the test runner replaces it, and what it holds is lost with the process.
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true);
        err.println(test.getUniqueId() + " takes longer than " + MOST_SECONDS + " s. All threads:");
        Thread.getAllStackTraces().forEach((thread, frames) -> {
            err.println(thread + " " + thread.getState());
            for (StackTraceElement frame : frames) {
                err.println("    at " + frame);
            }
        });
        // A thread that waits for ever cannot be told to stop.
        Runtime.getRuntime().halt(1);
    }
}
