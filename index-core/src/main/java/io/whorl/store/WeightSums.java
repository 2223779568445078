package io.whorl.store;

import io.whorl.agrona.collections.Long2LongHashMap;
import java.util.function.LongUnaryOperator;

/**
 * Adds the weights of minutiae to the documents of their lists. Counts the minutiae of each list first, so that a list
 * is decoded once and not once per minutia. When the table of counts is full, the weights are added to the documents
 * and the counts are cleared. So memory is bounded, and the result does not change. One thread at a time.
 */
public final class WeightSums {
    private static final int LEAST = 1 << 6;
    private static final int MOST = 1 << 25;
    /** Bytes for each list: a key and a count, in a table that is half full. */
    private static final int LIST = 4 * Long.BYTES;

    private final DocumentLists lists;
    private final LongUnaryOperator weight;
    private final ScratchLongs sums;
    private final int most;
    /** The number of minutiae of each list, by its number. */
    private final Long2LongHashMap minutiae = new Long2LongHashMap(2 * LEAST, 0.5f, 0);

    private DocumentLists.Cursor list;

    /**
     * @param weight weight of a minutia, by its document frequency
     * @param sums receives the sums, by document
     * @param memory bytes of heap for the table, and half as much again while it grows; at least two thousand bytes are
     *     used
     */
    public WeightSums(DocumentLists lists, LongUnaryOperator weight, ScratchLongs sums, long memory) {
        this.lists = lists;
        this.weight = weight;
        this.sums = sums;
        most = (int) Long.highestOneBit(Math.max(LEAST, Math.min(MOST, memory / LIST)));
    }

    /**
     * Adds a minutia.
     *
     * @param number number of its list
     */
    public void add(long number) {
        if (minutiae.size() == most) {
            flush();
        }
        minutiae.merge(number, 1, Long::sum);
    }

    /** Adds the counted weights to the documents. */
    public void flush() {
        minutiae.forEachLong((number, count) -> {
            list = lists.cursor(list, number);
            long all = weight.applyAsLong(list.left()) * count;
            while (list.next()) {
                sums.add(list.document(), all);
            }
        });
        minutiae.clear();
    }
}
