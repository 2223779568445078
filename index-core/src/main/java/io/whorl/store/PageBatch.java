package io.whorl.store;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Reads some pages of a file, so that the system keeps them in memory. The calling thread begins. Each read that waits
 * for the disk adds a thread, so pages that are in memory already wake no other thread. The work ends early if none of
 * the first pages waits. No error is reported: the reader that uses the page runs into it again.
 */
final class PageBatch implements Runnable {
    /** A read that takes longer waited for the disk: from memory it takes about a microsecond. */
    static final long SLOW_NANOSECONDS = 20_000;
    /** The number of pages of which one must wait for the disk, or the others are not read. */
    static final int SAMPLE = 128;

    private final PageReader pages;
    private final long[] offsets;
    private final int step;
    private final Executor threads;
    private final int mostThreads;
    private final LongSupplier clock;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger slow = new AtomicInteger();
    private int started;
    private int running;

    /**
     * @param mostThreads the largest number of threads that work on this batch, at least 1
     * @param clock in nanoseconds
     */
    PageBatch(PageReader pages, long[] offsets, Executor threads, int mostThreads, LongSupplier clock) {
        this.pages = pages;
        this.offsets = offsets;
        step = step(offsets.length);
        this.threads = threads;
        this.mostThreads = mostThreads;
        this.clock = clock;
    }

    /** A step that visits all of some places, spread from the beginning, so that the sample is of the whole file. */
    private static int step(int places) {
        int step = Math.max(1, (int) (places * 0.618));
        while (gcd(step, places) > 1) {
            step++;
        }
        return step;
    }

    private static int gcd(int a, int b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    /**
     * Reads the pages on this thread and perhaps on others, and waits for them. An interrupted caller waits no longer
     * than for the reads that have begun.
     *
     * @return the number of reads that waited for the disk
     */
    int read() {
        synchronized (this) {
            started++;
            running++;
        }
        run();
        boolean interrupted = false;
        synchronized (this) {
            while (running > 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                    next.set(offsets.length);
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return slow.get();
    }

    /** Adds a thread. Without it the others do the work, or the pages are read when they are used. */
    private void start() {
        synchronized (this) {
            if (started == mostThreads) {
                return;
            }
            started++;
            running++;
        }
        try {
            threads.execute(this);
        } catch (RuntimeException | OutOfMemoryError e) {
            // The system allows no further thread.
            end();
        }
    }

    private synchronized void end() {
        running--;
        notifyAll();
    }

    @Override
    public void run() {
        try {
            MappingFault.typed(List.<CheckedFile>of(), this::readSome);
        } catch (RuntimeException | InternalError e) {
            // The file was closed or cut.
            next.set(offsets.length);
        } finally {
            end();
        }
    }

    private Void readSome() {
        for (int i = next.getAndIncrement(); i < offsets.length; i = next.getAndIncrement()) {
            if (i >= SAMPLE && slow.get() == 0) {
                next.set(offsets.length);
                return null;
            }
            long start = clock.getAsLong();
            pages.read(offsets[(int) ((long) i * step % offsets.length)]);
            if (clock.getAsLong() - start >= SLOW_NANOSECONDS) {
                slow.incrementAndGet();
                start();
            }
        }
        return null;
    }
}
