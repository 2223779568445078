package io.whorl.corpus;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The threads of one reader: one that reads, and those that reduce to text, which are begun as they are needed. */
final class ReaderThreads {
    /** For a format that does not heed an interrupt; its threads do not keep the process alive. */
    private static final long PATIENCE_MILLIS = 10_000;

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

    /** Ends all, and waits for it; a pending interrupt of the caller's does not shorten that. */
    void close() {
        pool.shutdownNow();
        reading.interrupt();
        boolean interrupted = Thread.interrupted();
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
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
