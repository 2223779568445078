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
 * <p>The candidates of the window are a queue of ascending orders: a chunk removes the earlier ones that are not
 * smaller. Every chunk is added and removed once, so the amortised time is O(1) per chunk.
 */
final class Winnowing implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("winnowing", List.of("w"), (parameters, chunking, order) -> {
                int w = parameters.integer("w", 8, 1, 10_000);
                return BuiltInStrategy.of(
                        parameters,
                        () -> order instanceof MinutiaOrder known && BlockWinnowing.suits(known.bits(), w)
                                ? new BlockWinnowing(known, w)
                                : new Winnowing(order, w));
            });

    private final LongUnaryOperator bijection;
    private final int w;
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
}
