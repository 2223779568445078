package io.whorl.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Hashes many chunks by {@link RzHash}, each on a lane of its own. A step of one chunk waits for the step before it,
 * but not for those of other chunks; the loops over the lanes are such as a compiler turns into vector instructions:
 * plain arrays, nothing that depends on a lane's bytes. Reused; not thread-safe.
 */
final class RzLanes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int n;
    private final int bits;
    private final RzLead lead;
    private final ChunkLanes lanes = new ChunkLanes();
    private final long[] states = new long[ChunkLanes.MOST];
    /** The eight bytes that each lane takes next, the first lowest. */
    private final long[] next = new long[ChunkLanes.MOST];

    RzLanes(int n, int bits, long seed) {
        this.n = n;
        this.bits = bits;
        this.lead = new RzLead(seed);
    }

    /**
     * The minutiae of {@code chunks} chunks, at most {@link ChunkLanes#MOST}, the first beginning with unit
     * {@code first}.
     */
    void hash(UnitWindow units, int first, int chunks, long[] out) {
        int most = lanes.reserve(units, n, first, chunks);
        begin(units, first, chunks);
        int begun = 0;
        for (int left = most; left > 0; left--) {
            // Those that begin now already have their first bytes.
            read(units.bytes, begun, left * Long.BYTES);
            begun = lanes.lanesWith(left);
            takeFour(states, next, begun, 0);
            takeFour(states, next, begun, Integer.SIZE);
        }
        finish(states, chunks, 64 - bits);
        for (int at = 0; at < chunks; at++) {
            out[first + lanes.chunk[at]] = states[at];
        }
    }

    /** Before its own first bytes, each chunk takes as many others as it lacks to whole eights. */
    private void begin(UnitWindow units, int first, int chunks) {
        byte[] bytes = units.bytes;
        int[] edge = units.edge;
        long[] leadStates = lead.states();
        long[] leadBytes = lead.bytes();
        for (int j = 0; j < chunks; j++) {
            int start = edge[first + j] + 1;
            int stop = edge[first + j + n];
            int lack = start - stop & Long.BYTES - 1;
            long own = (long) LONGS.get(bytes, start);
            int at = lanes.take(j, stop);
            next[at] = own << lack * Byte.SIZE | leadBytes[lack];
            states[at] = leadStates[lack];
        }
    }

    private void read(byte[] bytes, int to, int beforeStop) {
        int[] stop = lanes.stop;
        for (int at = 0; at < to; at++) {
            next[at] = (long) LONGS.get(bytes, stop[at] - beforeStop);
        }
    }

    /**
     * Four bytes of each lane's eight. With eight, the body is too large for C2 to vectorise and takes three times as
     * long; with fewer, states are loaded and stored more often.
     */
    private static void takeFour(long[] states, long[] bytes, int lanes, int shift) {
        for (int at = 0; at < lanes; at++) {
            long c = bytes[at] >>> shift;
            long h = states[at];
            h ^= (c & 0xFF) + (h << 6) + (h >>> 2);
            h ^= (c >>> 8 & 0xFF) + (h << 6) + (h >>> 2);
            h ^= (c >>> 16 & 0xFF) + (h << 6) + (h >>> 2);
            h ^= (c >>> 24 & 0xFF) + (h << 6) + (h >>> 2);
            states[at] = h;
        }
    }

    private static void finish(long[] states, int lanes, int shift) {
        for (int at = 0; at < lanes; at++) {
            states[at] = SplitMix64.mix(states[at]) >>> shift;
        }
    }
}
