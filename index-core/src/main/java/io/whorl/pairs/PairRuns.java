package io.whorl.pairs;

import io.whorl.store.MergeHeap;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

    /** Sorted pairs, which are read once: from memory, or block by block from a scratch file. One thread at a time. */
    private static final class PairRun implements Closeable {
        private static final int BYTES = PairRecords.LONGS * Long.BYTES;

        private final Optional<TempFile> file;
        private final long count;
        private final int blockRecords;
        private final long lastKey;
        /** The records in memory; the current record is at index {@link #at}. */
        long[] block;

        int at = -PairRecords.LONGS;
        private int held;
        private long read;

        private PairRun(Optional<TempFile> file, long count, long lastKey, int blockRecords, long[] block, int held) {
            this.file = file;
            this.count = count;
            this.lastKey = lastKey;
            this.blockRecords = blockRecords;
            this.block = block;
            this.held = held;
        }

        /** A run of the first n records of an array. The run owns the array from now on. */
        static PairRun held(long[] records, int n) {
            int end = n * PairRecords.LONGS;
            return new PairRun(Optional.empty(), n, n == 0 ? 0 : records[end - PairRecords.LONGS], 0, records, end);
        }

        /** Writes the first n records of an array to a scratch file. */
        static PairRun spilled(long[] records, int n, int blockRecords, ScratchSpace scratch) throws IOException {
            return spilled(new PairMerge(List.of(held(records, n))), n, blockRecords, scratch);
        }

        /** Writes the first {@code most} records of a merge to a scratch file. */
        static PairRun spilled(PairMerge merge, long most, int blockRecords, ScratchSpace scratch) throws IOException {
            return written(merge, most, blockRecords, new TempFile(scratch));
        }

        /** Writes the first {@code most} records of a merge to an empty file, which it owns from now on. */
        static PairRun written(PairMerge merge, long most, int blockRecords, TempFile file) throws IOException {
            try {
                ByteBuffer out = buffer(blockRecords);
                long n = 0;
                long last = 0;
                for (; n < most && merge.next(); n++) {
                    last = merge.records()[merge.at()];
                    put(out, merge.records(), merge.at(), file);
                }
                file.append(out.flip());
                return new PairRun(Optional.of(file), n, last, blockRecords, new long[0], 0);
            } catch (IOException | RuntimeException e) {
                file.close();
                throw e;
            }
        }

        /** A run that was written before. */
        static PairRun reopened(TempFile file, int blockRecords) throws IOException {
            long count = file.size() / BYTES;
            long last = 0;
            if (count > 0) {
                ByteBuffer record = buffer(1);
                file.read((count - 1) * BYTES, record);
                last = record.getLong(0);
            }
            return new PairRun(Optional.of(file), count, last, blockRecords, new long[0], 0);
        }

        private static void put(ByteBuffer out, long[] records, int at, TempFile file) throws IOException {
            if (!out.hasRemaining()) {
                file.append(out.flip());
                out.clear();
            }
            out.putLong(records[at]).putLong(records[at + 1]).putLong(records[at + 2]);
        }

        private static ByteBuffer buffer(int records) {
            return ByteBuffer.allocate(records * BYTES).order(ByteOrder.LITTLE_ENDIAN);
        }

        long count() {
            return count;
        }

        /** The key of the last record; undefined if the run is empty. */
        long lastKey() {
            return lastKey;
        }

        /** Moves to the next record; false at the end. */
        boolean next() throws IOException {
            at += PairRecords.LONGS;
            if (at < held) {
                return true;
            }
            if (file.isEmpty() || read == count) {
                return false;
            }
            int n = (int) Math.min(blockRecords, count - read);
            block = block.length == 0 ? new long[blockRecords * PairRecords.LONGS] : block;
            ByteBuffer in = buffer(n);
            file.get().read(read * BYTES, in);
            in.flip().asLongBuffer().get(block, 0, n * PairRecords.LONGS);
            read += n;
            held = n * PairRecords.LONGS;
            at = 0;
            return true;
        }

        @Override
        public void close() throws IOException {
            block = new long[0];
            held = 0;
            if (file.isPresent()) {
                file.get().close();
            }
        }
    }

    /** Merges sorted runs of pairs. One thread at a time. */
    static final class PairMerge {
        private final List<PairRun> runs;
        private final MergeHeap left;
        private boolean begun;

        /** @param runs runs that have not been read yet */
        PairMerge(List<PairRun> runs) throws IOException {
            this.runs = List.copyOf(runs);
            left = new MergeHeap(runs.size(), this::before);
            for (int i = 0; i < runs.size(); i++) {
                if (runs.get(i).next()) {
                    left.add(i);
                }
            }
        }

        private boolean before(int a, int b) {
            PairRun x = runs.get(a);
            PairRun y = runs.get(b);
            return PairRecords.before(x.block, x.at, y.block, y.at);
        }

        /** Moves to the next pair; false at the end. */
        boolean next() throws IOException {
            if (begun && !left.isEmpty()) {
                left.advanced(runs.get(left.top()).next());
            }
            begun = true;
            return !left.isEmpty();
        }

        /** The array that holds the current pair at index {@link #at}. */
        long[] records() {
            return runs.get(left.top()).block;
        }

        int at() {
            return runs.get(left.top()).at;
        }
    }

    /**
     * Pairs as three longs each in an array: the score, the two documents, and the rest (the number of shared minutiae
     * and a flag). Sorting by the first two puts the best score first, and ties in the order of the documents.
     */
    static final class PairRecords {
        static final int LONGS = 3;
        /** The flag of a record that represents a whole family. */
        static final long FAMILY = 1L << 62;
        /** Ranges of so many records are sorted by insertion. */
        private static final int SHORT = 8;

        private PairRecords() {}

        /**
         * The key of a score; ascending keys are descending scores.
         *
         * @param score 0 or more
         */
        static long key(double score) {
            return ~Double.doubleToLongBits(score);
        }

        static double score(long key) {
            return Double.longBitsToDouble(~key);
        }

        static long documents(int a, int b) {
            return (long) a << Integer.SIZE | b;
        }

        /** True if the record at index i of one array comes before the record at index j of another. */
        static boolean before(long[] x, int i, long[] y, int j) {
            return x[i] != y[j] ? x[i] < y[j] : x[i + 1] < y[j + 1];
        }

        /**
         * Sorts the first n records by merging, so that every input takes n log n steps.
         *
         * @param spare an array of the same length, which is overwritten
         * @return the one of the two arrays that holds the sorted records
         */
        static long[] sort(long[] records, long[] spare, int n) {
            for (int low = 0; low < n; low += SHORT) {
                insertionSort(records, low, Math.min(low + SHORT, n));
            }
            long[] from = records;
            long[] to = spare;
            // Longs, because sums of widths may exceed an int.
            for (long width = SHORT; width < n; width *= 2) {
                for (long low = 0; low < n; low += 2 * width) {
                    merge(from, to, (int) low, (int) Math.min(low + width, n), (int) Math.min(low + 2 * width, n));
                }
                long[] swap = from;
                from = to;
                to = swap;
            }
            return from;
        }

        private static void insertionSort(long[] records, int low, int high) {
            for (int i = low + 1; i < high; i++) {
                int at = i * LONGS;
                long key = records[at];
                long documents = records[at + 1];
                long rest = records[at + 2];
                for (; at > low * LONGS; at -= LONGS) {
                    long other = records[at - LONGS];
                    if (other < key || other == key && records[at - LONGS + 1] < documents) {
                        break;
                    }
                    System.arraycopy(records, at - LONGS, records, at, LONGS);
                }
                records[at] = key;
                records[at + 1] = documents;
                records[at + 2] = rest;
            }
        }

        private static void merge(long[] from, long[] to, int low, int middle, int high) {
            int a = low * LONGS;
            int b = middle * LONGS;
            int endA = b;
            int endB = high * LONGS;
            if (middle == high || before(from, b - LONGS, from, b)) {
                System.arraycopy(from, a, to, a, endB - a);
                return;
            }
            for (int at = a; at < endB; at += LONGS) {
                boolean first = b == endB || a < endA && before(from, a, from, b);
                int source = first ? a : b;
                to[at] = from[source];
                to[at + 1] = from[source + 1];
                to[at + 2] = from[source + 2];
                a += first ? LONGS : 0;
                b += first ? 0 : LONGS;
            }
        }
    }
}
