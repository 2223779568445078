package io.whorl.pairs;

import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The sorted runs of pairs of all threads, and a score below which no pair is among the best. {@link #FAN} runs of
 * about one size are merged at once, so that few runs are open and no run is longer than the number of pairs requested.
 * Thread-safe until {@link #merge}.
 */
final class PairRuns implements Closeable {
    /** The number of runs merged at a time. */
    static final int FAN = 32;

    private static final int LEAST_BLOCK = 4;
    private static final int MOST_BLOCK = 1 << 12;

    private final long top;
    private final ScratchSpace scratch;
    private final int blockRecords;
    /** Runs in scratch files; each run of a level was merged from {@link #FAN} runs of the level below. */
    private final List<List<PairRun>> levels = new ArrayList<>();

    private final List<PairRun> held = new ArrayList<>();
    /** Runs in files that stay. */
    private final List<PairRun> kept = new ArrayList<>();

    private volatile long lastKey = Long.MAX_VALUE;
    private long spilled;

    /**
     * @param top the number of pairs requested
     * @param memory bytes for the blocks that are read and written while runs are merged
     */
    PairRuns(long top, long memory, ScratchSpace scratch) {
        this.top = top;
        this.scratch = scratch;
        blockRecords =
                (int) Math.max(LEAST_BLOCK, Math.min(MOST_BLOCK, memory / (2 * FAN * PairRecords.LONGS * Long.BYTES)));
    }

    /** Pairs with a larger key, which is a lower score, are not among the best. */
    long lastKey() {
        return lastKey;
    }

    /** Records that as many pairs as requested have this key or a smaller one. */
    synchronized void leaveOutAfter(long key) {
        lastKey = Math.min(lastKey, key);
    }

    /** Writes the first n records of a sorted array to a run on disk. */
    synchronized void spill(long[] records, int n) throws IOException {
        spilled++;
        add(0, PairRun.spilled(records, (int) Math.min(n, top), blockRecords, scratch));
    }

    /** Keeps the first n records of a sorted array as a run in memory, which owns the array from now on. */
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

    /**
     * Merges all pairs that are not in kept files into one run.
     *
     * @param file an empty file that stays; owned by this from now on
     * @return the number of its records
     */
    synchronized long keep(TempFile file) throws IOException {
        List<PairRun> all = new ArrayList<>(held);
        levels.forEach(all::addAll);
        PairRun run = PairRun.written(new PairMerge(all), top, blockRecords, file);
        keep(run);
        held.clear();
        closeLevels();
        return run.count();
    }

    /** Adds a run that was kept before. */
    synchronized void reopen(TempFile file) throws IOException {
        keep(PairRun.reopened(file, blockRecords));
    }

    private void keep(PairRun run) {
        kept.add(run);
        if (run.count() == top) {
            leaveOutAfter(run.lastKey());
        }
    }

    /** The number of runs spilled so far, for tests. */
    synchronized long spilled() {
        return spilled;
    }

    /** All pairs, in order. */
    synchronized PairMerge merge() throws IOException {
        List<PairRun> all = new ArrayList<>(held);
        levels.forEach(all::addAll);
        all.addAll(kept);
        return new PairMerge(all);
    }

    @Override
    public synchronized void close() throws IOException {
        held.clear();
        closeLevels();
        for (PairRun run : kept) {
            run.close();
        }
        kept.clear();
    }

    private void closeLevels() throws IOException {
        for (List<PairRun> level : levels) {
            for (PairRun run : level) {
                run.close();
            }
        }
        levels.clear();
    }
}
