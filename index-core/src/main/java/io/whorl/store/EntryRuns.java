package io.whorl.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Minutiae with their payloads on the way into a table: runs, each sorted, all of one below all of the next. Runs are put
 * in any order, once each; while there is memory they stay in it, then they go to a scratch file. Thread-safe.
 */
public final class EntryRuns implements Closeable {
    private static final int ENTRY = 16;
    private static final int BLOCK = 1 << 13;

    private final long[][] minutiae;
    private final long[][] payloads;
    private final long[] place;
    private final int[] size;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong memoryLeft;
    private final Path directory;
    private TempFile spill;

    /**
     * @param runs how many runs there will be
     * @param memory bytes that may stay in memory
     * @param directory where the scratch file goes, should it be needed
     */
    public EntryRuns(int runs, long memory, Path directory) {
        minutiae = new long[runs][];
        payloads = new long[runs][];
        place = new long[runs];
        size = new int[runs];
        memoryLeft = new AtomicLong(memory);
        this.directory = directory;
    }

    int runs() {
        return size.length;
    }

    /** Entries of all runs put so far. */
    public long count() {
        return count.get();
    }

    /** Puts the first {@code n} entries of the arrays as this run; the arrays are the caller's again afterwards. */
    public void put(int run, long[] runMinutiae, long[] runPayloads, int n) throws IOException {
        size[run] = n;
        count.addAndGet(n);
        if (memoryLeft.addAndGet(-(long) n * ENTRY) >= 0) {
            minutiae[run] = Arrays.copyOf(runMinutiae, n);
            payloads[run] = Arrays.copyOf(runPayloads, n);
            return;
        }
        memoryLeft.addAndGet((long) n * ENTRY);
        place[run] = spill().reserve((long) n * ENTRY);
        spill(runMinutiae, n, place[run]);
        spill(runPayloads, n, place[run] + n * 8L);
    }

    /** A block at a time: a run may be larger than any buffer, and there is little memory by now. */
    private void spill(long[] from, int n, long at) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.min(n, BLOCK) * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (int done = 0; done < n; done += BLOCK) {
            int some = Math.min(BLOCK, n - done);
            bytes.clear().asLongBuffer().put(from, done, some);
            spill().write(at + done * 8L, bytes.limit(some * 8));
        }
    }

    /**
     * Copies entries of a run, from the {@code from}-th on, into the arrays.
     *
     * @return how many; 0 at the run's end
     */
    int read(int run, int from, long[] toMinutiae, long[] toPayloads) throws IOException {
        int n = Math.min(toMinutiae.length, size[run] - from);
        if (n == 0) {
            return 0;
        }
        if (minutiae[run] != null) {
            System.arraycopy(minutiae[run], from, toMinutiae, 0, n);
            System.arraycopy(payloads[run], from, toPayloads, 0, n);
        } else {
            fill(place[run] + from * 8L, toMinutiae, n);
            fill(place[run] + (size[run] + from) * 8L, toPayloads, n);
        }
        return n;
    }

    private void fill(long at, long[] to, int n) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(n * 8).order(ByteOrder.LITTLE_ENDIAN);
        spill.read(at, bytes);
        bytes.flip().asLongBuffer().get(to, 0, n);
    }

    private synchronized TempFile spill() throws IOException {
        if (spill == null) {
            spill = new TempFile(directory);
        }
        return spill;
    }

    @Override
    public synchronized void close() throws IOException {
        Arrays.fill(minutiae, null);
        Arrays.fill(payloads, null);
        if (spill != null) {
            spill.close();
        }
    }
}
