package io.whorl.bench.layout;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * The least that a look-up can cost: one read of one line of the mapping, at a place known beforehand and independent
 * of what was read before. Not thread-safe.
 */
public final class LineFloor {
    private final ByteBuffer mapping;
    private final int[] places;

    /** @param places how many random lines to draw */
    public LineFloor(ByteBuffer mapping, int places, long seed) {
        this.mapping = mapping;
        int lines = Math.max(1, mapping.limit() / LineFile.LINE);
        this.places = new SplittableRandom(seed).ints(places, 0, lines).map(line -> line * LineFile.LINE).toArray();
    }

    /** Reads the first eight bytes of each of some lines, as a look-up reads its header. */
    public long read(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += mapping.getLong(places[i]);
        }
        return sum;
    }
}
