package io.whorl.store;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of the process that read pages. They wait for the disk and hardly use a processor; idle ones end. */
final class ReadThreads {
    /** More reads at a time were not faster on the disks that were measured (docs/DECISIONS.md). */
    static final int COUNT = 32;

    private static final long IDLE_SECONDS = 10;
    private static final AtomicInteger NUMBER = new AtomicInteger(1);
    private static final ThreadPoolExecutor POOL = pool();

    private ReadThreads() {}

    static Executor pooled() {
        return POOL;
    }

    private static ThreadPoolExecutor pool() {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                COUNT, COUNT, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), ReadThreads::thread);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "whorl-read-" + NUMBER.getAndIncrement());
        thread.setDaemon(true);
        // Not that of the caller: the pool outlives an application in a container.
        thread.setContextClassLoader(ReadThreads.class.getClassLoader());
        return thread;
    }
}
