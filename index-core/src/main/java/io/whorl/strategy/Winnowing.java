package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Selects the rightmost minimum, by a second bijection, of each window of w consecutive chunks (Schleimer, Wilkerson
 * and Aiken, SIGMOD 2003). A document with fewer chunks keeps the rightmost minimum of all. So two documents that share
 * w consecutive chunks share at least one selected minutia.
 *
 * <p>With the parameter {@code parts}, the window is at most that part of a document's chunks. What a narrow window
 * selects contains what a wider one selects, so short documents keep enough to tell them apart, and still share
 * minutiae with long ones.
 *
 * <p>The candidates of the window are a queue of ascending orders: a chunk removes the earlier ones that are not
 * smaller. Every chunk is added and removed once, so the amortised time is O(1) per chunk.
 */
final class Winnowing implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("winnowing", List.of("w", "parts"), (parameters, chunking, order) -> {
                int w = parameters.integer("w", 8, 1, 10_000);
                int parts = parameters.integer("parts", 1, 1, 100);
                return BuiltInStrategy.of(parameters, () -> {
                    Selector wide = order instanceof MinutiaOrder known && BlockWinnowing.suits(known.bits(), w)
                            ? new BlockWinnowing(known, w)
                            : new Winnowing(order, w);
                    return parts == 1 ? wide : new Narrowing(wide, new Winnowing(order, w), parts);
                });
            });

    private final LongUnaryOperator bijection;
    private int w;
    /** The orders of a block. */
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

    Winnowing(LongUnaryOperator bijection, int w) {
        this.bijection = bijection;
        this.w = w;
        int room = Integer.highestOneBit(w) * 2;
        mask = room - 1;
        order = new long[room];
        minutia = new long[room];
        place = new long[room];
    }

    @Override
    public void start() {
        head = 0;
        tail = 0;
        selected = -1;
        seen = 0;
    }

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        if (orders.length < chunks.count) {
            orders = new long[chunks.minutia.length];
        }
        // In a loop of its own, so that the processor computes several orders at a time.
        for (int i = 0; i < chunks.count; i++) {
            orders[i] = bijection.applyAsLong(chunks.minutia[i]) ^ Long.MIN_VALUE;
        }
        for (int i = 0; i < chunks.count; i++) {
            push(chunks.minutia[i], orders[i]);
            if (seen >= w) {
                selectMinimum(out);
            }
        }
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {
        if (seen > 0 && seen < w) {
            selectMinimum(out);
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

    private void selectMinimum(SelectedChunks out) {
        int minimum = (int) head & mask;
        if (place[minimum] != selected) {
            selected = place[minimum];
            out.add(minutia[minimum], selected);
        }
    }

    /** Holds the chunks of a document until it is known whether the whole window fits so many times. */
    private static final class Narrowing implements Selector {
        private final Selector wide;
        private final Winnowing narrow;
        private final int parts;
        /** A document with fewer chunks has a narrower window. */
        private final int most;

        private final ChunkBlock held = new ChunkBlock();
        private boolean isLong;

        private Narrowing(Selector wide, Winnowing narrow, int parts) {
            this.wide = wide;
            this.narrow = narrow;
            this.parts = parts;
            most = narrow.w * parts;
        }

        @Override
        public void start() {
            held.count = 0;
            isLong = false;
        }

        @Override
        public boolean accept(ChunkBlock chunks, SelectedChunks out) {
            if (isLong) {
                return wide.accept(chunks, out);
            }
            if (held.count + chunks.count < most) {
                held.reserve(held.count + chunks.count);
                System.arraycopy(chunks.minutia, 0, held.minutia, held.count, chunks.count);
                held.count += chunks.count;
                return true;
            }
            isLong = true;
            wide.start();
            wide.accept(held, out);
            return wide.accept(chunks, out);
        }

        @Override
        public void finish(long words, long chunks, SelectedChunks out) {
            if (isLong) {
                wide.finish(words, chunks, out);
                return;
            }
            narrow.w = Math.max(1, held.count / parts);
            narrow.start();
            narrow.accept(held, out);
            narrow.finish(words, chunks, out);
        }
    }
}
