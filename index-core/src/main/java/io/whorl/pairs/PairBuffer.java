package io.whorl.pairs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * The pairs that one thread has found, in bounded memory. When it is full, it drops all but the best if that frees
 * enough room; otherwise it spills all pairs as a sorted run. One thread at a time.
 */
final class PairBuffer implements PairSink {
    private static final int FIRST_ROOM = 1 << 8;

    private final long top;
    private final int room;
    private final PairRuns runs;
    private long[] records;
    private long[] spare = {};
    private int n;
    private long lastKey = Long.MAX_VALUE;
    private long lastDocuments = Long.MAX_VALUE;

    /**
     * @param top the number of pairs requested
     * @param room the largest number of pairs held, at least 1; sorting takes twice the space
     */
    PairBuffer(long top, int room, PairRuns runs) {
        this.top = top;
        this.room = room;
        this.runs = runs;
        records = new long[Math.min(room, FIRST_ROOM) * PairRecords.LONGS];
    }

    @Override
    public boolean wants(int document) {
        return true;
    }

    /** {@inheritDoc} It is left out if enough better pairs are known. */
    @Override
    public boolean offer(double score, int a, int b, long rest) {
        long key = PairRecords.key(score);
        long documents = PairRecords.documents(a, b);
        if (key > runs.lastKey() || key > lastKey || key == lastKey && documents > lastDocuments) {
            return false;
        }
        if (n == room) {
            makeRoom();
        } else if (n * PairRecords.LONGS == records.length) {
            records = Arrays.copyOf(records, Math.min(room, n * 2) * PairRecords.LONGS);
        }
        int at = n++ * PairRecords.LONGS;
        records[at] = key;
        records[at + 1] = documents;
        records[at + 2] = rest;
        return true;
    }

    @Override
    public boolean wants(int a, int b) {
        return true;
    }

    @Override
    public double leastScore() {
        long key = Math.min(lastKey, runs.lastKey());
        return key == Long.MAX_VALUE ? 0 : PairRecords.score(key);
    }

    private void makeRoom() {
        sort();
        // At least half must become free, or sorting costs more than it saves.
        if (top > room / 2) {
            spill();
            return;
        }
        n = (int) Math.min(n, top);
        int last = (n - 1) * PairRecords.LONGS;
        lastKey = records[last];
        lastDocuments = records[last + 1];
        runs.leaveOutAfter(lastKey);
    }

    private void spill() {
        try {
            runs.spill(records, n);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        n = 0;
    }

    private void sort() {
        if (spare.length != records.length) {
            spare = new long[records.length];
        }
        long[] sorted = PairRecords.sort(records, spare, n);
        spare = sorted == records ? spare : records;
        records = sorted;
    }

    /** Passes on all pairs that it holds. */
    void pass() {
        sort();
        runs.hold(records, (int) Math.min(n, top));
        spare = new long[0];
        records = new long[Math.min(room, FIRST_ROOM) * PairRecords.LONGS];
        n = 0;
    }
}
