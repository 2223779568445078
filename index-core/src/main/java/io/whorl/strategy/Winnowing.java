package io.whorl.strategy;

import io.whorl.hash.MinutiaOrder;
import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import java.util.List;

/**
 * Selects the rightmost minimum, by a second bijection, of each window of w consecutive chunks (Schleimer, Wilkerson
 * and Aiken, SIGMOD 2003). A document with fewer chunks keeps the rightmost minimum of all. So two documents that share
 * w consecutive chunks share at least one selected minutia.
 *
 * <p>With the parameter {@code parts}, the window is at most that part of a document's chunks. What a narrow window
 * selects contains what a wider one selects, so short documents keep enough to tell them apart, and still share
 * minutiae with long ones.
 *
 * <p>The chunks of a document are held until it is known whether the whole window fits so many times.
 */
final class Winnowing implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("winnowing", List.of("w", "parts"), (parameters, chunking, order) -> {
                int w = parameters.integer("w", 8, 1, 10_000);
                int parts = parameters.integer("parts", 1, 1, 100);
                return parameters.strategy(() -> new Winnowing(order, w, parts));
            });

    private final int w;
    private final int parts;
    final Minima minima;
    private final ChunkBlock held = new ChunkBlock();
    private boolean isLong;

    private Winnowing(MinutiaOrder order, int w, int parts) {
        this.w = w;
        this.parts = parts;
        minima = order.bits() <= BlockMinima.MOST_BITS && w <= BlockMinima.MOST_W
                ? new BlockMinima(order)
                : new QueuedMinima(order, w);
    }

    @Override
    public void start() {
        held.count = 0;
        isLong = false;
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        if (!isLong) {
            if (held.count + chunks.count < w * parts) {
                held.reserve(held.count + chunks.count);
                System.arraycopy(chunks.minutia, 0, held.minutia, held.count, chunks.count);
                held.count += chunks.count;
                return true;
            }
            isLong = true;
            minima.start(w);
            minima.accept(held, out);
        }
        minima.accept(chunks, out);
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {
        if (!isLong) {
            minima.start(Math.max(1, held.count / parts));
            minima.accept(held, out);
        }
    }

    /** Selects the rightmost minimum of each window. */
    interface Minima {
        /** Begins a document, with windows of so many chunks, at most as many as were announced. */
        void start(int window);

        void accept(ChunkBlock chunks, SelectedChunks out);
    }

    /**
     * Minima of windows of any length, of minutiae of any width. The candidates of a window are a queue of ascending
     * orders: a chunk removes the earlier ones that are not smaller. Every chunk is added and removed once, so the
     * amortised time is O(1) per chunk.
     */
    static final class QueuedMinima implements Minima {
        private final MinutiaOrder bijection;
        private int w;
        private long[] orders = new long[0];
        // A ring buffer from head to tail, which only increase. Orders have their top bit flipped.
        private final int mask;
        private final long[] order;
        private final long[] minutia;
        private final long[] place;
        private long head;
        private long tail;
        private long selected;
        private long seen;

        /** @param most chunks of a window, at most */
        QueuedMinima(MinutiaOrder bijection, int most) {
            this.bijection = bijection;
            int room = Integer.highestOneBit(most) * 2;
            mask = room - 1;
            order = new long[room];
            minutia = new long[room];
            place = new long[room];
        }

        @Override
        public void start(int window) {
            w = window;
            head = 0;
            tail = 0;
            selected = -1;
            seen = 0;
        }

        @Override
        public void accept(ChunkBlock chunks, SelectedChunks out) {
            if (orders.length < chunks.count) {
                orders = new long[chunks.minutia.length];
            }
            bijection.applyAll(chunks.minutia, chunks.count, orders);
            for (int i = 0; i < chunks.count; i++) {
                push(chunks.minutia[i], orders[i] ^ Long.MIN_VALUE);
                int minimum = (int) head & mask;
                if (seen >= w && place[minimum] != selected) {
                    selected = place[minimum];
                    out.add(minutia[minimum], selected);
                }
            }
        }

        private void push(long next, long bid) {
            while (tail > head && order[(int) (tail - 1) & mask] >= bid) {
                tail--;
            }
            order[(int) tail & mask] = bid;
            minutia[(int) tail & mask] = next;
            place[(int) tail & mask] = seen;
            tail++;
            seen++;
            if (place[(int) head & mask] < seen - w) {
                head++;
            }
        }
    }

    /**
     * Minima of short windows, without a branch that depends on a minutia. A chunk has a key: its order, then its place
     * from the right, so that the least key of a window is its rightmost minimum. The minima of windows of 2, 4, 8
     * chunks follow from each other, and those of w chunks from two that overlap. The JIT compiler vectorises these
     * loops, because each has the same index in all of its arrays.
     */
    static final class BlockMinima implements Minima {
        /** The longest window. A longer one would take more steps, and {@link QueuedMinima} is faster. */
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
        private int w;
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

        BlockMinima(MinutiaOrder order) {
            this.order = order;
            for (int i = 0; i < PIECE; i++) {
                fromRight[i] = PLACES - i;
            }
        }

        @Override
        public void start(int window) {
            w = window;
            held = 0;
            first = 0;
            last = NONE;
        }

        @Override
        public void accept(ChunkBlock chunks, SelectedChunks out) {
            for (int from = 0; from < chunks.count; from += PIECE) {
                add(chunks.minutia, from, Math.min(PIECE, chunks.count - from));
                int windows = held - w + 1;
                if (windows > 0) {
                    findMinima(windows);
                    select(windows, out);
                    drop(windows);
                }
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
                to[i] = b[i] + (difference & (difference >> 63));
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
}
