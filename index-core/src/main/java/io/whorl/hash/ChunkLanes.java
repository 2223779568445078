package io.whorl.hash;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Chunks side by side, sorted by counting, those of most eights of bytes first (a part of eight counts as one): where
 * all go by eights and end together, the lanes at work are always the first ones. Reused; not thread-safe.
 */
final class ChunkLanes {
    /** The most chunks: enough that little is lost at the loops' ends, few enough to stay in the nearer caches. */
    static final int MOST = 1024;

    private static final int EIGHT = Long.BYTES;
    /**
     * Each chunk's place among the eight counters that there are for its number of eights. Chunks side by side are
     * about as long; were they counted in the same place, each would wait for the one before it to be stored.
     */
    private static final int[] WAY =
            IntStream.range(0, MOST).map(j -> j % EIGHT).toArray();

    /** The chunk on each lane, by its place among the chunks. */
    final int[] chunk = new int[MOST];
    /** Where the bytes of the chunk on each lane end. */
    final int[] stop = new int[MOST];
    /** Each chunk's counter: its length rounded up to eights, and its way. */
    private final int[] counter = new int[MOST];

    private int[] counters = new int[64 * EIGHT];

    /**
     * Reserves lanes for chunks of n units: the one that begins with unit {@code first}, and those after it.
     *
     * @return the eights of the longest
     */
    int reserve(UnitWindow units, int n, int first, int chunks) {
        measure(units.edge, n, first, chunks);
        int most = most(chunks);
        count(most, chunks);
        toLanes(most);
        return most;
    }

    /** How many chunks have so many eights or more, once each has taken its lane: the first lanes hold them. */
    int lanesWith(int leastEights) {
        return counters[leastEights * EIGHT + EIGHT - 1];
    }

    private void measure(int[] edge, int n, int first, int chunks) {
        for (int j = 0; j < chunks; j++) {
            int length = edge[first + n + j] - edge[first + j] - 1;
            counter[j] = (length + EIGHT - 1 & -EIGHT) + WAY[j];
        }
    }

    private int most(int chunks) {
        int most = 0;
        for (int j = 0; j < chunks; j++) {
            most = Math.max(most, counter[j]);
        }
        return most / EIGHT;
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

    /** From numbers of chunks to their first lanes. */
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
     * Gives chunk {@code j} its lane. Once each of them has one, every counter stands at the end of its lanes, which
     * {@link #lanesWith} reads.
     *
     * @param chunkStop where its bytes end
     * @return its lane
     */
    int take(int j, int chunkStop) {
        int at = counters[counter[j]]++;
        chunk[at] = j;
        stop[at] = chunkStop;
        return at;
    }
}
