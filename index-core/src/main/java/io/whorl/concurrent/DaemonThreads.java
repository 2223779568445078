package io.whorl.concurrent;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes daemon threads, which do not keep the process alive. They inherit the context class loader of the thread that
 * creates the factory, so plug-ins are found.
 */
public final class DaemonThreads {
    private DaemonThreads() {}

    public static ThreadFactory named(String name) {
        return named(name, Thread.NORM_PRIORITY);
    }

    /**
     * Makes threads that leave the processor to others, such as queries. They have the lowest priority. The Java VM
     * passes it to the operating system only with {@code -XX:ThreadPriorityPolicy=1}.
     */
    public static ThreadFactory background(String name) {
        return named(name, Thread.MIN_PRIORITY);
    }

    private static ThreadFactory named(String name, int priority) {
        AtomicInteger next = new AtomicInteger(1);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return task -> {
            Thread thread = new Thread(task, name + "-" + next.getAndIncrement());
            thread.setDaemon(true);
            thread.setPriority(priority);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }

    /** Work that is divided among threads. */
    public interface Work<T, E extends Exception> {
        T on(ExecutorService threads) throws E;
    }

    /** Does the work, and ends the threads. */
    public static <T, E extends Exception> T with(int count, Work<T, E> work) throws E {
        ExecutorService threads = Executors.newFixedThreadPool(count, named("whorl-work"));
        try {
            return work.on(threads);
        } finally {
            threads.shutdownNow();
        }
    }
}
