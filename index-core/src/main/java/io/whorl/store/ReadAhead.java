package io.whorl.store;

import java.util.concurrent.Executor;
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
}
