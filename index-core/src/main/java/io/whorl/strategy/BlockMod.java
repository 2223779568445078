package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.SelectedChunks;
import io.whorl.select.Selector;

/**
 * {@link Mod} for minutiae of at most {@value #MOST_BITS} bits: a loop over a block that the JIT compiler vectorises,
 * and one that collects the multiples without a branch.
 */
final class BlockMod implements Selector {
    static final int MOST_BITS = 62;

    private final MinutiaOrder order;
    private final Multiples multiples;
    private long[] orders = new long[0];
    private int[] picked = new int[0];

    BlockMod(MinutiaOrder order, long m) {
        this.order = order;
        multiples = new Multiples(m, order.bits());
    }

    @Override
    public void start() {}

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        if (orders.length < chunks.count) {
            orders = new long[chunks.minutia.length];
            picked = new int[chunks.minutia.length];
        }
        order.applyAll(chunks.minutia, chunks.count, orders);
        multiples.mark(orders, chunks.count);
        int count = pick(chunks.count);
        for (int j = 0; j < count; j++) {
            out.add(chunks.minutia[picked[j]], chunks.first + picked[j]);
        }
        return true;
    }

    /** Each index is stored, and the next one replaces it if it is not of a multiple. */
    private int pick(int chunks) {
        long[] marks = orders;
        int[] to = picked;
        int count = 0;
        for (int i = 0; i < chunks; i++) {
            to[count] = i;
            count += 1 + (int) marks[i];
        }
        return count;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {}
}
