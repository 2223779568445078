package io.whorl.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;

/**
 * Sorts entries by their rotated minutiae ({@link Rotation}) in memory: one pass deals them to 256 groups by the
 * leading byte, and threads sort the groups. Used once.
 */
final class RotationSort {
    private static final int ENTRY = 2 * Long.BYTES;
    private static final int BLOCK = 1 << 10;
    private static final int DIGIT = 11;
    private static final int DIGIT_MASK = (1 << DIGIT) - 1;

    private final int bits;
    private final long[] rotated;
    private final long[] payloads;
    private final int[] start = new int[Rotation.RUNS + 1];

    private RotationSort(EntryRuns entries, int bits) throws IOException {
        this.bits = bits;
        rotated = new long[(int) entries.count()];
        payloads = new long[rotated.length];
        long[] blockMinutiae = new long[BLOCK];
        long[] blockPayloads = new long[BLOCK];
        for (int run = 0; run < entries.runs(); run++) {
            for (long from = 0, n; (n = entries.read(run, from, blockMinutiae, blockPayloads)) > 0; from += n) {
                for (int i = 0; i < n; i++) {
                    start[group(Rotation.rotate(blockMinutiae[i], bits)) + 1]++;
                }
            }
        }
        for (int g = 0; g < Rotation.RUNS; g++) {
            start[g + 1] += start[g];
        }
        int[] place = Arrays.copyOf(start, Rotation.RUNS);
        for (int run = 0; run < entries.runs(); run++) {
            for (long from = 0, n; (n = entries.read(run, from, blockMinutiae, blockPayloads)) > 0; from += n) {
                for (int i = 0; i < n; i++) {
                    long minutia = Rotation.rotate(blockMinutiae[i], bits);
                    int at = place[group(minutia)]++;
                    rotated[at] = minutia;
                    payloads[at] = blockPayloads[i];
                }
            }
        }
    }

    /**
     * Sorts entries; if they do not fit the memory, by {@link RotationMerge}.
     *
     * @param entries in a multiple of 256 runs, split by the leading bits of the minutiae
     * @param memory bytes of heap for sorting, and as many for the result, which then goes to a scratch file
     * @return the same entries with rotated minutiae in 256 runs, one for each leading byte, in ascending order
     */
    static EntryRuns sort(EntryRuns entries, int bits, long memory, ScratchSpace scratch, ExecutorService threads)
            throws IOException {
        if (entries.count() > Math.min(memory / ENTRY, Integer.MAX_VALUE - 8)) {
            return RotationMerge.merge(entries, bits, memory, scratch);
        }
        RotationSort sort = new RotationSort(entries, bits);
        EntryRuns out = new EntryRuns(Rotation.RUNS, memory, scratch);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int g = 0; g < Rotation.RUNS; g++) {
            int group = g;
            if (sort.start[g] < sort.start[g + 1]) {
                tasks.add(() -> {
                    sort.put(group, out);
                    return null;
                });
            }
        }
        try {
            ParallelTasks.runAll(tasks, threads);
            return out;
        } catch (IOException | RuntimeException e) {
            out.close();
            throw e;
        }
    }

    private int group(long minutia) {
        return (int) (minutia >>> (bits - Byte.SIZE));
    }

    /** Sorts a group, from the least significant digit, and writes it to its run. */
    private void put(int group, EntryRuns out) throws IOException {
        long[] keys = Arrays.copyOfRange(rotated, start[group], start[group + 1]);
        long[] values = Arrays.copyOfRange(payloads, start[group], start[group + 1]);
        long[] otherKeys = new long[keys.length];
        long[] otherValues = new long[keys.length];
        int[] place = new int[1 << DIGIT];
        for (int shift = 0; shift < bits - Byte.SIZE; shift += DIGIT) {
            Arrays.fill(place, 0);
            for (long key : keys) {
                place[(int) (key >>> shift) & DIGIT_MASK]++;
            }
            int sum = 0;
            for (int d = 0; d < place.length; d++) {
                int count = place[d];
                place[d] = sum;
                sum += count;
            }
            for (int i = 0; i < keys.length; i++) {
                int to = place[(int) (keys[i] >>> shift) & DIGIT_MASK]++;
                otherKeys[to] = keys[i];
                otherValues[to] = values[i];
            }
            long[] swap = keys;
            keys = otherKeys;
            otherKeys = swap;
            swap = values;
            values = otherValues;
            otherValues = swap;
        }
        out.put(group, keys, values, keys.length);
    }

    /**
     * Sorts entries by their rotated minutiae ({@link Rotation}). The two orders agree among minutiae with the same
     * leading byte, so merging the 256 groups is enough. A tournament tree of 256 readers, in memory that does not grow
     * with the entries. Used once.
     */
    private static final class RotationMerge {
        /** Entries to put into a run of the result at a time. */
        private static final int PIECE = 1 << 12;

        private static final int READERS = Rotation.RUNS;
        /**
         * Greater than each rotated minutia of 63 bits or fewer. With 64 bits a minutia can have this value, so
         * {@link #left} decides.
         */
        private static final long NONE = -1;

        private final EntryReader[] readers = new EntryReader[READERS];
        private final long[] head = new long[READERS];
        private final boolean[] left = new boolean[READERS];
        /** The winner of node i is the lesser of the winners of nodes 2i and 2i + 1. The readers are the leaves. */
        private final int[] winner = new int[2 * READERS];

        private final int bits;

        private RotationMerge(EntryRuns entries, int bits) throws IOException {
            this.bits = bits;
            int runs = entries.runs() / READERS;
            for (int i = 0; i < READERS; i++) {
                readers[i] = new EntryReader(entries, i * runs, (i + 1) * runs);
                winner[READERS + i] = i;
                load(i);
            }
            for (int node = READERS - 1; node > 0; node--) {
                winner[node] = lesser(winner[2 * node], winner[2 * node + 1]);
            }
        }

        /**
         * Merges the groups.
         *
         * @param entries in a multiple of 256 runs, split by the leading bits of the minutiae
         * @return the same entries with rotated minutiae in 256 runs, one for each leading byte, in ascending order
         */
        static EntryRuns merge(EntryRuns entries, int bits, long memory, ScratchSpace scratch) throws IOException {
            RotationMerge merge = new RotationMerge(entries, bits);
            long[] minutiae = new long[(int) Math.min(PIECE, entries.count())];
            long[] payloads = new long[minutiae.length];
            EntryRuns out = new EntryRuns(Rotation.RUNS, memory, scratch);
            try {
                int run = 0;
                int n = 0;
                for (long left = entries.count(); left > 0; left--) {
                    int reader = merge.winner[1];
                    int leading = (int) (merge.head[reader] >>> (bits - Byte.SIZE));
                    if (n == minutiae.length || leading != run) {
                        out.put(run, minutiae, payloads, n);
                        run = leading;
                        n = 0;
                    }
                    minutiae[n] = merge.head[reader];
                    payloads[n++] = merge.readers[reader].payload();
                    merge.advance(reader);
                }
                out.put(run, minutiae, payloads, n);
                return out;
            } catch (IOException | RuntimeException e) {
                out.close();
                throw e;
            }
        }

        private void advance(int reader) throws IOException {
            readers[reader].advance();
            load(reader);
            for (int node = (READERS + reader) / 2; node > 0; node /= 2) {
                winner[node] = lesser(winner[2 * node], winner[2 * node + 1]);
            }
        }

        private void load(int reader) throws IOException {
            left[reader] = readers[reader].more();
            head[reader] = left[reader] ? Rotation.rotate(readers[reader].minutia(), bits) : NONE;
        }

        private int lesser(int a, int b) {
            int order = Long.compareUnsigned(head[a], head[b]);
            return order < 0 || order == 0 && left[a] ? a : b;
        }
    }
}
