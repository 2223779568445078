package io.whorl.store;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Reads pages of a mapped file into memory before they are used, many at a time, while the file is not in memory. A
 * thread that uses a page that is not in memory waits for the disk; it would wait for one page after another. The
 * system would also read the pages around each, which a hash table does not need.
 *
 * <p>Whether the file is in memory is learned from times. A large file is read ahead until hardly a read waits for the
 * disk, and again once look-ups take long. Reading ahead changes no result, only the time. Thread-safe.
 */
final class ReadAhead {
    /** Smaller files are in memory after a few queries. */
    static final long LEAST_FILE = 64L << 20;

    static final ReadAhead NONE = new ReadAhead(false, Runnable::run, () -> 0);

    /** A file is read ahead while more than one of so many pages waits for the disk. */
    private static final int FEW = 64;
    /** Look-ups that take longer than this, and than the next for each, wait for the disk. */
    private static final long LONG_NANOSECONDS = 100_000;

    private static final long LONG_NANOSECONDS_EACH = 300;
    /** Reading ahead ends after so many times in a row that hardly a page waited for the disk. */
    private static final int TIMES = 3;
    /** A read that takes longer waited for the disk: from memory it takes about a microsecond. */
    static final long SLOW_NANOSECONDS = 20_000;
    /** The number of pages of which one must wait for the disk, or the others are not read. */
    static final int SAMPLE = 128;
    /** Steps of so many pages visit all of a batch, because it is a prime, and spread the sample over the file. */
    private static final long STEP = 1_000_003;
    /** More reads at a time were not faster on the disks that were measured (docs/DECISIONS.md). */
    private static final int MOST_THREADS = 32;

    /** The places to read ahead at a time: few enough that their pages are still in memory when they are used. */
    static final int BATCH = 4_096;
    /** The system's page, or a part of it: a page that is read twice is in memory the second time. */
    private static final long PAGE = 4_096;

    private static final long IDLE_SECONDS = 10;
    private static final AtomicInteger NUMBER = new AtomicInteger(1);
    /** The threads of the process. They wait for the disk and hardly use a processor; idle ones end. */
    private static final ThreadPoolExecutor POOL = new ThreadPoolExecutor(
            MOST_THREADS, MOST_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), ReadAhead::thread);

    static {
        POOL.allowCoreThreadTimeOut(true);
    }

    private final boolean on;
    private final Executor threads;
    private final LongSupplier clock;
    /** The number of times that pages will be read ahead if none of them waits. A new file is not in memory. */
    private volatile int times;

    private ReadAhead(boolean on, Executor threads, LongSupplier clock) {
        this.on = on;
        this.threads = threads;
        this.clock = clock;
        times = on ? TIMES : 0;
    }

    /** Reads with the threads of the process. */
    static ReadAhead pooled() {
        return on(POOL, System::nanoTime);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "whorl-read-" + NUMBER.getAndIncrement());
        thread.setDaemon(true);
        // Not the class loader of the caller: the pool outlives an application in a container.
        thread.setContextClassLoader(ReadAhead.class.getClassLoader());
        return thread;
    }

    /** @param clock in nanoseconds */
    static ReadAhead on(Executor threads, LongSupplier clock) {
        return new ReadAhead(true, threads, clock);
    }

    /** False if nothing is ever read ahead. */
    boolean isOn() {
        return on;
    }

    /** True if pages should be read before they are used. */
    boolean isReading() {
        return times > 0;
    }

    /** Reads the pages of some places, a batch at a time; a place below 0 is none. See {@link MappedBytes#place}. */
    void read(MappedBytes bytes, int n, IntToLongFunction places) {
        for (int from = 0; from < n; from += BATCH) {
            read(bytes::load, pages(from, Math.min(n, from + BATCH), places));
        }
    }

    /** The offsets of the distinct pages of some places, ascending. */
    static long[] pages(int from, int to, IntToLongFunction places) {
        return IntStream.range(from, to)
                .mapToLong(places)
                .filter(place -> place >= 0)
                .map(place -> place & -PAGE)
                .sorted()
                .distinct()
                .toArray();
    }

    /** {@link #read} for the pages of a table before look-ups. Decides whether the next look-ups read ahead. */
    void readLines(LongConsumer pages, long[] offsets) {
        times = (long) read(pages, offsets) * FEW > offsets.length ? TIMES : Math.max(0, times - 1);
    }

    /**
     * Reads some pages of a file, so that the system keeps them in memory. The calling thread begins. Each read that
     * waits for the disk adds a thread, so pages that are in memory already wake no other thread. The work ends early
     * if none of the first pages waits. No error is reported: the reader that uses the page runs into it again. An
     * interrupted caller waits no longer than for the reads that have begun.
     *
     * @param pages reads the page of an offset, and waits for the disk if it is not in memory; thread-safe
     * @return the number of reads that waited for the disk
     */
    int read(LongConsumer pages, long[] offsets) {
        PageBatch batch = new PageBatch(pages, offsets);
        batch.run();
        try {
            batch.running.awaitAdvanceInterruptibly(0);
        } catch (InterruptedException e) {
            batch.next.set(offsets.length);
            batch.running.awaitAdvance(0);
            Thread.currentThread().interrupt();
        }
        return batch.slow.get();
    }

    /** The time in nanoseconds. It decides when pages are read, and no result. */
    long time() {
        return clock.getAsLong();
    }

    /** Notes how long look-ups took. If they waited for the disk, the next ones read ahead. */
    void lookedUp(int count, long nanoseconds) {
        if (nanoseconds > LONG_NANOSECONDS + count * LONG_NANOSECONDS_EACH && on && times == 0) {
            // It may only be that another thread had the processor, so a single batch decides.
            times = 1;
        }
    }

    /** The work of a {@link #read}, on each of its threads. */
    private final class PageBatch implements Runnable {
        private final LongConsumer pages;
        private final long[] offsets;
        final AtomicInteger next = new AtomicInteger();
        final AtomicInteger slow = new AtomicInteger();
        private final Semaphore more = new Semaphore(MOST_THREADS - 1);
        /** The threads that work; first the caller. */
        final Phaser running = new Phaser(1);

        PageBatch(LongConsumer pages, long[] offsets) {
            this.pages = pages;
            this.offsets = offsets;
        }

        @Override
        public void run() {
            try {
                MappingFault.settled(this::readSome);
            } catch (RuntimeException | InternalError e) {
                // The file was closed or cut.
                next.set(offsets.length);
            } finally {
                running.arriveAndDeregister();
            }
        }

        private Void readSome() {
            for (int i = next.getAndIncrement(); i < offsets.length; i = next.getAndIncrement()) {
                if (i >= SAMPLE && slow.get() == 0) {
                    next.set(offsets.length);
                    return null;
                }
                long start = clock.getAsLong();
                pages.accept(offsets[(int) (i * STEP % offsets.length)]);
                if (clock.getAsLong() - start >= SLOW_NANOSECONDS) {
                    slow.incrementAndGet();
                    start();
                }
            }
            return null;
        }

        /** Adds a thread. Without it the others do the work, or the pages are read when they are used. */
        private void start() {
            if (more.tryAcquire()) {
                running.register();
                try {
                    threads.execute(this);
                } catch (RuntimeException | OutOfMemoryError e) {
                    // The system allows no further thread.
                    running.arriveAndDeregister();
                }
            }
        }
    }
}
