package io.whorl.store;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

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

    /** Reads nothing ahead. */
    static final ReadAhead NONE = new ReadAhead(false, Runnable::run, () -> 0);

    /** A file is read ahead while more than one of so many pages waits for the disk. */
    private static final int FEW = 64;
    /** Look-ups that take longer than this, and than the next for each, wait for the disk. */
    private static final long LONG_NANOSECONDS = 100_000;

    private static final long LONG_NANOSECONDS_EACH = 300;
    /** Reading ahead ends after so many times in a row that hardly a page waited for the disk. */
    private static final int TIMES = 3;

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
        return on(ReadThreads.pooled(), System::nanoTime);
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

    /** Reads the pages of a table before look-ups, and decides whether the next look-ups read ahead. */
    void readLines(MappedBytes bytes, PageSet pages) {
        readLines(bytes::load, pages.offsets());
    }

    void readLines(PageReader reader, long[] offsets) {
        times = (long) read(reader, offsets) * FEW > offsets.length ? TIMES : Math.max(0, times - 1);
    }

    /** Reads other pages. */
    void read(MappedBytes bytes, PageSet pages) {
        read(bytes::load, pages.offsets());
    }

    private int read(PageReader reader, long[] offsets) {
        return offsets.length == 0 ? 0 : new PageBatch(reader, offsets, threads, ReadThreads.COUNT, clock).read();
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

    /**
     * Reads some pages of a file, so that the system keeps them in memory. The calling thread begins. Each read that
     * waits for the disk adds a thread, so pages that are in memory already wake no other thread. The work ends early
     * if none of the first pages waits. No error is reported: the reader that uses the page runs into it again.
     */
    static final class PageBatch implements Runnable {
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

        /**
         * A step that visits all of some places, spread from the beginning, so that the sample is of the whole file.
         */
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
         * Reads the pages on this thread and perhaps on others, and waits for them. An interrupted caller waits no
         * longer than for the reads that have begun.
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

    /** Brings a page of a file into memory. Thread-safe. */
    @FunctionalInterface
    interface PageReader {
        /** Reads the page of a byte of the file, and waits for the disk if it is not in memory. */
        void read(long offset);
    }

    /** Collects the distinct pages of a file that contain some places. Reused; one thread at a time. */
    static final class PageSet {
        /** The largest number of pages: few enough that pages read ahead are still in memory when they are used. */
        static final int CAPACITY = 4_096;

        /** The system's page, or a part of it: a page that is read twice is in memory the second time. */
        private static final int PAGE_BITS = 12;

        private final long[] pages = new long[CAPACITY];
        private int size;
        private boolean ascending = true;

        void clear() {
            size = 0;
            ascending = true;
        }

        /** True if no further place may be added. */
        boolean isFull() {
            return size == CAPACITY;
        }

        /** Adds the page of a byte of the file. Equal pages in a row take one entry. */
        void add(long offset) {
            long page = offset >>> PAGE_BITS;
            if (size == 0 || pages[size - 1] != page) {
                ascending &= size == 0 || pages[size - 1] < page;
                pages[size++] = page;
            }
        }

        /** The offsets of the distinct pages, ascending. */
        long[] offsets() {
            if (!ascending) {
                Arrays.sort(pages, 0, size);
            }
            long[] offsets = new long[size];
            int n = 0;
            for (int i = 0; i < size; i++) {
                long offset = pages[i] << PAGE_BITS;
                if (n == 0 || offsets[n - 1] != offset) {
                    offsets[n++] = offset;
                }
            }
            return Arrays.copyOf(offsets, n);
        }
    }

    /** The threads of the process that read pages. They wait for the disk and hardly use a processor; idle ones end. */
    private static final class ReadThreads {
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
}
