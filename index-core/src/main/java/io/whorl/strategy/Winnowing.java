package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * The rightmost minimum, by a second bijection, of each window of w consecutive chunks (Schleimer, Wilkerson and Aiken,
 * SIGMOD 2003); of a document of fewer chunks, the rightmost minimum of them all. So a run of w chunks that two
 * documents share gives both at least one minutia alike.
 *
 * <p>The window's candidates are a queue of rising orders: a chunk outbids those before it that are not smaller. Every
 * chunk enters and leaves once, so the time is O(1) a chunk whatever the text.
 */
final class Winnowing implements Selector {
    static final SelectionProvider PROVIDER =
            new BuiltInProvider("winnowing", List.of("w"), (parameters, chunking, order) -> {
                int w = parameters.integer("w", 8, 1, 10_000);
                return BuiltInStrategy.of(parameters, () -> new Winnowing(order, w));
            });

    private final LongUnaryOperator bijection;
    private final int w;
    // A ring from head to tail (both only ever rise, taken modulo its length). Orders have their top bit flipped.
    private final int mask;
    private final long[] order;
    private final long[] minutia;
    private final long[] place;
    private long head;
    private long tail;
    private long selected;
    private long seen;

    private Winnowing(LongUnaryOperator bijection, int w) {
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
        for (int i = 0; i < chunks.count; i++) {
            push(chunks.minutia[i]);
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

    private void push(long next) {
        long bid = bijection.applyAsLong(next) ^ Long.MIN_VALUE;
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
