package io.whorl.strategy;

import io.whorl.LimitExceededException;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import java.util.Arrays;

/** All minutiae of a document in text order, for strategies that select at its end. */
final class HeldChunks {
    /** The maximum heap per chunk in bytes: a growing array, or a sorted copy with counts. */
    static final int BYTES = 24;

    private static final int KEPT = 1 << 18;
    private static final int MOST = Integer.MAX_VALUE - 8;

    private final int most;
    private long[] minutiae = new long[1 << 10];
    private int count;

    HeldChunks() {
        this(MOST);
    }

    /** @param most the maximum number of chunks, at least 1,024; lower in tests */
    HeldChunks(int most) {
        this.most = most;
    }

    /** Removes all chunks, and frees an array that only a large document needs. */
    void clear() {
        count = 0;
        if (minutiae.length > KEPT) {
            minutiae = new long[1 << 10];
        }
    }

    void addAll(ChunkBlock block) {
        LimitExceededException.require(
                "chunks of one document that are kept", (long) count + block.count, most, "split the document");
        int size = count + block.count;
        if (size > minutiae.length) {
            minutiae = Arrays.copyOf(minutiae, (int) Math.min(most, Math.max(size, minutiae.length * 3L / 2)));
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

    /** A sorted copy. The order is that of signed numbers; callers only need equal minutiae to be neighbours. */
    long[] sorted() {
        long[] copy = Arrays.copyOf(minutiae, count);
        Arrays.sort(copy);
        return copy;
    }

    /** Selects the chunks at {@code places[0 .. to - 1]} in text order, and sorts that range. */
    void select(int[] places, int to, SelectedChunks out) {
        Arrays.sort(places, 0, to);
        for (int i = 0; i < to; i++) {
            out.add(minutiae[places[i]], places[i]);
        }
    }
}
