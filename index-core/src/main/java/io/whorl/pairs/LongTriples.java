package io.whorl.pairs;

import io.whorl.pairs.PairRuns.PairMerge;
import io.whorl.pairs.PairRuns.PairRecords;
import io.whorl.store.ScratchSpace;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;

/**
 * Sorts triples of longs by the first, then by the second, in bounded memory: triples that do not fit are spilled as
 * sorted runs. The order of triples that agree in both is undefined. Add all triples, call {@link #sort}, then read.
 * One thread at a time.
 */
public final class LongTriples implements Closeable {
    private static final int FIRST_ROOM = 1 << 8;
    /** Sorting takes the space twice. */
    private static final int BYTES = 2 * PairRecords.LONGS * Long.BYTES;

    private final PairRuns runs;
    private final int room;
    private long[] records;
    private int n;
    private PairMerge merge;

    /** @param memory bytes of heap; a few kilobytes are always used */
    public LongTriples(long memory, ScratchSpace scratch) {
        runs = new PairRuns(Long.MAX_VALUE, memory / 4, scratch);
        room = (int) Math.max(FIRST_ROOM, Math.min(1 << 26, memory * 3 / 4 / BYTES));
        records = new long[FIRST_ROOM * PairRecords.LONGS];
    }

    public void add(long first, long second, long third) throws IOException {
        if (n == room) {
            runs.spill(sorted(), n);
            n = 0;
        } else if (n * PairRecords.LONGS == records.length) {
            records = Arrays.copyOf(records, Math.min(room, n * 2) * PairRecords.LONGS);
        }
        int at = n++ * PairRecords.LONGS;
        records[at] = first;
        records[at + 1] = second;
        records[at + 2] = third;
    }

    private long[] sorted() {
        return PairRecords.sort(records, new long[n * PairRecords.LONGS], n);
    }

    /** Ends adding. */
    public void sort() throws IOException {
        runs.hold(sorted(), n);
        records = new long[0];
        merge = runs.merge();
    }

    /** Moves to the next triple in order; false at the end. */
    public boolean next() throws IOException {
        return merge.next();
    }

    /** The first long of the current triple. */
    public long first() {
        return merge.records()[merge.at()];
    }

    /** The second long of the current triple. */
    public long second() {
        return merge.records()[merge.at() + 1];
    }

    /** The third long of the current triple. */
    public long third() {
        return merge.records()[merge.at() + 2];
    }

    /** The number of runs spilled so far. */
    long spilled() {
        return runs.spilled();
    }

    @Override
    public void close() throws IOException {
        runs.close();
    }
}
