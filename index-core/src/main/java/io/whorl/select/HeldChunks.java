package io.whorl.select;

import io.whorl.chunk.ChunkBlock;
import java.util.Arrays;

/** All of a document's minutiae in text order, for strategies that choose at its end; 8 bytes a chunk. */
final class HeldChunks {
    private long[] minutiae = new long[1 << 10];
    private int count;

    void clear() {
        count = 0;
    }

    void addAll(ChunkBlock block) {
        // addExact: a document of more chunks than an array holds is refused, not cut.
        int size = Math.addExact(count, block.count);
        if (size > minutiae.length) {
            minutiae = Arrays.copyOf(minutiae, Math.max(size, minutiae.length + (minutiae.length >> 1)));
        }
        System.arraycopy(block.minutia, 0, minutiae, count, block.count);
        count = size;
    }

    int count() {
        return count;
    }

    long minutia(int place) {
        return minutiae[place];
    }

    /** A sorted copy (as signed numbers: only equality of neighbours matters to its users). */
    long[] sorted() {
        long[] copy = Arrays.copyOf(minutiae, count);
        Arrays.sort(copy);
        return copy;
    }

    /** Selects the chunks at {@code places[0 .. to - 1]} in text order; sorts that range. */
    void select(int[] places, int to, SelectedChunks out) {
        Arrays.sort(places, 0, to);
        for (int i = 0; i < to; i++) {
            out.add(minutiae[places[i]], places[i]);
        }
    }
}
