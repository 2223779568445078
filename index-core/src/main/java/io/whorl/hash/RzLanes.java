package io.whorl.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Hashes many chunks by {@link RzHash}, each on its own lane. The steps of one chunk depend on each other, but not on
 * those of other chunks. The JIT compiler vectorises the loops over the lanes, because they use plain arrays and do not
 * branch on the bytes. Reused; not thread-safe.
 */
final class RzLanes {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final int n;
    private final int bits;
    private final RzLead lead;
    private final ChunkLanes lanes = new ChunkLanes();
    private final long[] states = new long[ChunkLanes.MOST];
    /** The next eight bytes of each lane; the first byte is the lowest. */
    private final long[] next = new long[ChunkLanes.MOST];

    RzLanes(int n, int bits, long seed) {
        this.n = n;
        this.bits = bits;
        this.lead = new RzLead(seed);
    }

    /**
     * Hashes consecutive chunks, of which the first begins with unit {@code first}. There are at most
     * {@link ChunkLanes#MOST}.
     */
    void hash(UnitWindow units, int first, int chunks, long[] out) {
        int most = lanes.reserve(units, n, first, chunks);
        begin(units, first, chunks);
        int begun = 0;
        for (int left = most; left > 0; left--) {
            // Chunks that begin now already have their first bytes.
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

    /** Pads each chunk at its start to a multiple of eight bytes, with the bytes of a lead. */
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
     * Processes four bytes of each lane's eight. With eight bytes, the loop body is too large for C2 to vectorise and
     * takes three times as long. With fewer, states are loaded and stored more often.
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
