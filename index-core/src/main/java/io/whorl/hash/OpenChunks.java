package io.whorl.hash;

import io.whorl.hash.ChunkHash.SlidingHash;
import java.util.Arrays;

/**
 * The chunks that have begun but not ended, oldest first. Every open chunk takes every unit, and chunks end in the
 * order in which they begin. One thread at a time; reusable.
 */
public abstract class OpenChunks {
    private static final byte[] SPACE = {' '};
    final ChunkHash hash;
    int count;

    private OpenChunks(ChunkHash hash) {
        this.hash = hash;
    }

    /** @param bag whether the units of a chunk are sorted before they are hashed */
    public static OpenChunks of(ChunkHash hash, boolean bag) {
        return bag ? new Bags(hash) : new Sequences(hash);
    }

    /** The sliding hash for any hash function and any number of units. */
    static SlidingHash sliding(ChunkHash hash, int n) {
        OpenChunks open = new Sequences(hash);
        return new SlidingHash() {
            @Override
            public void start() {
                open.start();
            }

            @Override
            public int slide(byte[] bytes, int[] end, int count, long[] out) {
                int done = 0;
                int from = 0;
                for (int k = 0; k < count; k++) {
                    open.begin();
                    open.add(bytes, from, end[k]);
                    if (open.count == n) {
                        out[done++] = open.endOldest();
                    }
                    from = end[k] + 1;
                }
                return done;
            }
        };
    }

    /** Begins a document. */
    public abstract void start();

    /** Begins a chunk with the next unit that is added. */
    public abstract void begin();

    /** Adds a unit to every open chunk. */
    public abstract void add(byte[] bytes, int from, int to);

    /** Ends the oldest chunk with the unit that was added last, and returns its minutia. */
    public abstract long endOldest();

    /** The number of open chunks. */
    public final int count() {
        return count;
    }

    /** An array that holds {@link #count} values and another one. */
    final long[] withRoom(long[] values) {
        return count < values.length ? values : Arrays.copyOf(values, count * 2);
    }

    /** Open chunks whose units are hashed in sequence, with one state each. */
    private static final class Sequences extends OpenChunks {
        private long[] states = new long[4];
        /** The number of open chunks that hold a unit: all, or all but the one that has just begun. */
        private int begun;

        Sequences(ChunkHash hash) {
            super(hash);
        }

        @Override
        public void start() {
            count = 0;
            begun = 0;
        }

        @Override
        public void begin() {
            states = withRoom(states);
            states[count++] = hash.start();
        }

        @Override
        public void add(byte[] bytes, int from, int to) {
            // The space is hashed before a unit, not after it, because it is not known whether another unit follows.
            hash.absorbAll(states, 0, begun, SPACE, 0, 1);
            hash.absorbAll(states, 0, count, bytes, from, to);
            begun = count;
        }

        @Override
        public long endOldest() {
            long minutia = hash.finish(states[0]);
            count--;
            begun--;
            System.arraycopy(states, 1, states, 0, count);
            return minutia;
        }
    }

    /**
     * Open chunks whose units are sorted by their unsigned bytes before they are hashed (docs/DEFINITIONS.md, Chunks
     * 4). The units form one window. Its order is kept from chunk to chunk, so that only new units are sorted: moving a
     * long window by one unit takes a merge, and a new chunk of n units takes n log n.
     */
    private static final class Bags extends OpenChunks {
        /** The index in the document of the first unit of each open chunk, oldest first. */
        private long[] begins = new long[4];

        private long seen;
        /** The bytes of the units in text order; unit u of the window is {@code bytes[ends[u] .. ends[u + 1] - 1]}. */
        private byte[] bytes = new byte[256];

        private int[] ends = new int[16];
        private int units;
        /** The indexes of the units: first the sorted ones, then those added since, in text order. */
        private int[] order = new int[15];

        private int[] spare = new int[15];
        private int sorted;

        Bags(ChunkHash hash) {
            super(hash);
        }

        @Override
        public void start() {
            count = 0;
            seen = 0;
            units = 0;
            sorted = 0;
        }

        @Override
        public void begin() {
            begins = withRoom(begins);
            begins[count++] = seen;
        }

        @Override
        public void add(byte[] source, int from, int to) {
            seen++;
            if (count == 0) {
                return;
            }
            int used = ends[units];
            int size = to - from;
            if (used + size > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(used + size, bytes.length * 2));
            }
            if (units == order.length) {
                order = Arrays.copyOf(order, units * 2);
                spare = new int[units * 2];
                ends = Arrays.copyOf(ends, units * 2 + 1);
            }
            System.arraycopy(source, from, bytes, used, size);
            order[units] = units;
            ends[++units] = used + size;
        }

        @Override
        public long endOldest() {
            mergeSort(sorted, units);
            merge(0, sorted, units);
            long state = hash.start();
            for (int i = 0; i < units; i++) {
                state = i == 0 ? state : hash.absorb(state, SPACE, 0, 1);
                state = hash.absorb(state, bytes, ends[order[i]], ends[order[i] + 1]);
            }
            long next = count > 1 ? begins[1] : seen;
            dropOldest((int) (next - begins[0]));
            count--;
            System.arraycopy(begins, 1, begins, 0, count);
            return hash.finish(state);
        }

        private void dropOldest(int dropped) {
            int kept = 0;
            for (int i = 0; i < units; i++) {
                if (order[i] >= dropped) {
                    order[kept++] = order[i] - dropped;
                }
            }
            int from = ends[dropped];
            System.arraycopy(bytes, from, bytes, 0, ends[units] - from);
            for (int u = dropped; u <= units; u++) {
                ends[u - dropped] = ends[u] - from;
            }
            units = kept;
            sorted = kept;
        }

        private void mergeSort(int from, int to) {
            if (to - from > 1) {
                int middle = (from + to) >>> 1;
                mergeSort(from, middle);
                mergeSort(middle, to);
                merge(from, middle, to);
            }
        }

        private void merge(int from, int middle, int to) {
            System.arraycopy(order, from, spare, from, middle - from);
            int left = from;
            int right = middle;
            for (int at = from; left < middle; at++) {
                order[at] = right < to && compare(order[right], spare[left]) < 0 ? order[right++] : spare[left++];
            }
        }

        private int compare(int u, int v) {
            return Arrays.compareUnsigned(bytes, ends[u], ends[u + 1], bytes, ends[v], ends[v + 1]);
        }
    }
}
