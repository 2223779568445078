package io.whorl.hash;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Assigns chunks to lanes, sorted by length in words of eight bytes (rounded up), longest first. All lanes end
 * together, so the active lanes are always the first ones. A counting sort. Reused; not thread-safe.
 */
final class ChunkLanes {
    /** The maximum number of chunks: enough to make the ends of the loops cheap, few enough to stay in the L2 cache. */
    static final int MOST = 1024;

    private static final int EIGHT = Long.BYTES;
    /**
     * The index of each chunk among the eight counters for its length. Neighbouring chunks have similar lengths; with a
     * single counter per length, each increment would wait for the store of the one before it.
     */
    private static final int[] WAY =
            IntStream.range(0, MOST).map(j -> j % EIGHT).toArray();

    /** The index of the chunk on each lane. */
    final int[] chunk = new int[MOST];
    /** The end of the bytes of the chunk on each lane. */
    final int[] stop = new int[MOST];
    /** The counter of each chunk: its length rounded up to a multiple of eight, plus its way. */
    private final int[] counter = new int[MOST];

    private int[] counters = new int[64 * EIGHT];

    /**
     * Reserves lanes for consecutive chunks of n units, of which the first begins with unit {@code first}.
     *
     * @return a bound on the length of the longest chunk in words of eight bytes
     */
    int reserve(UnitWindow units, int n, int first, int chunks) {
        int most = measure(units.edge, n, first, chunks) / EIGHT;
        count(most, chunks);
        toLanes(most);
        return most;
    }

    /**
     * The number of chunks with at least so many words of eight bytes. They are on the first lanes. Valid after each
     * chunk has taken its lane.
     */
    int lanesWith(int leastEights) {
        return counters[leastEights * EIGHT + EIGHT - 1];
    }

    /** Returns the bits that any counter has, which are at least the greatest one and less than twice that. */
    private int measure(int[] edge, int n, int first, int chunks) {
        int bits = 0;
        for (int j = 0; j < chunks; j++) {
            int length = edge[first + n + j] - edge[first + j] - 1;
            int its = (length + EIGHT - 1 & -EIGHT) + WAY[j];
            counter[j] = its;
            bits |= its;
        }
        return bits;
    }

    private void count(int most, int chunks) {
        int used = (most + 1) * EIGHT;
        if (used > counters.length) {
            counters = new int[2 * used];
        }
        Arrays.fill(counters, 0, used, 0);
        for (int j = 0; j < chunks; j++) {
            counters[counter[j]]++;
        }
    }

    /** Turns the counts into the first lane of each counter. */
    private void toLanes(int most) {
        int sum = 0;
        for (int g = most; g >= 0; g--) {
            for (int c = g * EIGHT; c < (g + 1) * EIGHT; c++) {
                int here = counters[c];
                counters[c] = sum;
                sum += here;
            }
        }
    }

    /**
     * Assigns chunk {@code j} to a lane. After all chunks are assigned, each counter holds the end of its lanes, which
     * {@link #lanesWith} reads.
     *
     * @param chunkStop the end of its bytes
     * @return its lane
     */
    int take(int j, int chunkStop) {
        int at = counters[counter[j]]++;
        chunk[at] = j;
        stop[at] = chunkStop;
        return at;
    }
}
