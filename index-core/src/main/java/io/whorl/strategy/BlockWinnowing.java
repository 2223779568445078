package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.Selector;

/**
 * {@link Winnowing} without a branch that depends on a minutia, for short windows. A chunk has a key: its order, then
 * its place from the right, so that the least key of a window is its rightmost minimum. The minima of windows of 2, 4,
 * 8 chunks follow from each other, and those of w chunks from two that overlap. The JIT compiler vectorises these
 * loops, because each has the same index in all of its arrays.
 */
final class BlockWinnowing implements Selector {
    /** The longest window. A longer one would take more steps, and the queue of {@link Winnowing} is faster. */
    static final int MOST_W = 256;
    /** The chunks that are processed at a time: few enough for the arrays to stay in the L1 cache. */
    static final int PIECE = 1024;

    private static final int ROOM = PIECE + MOST_W;
    private static final int PLACE_BITS = 11;
    private static final long PLACES = (1L << PLACE_BITS) - 1;
    private static final int MOST_BITS = Long.SIZE - 1 - PLACE_BITS;
    /** Less than every key. */
    private static final long NONE = -1;

    private final MinutiaOrder order;
    private final int w;
    /** The last chunks before the piece, of which a window is missing chunks, and the chunks of the piece. */
    private final long[] minutiae = new long[ROOM];

    private final long[] keys = new long[ROOM];
    private int held;
    /** The position of the first held chunk in the document. */
    private long first;
    /** The key of the last selected chunk, if it is still held. */
    private long last;

    /** The place from the right of each chunk of a piece. */
    private final long[] fromRight = new long[PIECE];

    private final long[] minima = new long[ROOM];
    private final long[] ahead = new long[ROOM];
    private final int[] picked = new int[ROOM];

    static boolean suits(int bits, int w) {
        return bits <= MOST_BITS && w <= MOST_W;
    }

    BlockWinnowing(MinutiaOrder order, int w) {
        this.order = order;
        this.w = w;
        for (int i = 0; i < PIECE; i++) {
            fromRight[i] = PLACES - i;
        }
    }

    @Override
    public void start() {
        held = 0;
        first = 0;
        last = NONE;
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        for (int from = 0; from < chunks.count; from += PIECE) {
            add(chunks.minutia, from, Math.min(PIECE, chunks.count - from));
            int windows = held - w + 1;
            if (windows > 0) {
                findMinima(windows);
                select(windows, out);
                drop(windows);
            }
        }
        return true;
    }

    /** Selects the rightmost minimum of a document without a window. */
    @Override
    public void finish(long words, long chunks, SelectedChunks out) {
        if (first == 0 && held > 0) {
            long least = keys[0];
            for (int i = 1; i < held; i++) {
                least = Math.min(least, keys[i]);
            }
            out.add(minutiae[place(least)], place(least));
        }
    }

    private static int place(long key) {
        return (int) (~key & PLACES);
    }

    private void add(long[] source, int from, int n) {
        System.arraycopy(source, from, ahead, 0, n);
        order.applyAll(ahead, n, minima);
        toKeys(minima, fromRight, n, held);
        System.arraycopy(ahead, 0, minutiae, held, n);
        System.arraycopy(minima, 0, keys, held, n);
        held += n;
    }

    private static void toKeys(long[] orders, long[] fromRight, int n, int behind) {
        for (int i = 0; i < n; i++) {
            orders[i] = (orders[i] << PLACE_BITS) + (fromRight[i] - behind);
        }
    }

    private void findMinima(int windows) {
        long[] of = keys;
        int n = held;
        int length = 1;
        for (; 2 * length <= w; length *= 2) {
            n -= length;
            lesser(of, length, n);
            of = minima;
        }
        // Also copies the keys if each is a window.
        if (length < w || w == 1) {
            lesser(of, w - length, windows);
        }
    }

    /** Finds the minimum of each element and the one that is so far ahead. */
    private void lesser(long[] of, int distance, int n) {
        System.arraycopy(of, distance, ahead, 0, n);
        lesser(of, ahead, minima, n);
    }

    /** Keys are not negative, so their difference does not overflow. */
    private static void lesser(long[] a, long[] b, long[] to, int n) {
        for (int i = 0; i < n; i++) {
            long difference = a[i] - b[i];
            to[i] = b[i] + (difference & difference >> 63);
        }
    }

    /** Selects each minimum that is not that of the window before. */
    private void select(int windows, SelectedChunks out) {
        int count = pick(windows);
        for (int j = 0; j < count; j++) {
            out.add(minutiae[picked[j]], first + picked[j]);
        }
    }

    /** Each place is stored, and the next one replaces it if the minimum has not changed. */
    private int pick(int windows) {
        long[] of = minima;
        int[] to = picked;
        int count = 0;
        long before = last;
        for (int i = 0; i < windows; i++) {
            long minimum = of[i];
            long change = minimum ^ before;
            to[count] = place(minimum);
            count += (int) ((change | -change) >>> 63);
            before = minimum;
        }
        last = before;
        return count;
    }

    /** Removes the chunks that belong to no further window. */
    private void drop(int chunks) {
        held -= chunks;
        first += chunks;
        System.arraycopy(minutiae, chunks, minutiae, 0, held);
        System.arraycopy(keys, chunks, keys, 0, held);
        for (int i = 0; i < held; i++) {
            keys[i] += chunks;
        }
        last = place(last) < chunks ? NONE : last + chunks;
    }
}
