package io.whorl.store;

import java.util.function.LongUnaryOperator;

/**
 * Adds the weights of minutiae to the documents of their lists. Counts the minutiae of a list first, in a direct-mapped
 * table, so that a list is decoded once and not once per minutia. A list that takes the place of another one lets that
 * one be decoded again. So memory is bounded, and the result does not change. One thread at a time.
 */
public final class WeightSums {
    private static final int LEAST = 1 << 6;
    private static final int MOST = 1 << 26;
    /** Bytes for each list: its number and a count. */
    private static final int LIST = 2 * Long.BYTES;

    private final DocumentLists lists;
    private final LongUnaryOperator weight;
    private final ScratchLongs sums;
    private final int mask;
    private final long[] numbers;
    private final long[] minutiae;
    private DocumentLists.Cursor list;

    /**
     * @param weight weight of a minutia, by its document frequency
     * @param sums receives the sums, by document
     * @param memory bytes of heap for the table; at least a thousand bytes are used
     */
    public WeightSums(DocumentLists lists, LongUnaryOperator weight, ScratchLongs sums, long memory) {
        this.lists = lists;
        this.weight = weight;
        this.sums = sums;
        long fitting = Math.max(LEAST, Math.min(MOST, memory / LIST));
        int most = (int) Long.highestOneBit(Math.max(1, Math.min(fitting, 2 * lists.count())));
        mask = most - 1;
        numbers = new long[most];
        minutiae = new long[most];
    }

    /**
     * Adds a minutia.
     *
     * @param number number of its list
     */
    public void add(long number) {
        int slot = (int) number & mask;
        if (numbers[slot] != number) {
            flush(slot);
            numbers[slot] = number;
        }
        minutiae[slot]++;
    }

    /** Adds the counted weights to the documents. */
    public void flush() {
        for (int slot = 0; slot <= mask; slot++) {
            flush(slot);
        }
    }

    private void flush(int slot) {
        if (minutiae[slot] > 0) {
            list = lists.cursor(list, numbers[slot]);
            long all = weight.applyAsLong(list.left()) * minutiae[slot];
            while (list.next()) {
                sums.add(list.document(), all);
            }
            minutiae[slot] = 0;
        }
    }
}
