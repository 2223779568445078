package io.whorl.concurrent;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that do not keep a process alive, and that see the plug-ins their maker sees. */
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
