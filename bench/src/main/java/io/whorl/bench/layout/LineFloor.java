package io.whorl.bench.layout;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * The least that a look-up can cost: one read of one random line of the mapping, independent of what was read before.
 * The place is drawn as it is needed, as a look-up must compute its own; or it is known beforehand, which no look-up
 * can have and which lets the processor run further ahead. Not thread-safe.
 */
public final class LineFloor {
    private final ByteBuffer mapping;
    private final int lines;
    private final int[] places;
    private long state;

    /** @param places how many random lines to draw beforehand */
    public LineFloor(ByteBuffer mapping, int places, long seed) {
        this.mapping = mapping;
        lines = Math.max(1, mapping.limit() / LineFile.LINE);
        this.places = new SplittableRandom(seed)
                .ints(places, 0, lines)
                .map(line -> line * LineFile.LINE)
                .toArray();
        state = seed;
    }

    /** Reads the first eight bytes of each of {@code n} lines drawn by SplitMix64. */
    public long read(int n) {
        long sum = 0;
        long s = state;
        for (int i = 0; i < n; i++) {
            s += 0x9E3779B97F4A7C15L;
            long z = (s ^ s >>> 30) * 0xBF58476D1CE4E5B9L;
            z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
            z ^= z >>> 31;
            sum += mapping.getLong((int) ((z >>> 32) * lines >>> 32) * LineFile.LINE);
        }
        state = s;
        return sum;
    }

    /** Reads the first eight bytes of some of the lines drawn beforehand. */
    public long readKnown(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += mapping.getLong(places[i]);
        }
        return sum;
    }
}
