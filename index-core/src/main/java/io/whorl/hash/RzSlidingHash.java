package io.whorl.hash;

import java.util.Arrays;

/** {@link RzHash}, all chunks that a block completes side by side, each from its own first byte. */
final class RzSlidingHash implements SlidingHash {
    /** Beyond this, units are so long that few chunks would be side by side, and are better not copied and kept. */
    static final int MOST_BYTES = 1 << 18;

    private final int n;
    private final UnitWindow window = new UnitWindow();
    private final RzLanes lanes;
    private final SlidingHash unitByUnit;
    /** Whether the document has had such units. */
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
            goOnUnitByUnit(out);
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

    /** The units that are kept are too few for a chunk, so nothing comes out. */
    private void goOnUnitByUnit(long[] out) {
        tooLong = true;
        unitByUnit.start();
        int[] end = Arrays.copyOfRange(window.edge, 1, window.count + 1);
        unitByUnit.slide(window.bytes, end, window.count, out);
    }
}
