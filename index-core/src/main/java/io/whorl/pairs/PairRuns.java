package io.whorl.pairs;

import io.whorl.store.ScratchSpace;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The sorted runs of pairs of all threads, and a score below which no pair is among the best. Runs of about one size
 * are merged as soon as there are so many, so that few are open and no run is longer than the pairs asked for.
 * Thread-safe until {@link #merge}.
 */
final class PairRuns implements Closeable {
    /** Runs merged at a time. */
    static final int FAN = 32;

    private static final int LEAST_BLOCK = 4;
    private static final int MOST_BLOCK = 1 << 12;

    private final long top;
    private final ScratchSpace scratch;
    private final int blockRecords;
    /** Runs in scratch files; each of a level is a merge of {@link #FAN} of the level below. */
    private final List<List<PairRun>> levels = new ArrayList<>();

    private final List<PairRun> held = new ArrayList<>();
    private volatile long lastKey = Long.MAX_VALUE;
    private long spilled;

    /**
     * @param top how many pairs are asked for
     * @param memory bytes for the blocks that are read and written while runs are merged
     */
    PairRuns(long top, long memory, ScratchSpace scratch) {
        this.top = top;
        this.scratch = scratch;
        blockRecords =
                (int) Math.max(LEAST_BLOCK, Math.min(MOST_BLOCK, memory / (2 * FAN * PairRecords.LONGS * Long.BYTES)));
    }

    /** Pairs of a greater key, which is a lesser score, are not among the best. */
    long lastKey() {
        return lastKey;
    }

    /** Says that as many pairs as are asked for have this key or a lesser one. */
    synchronized void leaveOutAfter(long key) {
        lastKey = Math.min(lastKey, key);
    }

    /** Takes the first n records of an array, sorted, as a run on disk. */
    synchronized void spill(long[] records, int n) throws IOException {
        spilled++;
        add(0, PairRun.spilled(records, (int) Math.min(n, top), blockRecords, scratch));
    }

    /** Takes the first n records of an array, sorted, as a run in memory; the array is the run's now. */
    synchronized void hold(long[] records, int n) {
        held.add(PairRun.held(records, n));
    }

    private void add(int level, PairRun run) throws IOException {
        if (level == levels.size()) {
            levels.add(new ArrayList<>());
        }
        List<PairRun> runs = levels.get(level);
        runs.add(run);
        if (runs.size() < FAN) {
            return;
        }
        PairMerge merge = new PairMerge(runs);
        PairRun merged = PairRun.spilled(merge, top, blockRecords, scratch);
        if (merged.count() == top) {
            leaveOutAfter(merged.lastKey());
        }
        for (PairRun old : runs) {
            old.close();
        }
        runs.clear();
        add(level + 1, merged);
    }

    /** Runs spilled so far, for tests. */
    synchronized long spilled() {
        return spilled;
    }

    /** All pairs in order. */
    synchronized PairMerge merge() throws IOException {
        List<PairRun> all = new ArrayList<>(held);
        levels.forEach(all::addAll);
        return new PairMerge(all);
    }

    @Override
    public synchronized void close() throws IOException {
        held.clear();
        for (List<PairRun> level : levels) {
            for (PairRun run : level) {
                run.close();
            }
        }
        levels.clear();
    }
}
