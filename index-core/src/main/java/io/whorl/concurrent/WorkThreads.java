package io.whorl.concurrent;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A fixed number of daemon threads for one piece of work. */
public final class WorkThreads {
    private WorkThreads() {}

    /** Work that is divided among threads. */
    public interface Work<T, E extends Exception> {
        T on(ExecutorService threads) throws E;
    }

    /** Does the work, and ends the threads. */
    public static <T, E extends Exception> T with(int count, Work<T, E> work) throws E {
        ExecutorService threads = Executors.newFixedThreadPool(count, DaemonThreads.named("whorl-work"));
        try {
            return work.on(threads);
        } finally {
            threads.shutdownNow();
        }
    }
}
