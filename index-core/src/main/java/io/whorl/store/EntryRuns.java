package io.whorl.store;

import io.whorl.store.ScratchSpace.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * The entries (minutia, payload) of a table that is being built, in sorted runs: all minutiae of a run are less than
 * all of the next. Runs are added in any order, each completely or in consecutive pieces. They stay in memory up to a
 * limit; the rest goes to a scratch file. Thread-safe, except for the pieces of one run.
 */
public final class EntryRuns implements Closeable {
    private static final int ENTRY = 16;
    private static final int READ = 1 << 10;

    private final List<List<Piece>> runs;
    private final AtomicLong count = new AtomicLong();
    private final AtomicLong memoryLeft;
    private final ScratchSpace scratch;
    private TempFile spill;

    /** Consecutive entries of a run: in arrays, or at an offset of the scratch file. */
    private record Piece(int size, long[] minutiae, long[] payloads, long place) {}

    /**
     * @param runs number of runs
     * @param memory maximum bytes in memory
     * @param scratch for the scratch file, if one is needed
     */
    public EntryRuns(int runs, long memory, ScratchSpace scratch) {
        this.runs = Stream.generate(() -> (List<Piece>) new ArrayList<Piece>())
                .limit(runs)
                .toList();
        memoryLeft = new AtomicLong(memory);
        this.scratch = scratch;
    }

    int runs() {
        return runs.size();
    }

    public long count() {
        return count.get();
    }

    /** Appends the first {@code n} entries of two arrays to a run. Copies the arrays. */
    public void put(int run, long[] minutiae, long[] payloads, int n) throws IOException {
        if (n > 0) {
            runs.get(run).add(piece(minutiae, payloads, n));
            count.addAndGet(n);
        }
    }

    private Piece piece(long[] minutiae, long[] payloads, int n) throws IOException {
        if (memoryLeft.addAndGet(-(long) n * ENTRY) >= 0) {
            return new Piece(n, Arrays.copyOf(minutiae, n), Arrays.copyOf(payloads, n), -1);
        }
        memoryLeft.addAndGet((long) n * ENTRY);
        long place = spill().reserve((long) n * ENTRY);
        spill().write(place, minutiae, n);
        spill().write(place + n * 8L, payloads, n);
        return new Piece(n, null, null, place);
    }

    private synchronized TempFile spill() throws IOException {
        if (spill == null) {
            spill = new TempFile(scratch);
        }
        return spill;
    }

    @Override
    public synchronized void close() throws IOException {
        runs.forEach(List::clear);
        if (spill != null) {
            spill.close();
        }
    }

    /** Reads the entries of the runs {@code from} to {@code to - 1}. */
    EntryReader reader(int from, int to) {
        return new EntryReader(from, to);
    }

    /**
     * Reads the entries of consecutive runs in order: the arrays that are in memory, and the others a block at a time.
     * One thread at a time.
     */
    final class EntryReader {
        private final int endRun;
        private long[] minutiae = {};
        private long[] payloads = {};
        private long[] blockMinutiae = {};
        private long[] blockPayloads = {};
        private Piece piece;
        private int run;
        /** The pieces of the run that were not begun. */
        private Iterator<Piece> left = Collections.emptyIterator();
        /** The entries of the piece that were loaded. */
        private int from;

        private int held;
        private int at;

        private EntryReader(int firstRun, int endRun) {
            this.endRun = endRun;
            run = firstRun - 1;
        }

        /** True if there is a current entry. Loads the next block, piece or run if necessary. */
        boolean more() throws IOException {
            return at < held || load();
        }

        private boolean load() throws IOException {
            if (piece == null || from == piece.size) {
                while (!left.hasNext()) {
                    if (run + 1 >= endRun) {
                        return false;
                    }
                    left = runs.get(++run).iterator();
                }
                piece = left.next();
                from = 0;
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
                held = Math.min(READ, piece.size - from);
                spill.read(piece.place + from * 8L, minutiae, held);
                spill.read(piece.place + (piece.size + from) * 8L, payloads, held);
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
