package io.whorl.corpus;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The threads of one reader: one that reads, and those that convert to text, which start as needed. */
final class ReaderThreads {
    /** How long close() waits for a format that ignores interrupts. The threads are daemons. */
    private static final long CLOSE_TIMEOUT_MILLIS = 10_000;

    private final ThreadPoolExecutor pool;
    private final Thread reading;

    ReaderThreads(int threads, Function<ExecutorService, Runnable> reader) {
        pool = new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                work -> daemon(work, "whorl-corpus-text"));
        reading = daemon(reader.apply(pool), "whorl-corpus-reading");
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    void start() {
        reading.start();
    }

    /** Stops all threads and waits for their end, even if the caller is interrupted. */
    void close() {
        pool.shutdownNow();
        reading.interrupt();
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_TIMEOUT_MILLIS);
        for (boolean ended = false; !ended; ) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            try {
                reading.join(Math.max(1, left));
                ended = pool.awaitTermination(Math.max(0, left), TimeUnit.MILLISECONDS) || left <= 0;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
