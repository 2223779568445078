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
}
