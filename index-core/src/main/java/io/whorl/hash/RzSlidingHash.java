package io.whorl.hash;

import java.util.Arrays;

/**
 * The sliding hash of {@link RzHash}. Hashes all chunks that a block completes in parallel lanes, each from its first
 * byte.
 */
final class RzSlidingHash implements SlidingHash {
    /** A window of more bytes has such long units that few chunks would share the lanes; copying it would not pay. */
    static final int MOST_BYTES = 1 << 18;

    private final int n;
    private final UnitWindow window = new UnitWindow();
    private final RzLanes lanes;
    private final SlidingHash unitByUnit;
    /** True if the document has exceeded that limit. */
    private boolean tooLong;

    RzSlidingHash(int n, RzHash hash, long seed) {
        this.n = n;
        this.lanes = new RzLanes(n, hash.bits(), seed);
        this.unitByUnit = new AnySlidingHash(hash, n);
    }

    @Override
    public void start() {
        window.clear();
        tooLong = false;
    }

    @Override
    public int slide(byte[] bytes, int[] end, int count, long[] out) {
        if (count == 0) {
            return 0;
        }
        if (!tooLong && end[count - 1] >= MOST_BYTES - window.length()) {
            switchToUnitByUnit(out);
        }
        if (tooLong) {
            return unitByUnit.slide(bytes, end, count, out);
        }
        window.add(bytes, end, count);
        int chunks = Math.max(0, window.count - n + 1);
        for (int first = 0; first < chunks; first += ChunkLanes.MOST) {
            lanes.hash(window, first, Math.min(ChunkLanes.MOST, chunks - first), out);
        }
        window.keepLast(n - 1);
        return chunks;
    }

    /** Continues with one unit at a time. The window holds too few units for a chunk, so no minutia results. */
    private void switchToUnitByUnit(long[] out) {
        tooLong = true;
        unitByUnit.start();
        int[] end = Arrays.copyOfRange(window.edge, 1, window.count + 1);
        unitByUnit.slide(window.bytes, end, window.count, out);
    }
}
