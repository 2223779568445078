package io.whorl.concurrent;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes daemon threads, which do not keep the process alive. They inherit the context class loader of the thread that
 * creates the factory, so plug-ins are found.
 */
public final class DaemonThreads {
    private DaemonThreads() {}

    public static ThreadFactory named(String name) {
        AtomicInteger next = new AtomicInteger(1);
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return task -> {
            Thread thread = new Thread(task, name + "-" + next.getAndIncrement());
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }
}
