package io.whorl.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The entries (minutia, payload) of a table that is being built, in sorted runs: all minutiae of a run are less than
 * all of the next. Runs are added in any order, each completely or in consecutive pieces. They stay in memory up to a
 * limit; the rest goes to a scratch file. Thread-safe, except for the pieces of one run.
 */
public final class EntryRuns implements Closeable {
    private static final int ENTRY = 16;
    private static final int BLOCK = 1 << 13;
    private static final int READ = 1 << 10;

    private final Piece[] first;
    private final Piece[] last;
    private final long[] size;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong memoryLeft;
    private final ScratchSpace scratch;
    private TempFile spill;

    /** Consecutive entries of a run: in arrays, or at an offset of the scratch file. */
    private static final class Piece {
        final long from;
        final int size;
        final long[] minutiae;
        final long[] payloads;
        final long place;
        Piece next;

        Piece(long from, int size, long[] minutiae, long[] payloads, long place) {
            this.from = from;
            this.size = size;
            this.minutiae = minutiae;
            this.payloads = payloads;
            this.place = place;
        }
    }

    /**
     * @param runs number of runs
     * @param memory maximum bytes in memory
     * @param scratch for the scratch file, if one is needed
     */
    public EntryRuns(int runs, long memory, ScratchSpace scratch) {
        first = new Piece[runs];
        last = new Piece[runs];
        size = new long[runs];
        memoryLeft = new AtomicLong(memory);
        this.scratch = scratch;
    }

    int runs() {
        return size.length;
    }

    long size(int run) {
        return size[run];
    }

    public long count() {
        return count.get();
    }

    /** Appends the first {@code n} entries of two arrays to a run. Copies the arrays. */
    public void put(int run, long[] minutiae, long[] payloads, int n) throws IOException {
        if (n == 0) {
            return;
        }
        Piece piece = piece(size[run], minutiae, payloads, n);
        if (last[run] == null) {
            first[run] = piece;
        } else {
            last[run].next = piece;
        }
        last[run] = piece;
        size[run] += n;
        count.addAndGet(n);
    }

    private Piece piece(long from, long[] minutiae, long[] payloads, int n) throws IOException {
        if (memoryLeft.addAndGet(-(long) n * ENTRY) >= 0) {
            return new Piece(from, n, Arrays.copyOf(minutiae, n), Arrays.copyOf(payloads, n), -1);
        }
        memoryLeft.addAndGet((long) n * ENTRY);
        long place = spill().reserve((long) n * ENTRY);
        spill(minutiae, n, place);
        spill(payloads, n, place + n * 8L);
        return new Piece(from, n, null, null, place);
    }

    /** A block at a time, because a run can be larger than any buffer and little memory is left. */
    private void spill(long[] from, int n, long at) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.min(n, BLOCK) * 8).order(ByteOrder.LITTLE_ENDIAN);
        for (int done = 0; done < n; done += BLOCK) {
            int some = Math.min(BLOCK, n - done);
            bytes.clear().asLongBuffer().put(from, done, some);
            spill().write(at + done * 8L, bytes.limit(some * 8));
        }
    }

    /**
     * Copies entries of a run, from index {@code from} on, into two arrays.
     *
     * @return the number of entries copied, all from one piece; 0 at the end of the run
     */
    int read(int run, long from, long[] toMinutiae, long[] toPayloads) throws IOException {
        if (from >= size[run]) {
            return 0;
        }
        Piece piece = first[run];
        while (from >= piece.from + piece.size) {
            piece = piece.next;
        }
        return read(piece, (int) (from - piece.from), toMinutiae, toPayloads);
    }

    private int read(Piece piece, int at, long[] toMinutiae, long[] toPayloads) throws IOException {
        int n = Math.min(toMinutiae.length, piece.size - at);
        if (piece.minutiae != null) {
            System.arraycopy(piece.minutiae, at, toMinutiae, 0, n);
            System.arraycopy(piece.payloads, at, toPayloads, 0, n);
        } else {
            fill(piece.place + at * 8L, toMinutiae, n);
            fill(piece.place + (piece.size + at) * 8L, toPayloads, n);
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
            spill = new TempFile(scratch);
        }
        return spill;
    }

    @Override
    public synchronized void close() throws IOException {
        Arrays.fill(first, null);
        Arrays.fill(last, null);
        if (spill != null) {
            spill.close();
        }
    }

    /**
     * Reads the entries of consecutive runs in order: the arrays that are in memory, and the others a block at a time.
     * One thread at a time.
     */
    static final class EntryReader {
        private final EntryRuns runs;
        private final int endRun;
        private long[] minutiae = {};
        private long[] payloads = {};
        private long[] blockMinutiae = {};
        private long[] blockPayloads = {};
        private Piece piece;
        private int run;
        /** The entries of the piece that were loaded. */
        private int from;

        private int held;
        private int at;

        /** Reads from a run to the last. */
        EntryReader(EntryRuns runs, int firstRun) {
            this(runs, firstRun, runs.runs());
        }

        EntryReader(EntryRuns runs, int firstRun, int endRun) {
            this.runs = runs;
            this.endRun = endRun;
            run = firstRun - 1;
        }

        /** True if there is a current entry. Loads the next block, piece or run if necessary. */
        boolean more() throws IOException {
            return at < held || load();
        }

        private boolean load() throws IOException {
            if (piece != null && from == piece.size) {
                piece = piece.next;
                from = 0;
            }
            while (piece == null) {
                if (run + 1 >= endRun) {
                    return false;
                }
                piece = runs.first[++run];
            }
            at = 0;
            if (piece.minutiae != null) {
                minutiae = piece.minutiae;
                payloads = piece.payloads;
                held = piece.size;
            } else {
                if (blockMinutiae.length == 0) {
                    // On first use: a merge has hundreds of readers, and most of them read nothing from the file.
                    blockMinutiae = new long[READ];
                    blockPayloads = new long[READ];
                }
                minutiae = blockMinutiae;
                payloads = blockPayloads;
                held = runs.read(piece, from, minutiae, payloads);
            }
            from += held;
            return true;
        }

        long minutia() {
            return minutiae[at];
        }

        long payload() {
            return payloads[at];
        }

        void advance() {
            at++;
        }
    }
}
