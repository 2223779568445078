package io.whorl.store;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * Adds the weights of minutiae to the documents of their lists. Counts the minutiae of each list first, so that a list
 * is decoded once and not once per minutia. When the table of counts is full, the weights are added to the documents
 * and the counts are cleared. So memory is bounded, and the result does not change. One thread at a time.
 */
public final class WeightSums {
    /** Longs per slot, adjacent so that they share a cache line: place + 1, then the count. */
    private static final int SLOT = 2;

    private static final int LEAST_SLOTS = 1 << 7;
    private static final int MOST_SLOTS = 1 << 26;

    private final DocumentLists lists;
    private final LongUnaryOperator weight;
    private final ScratchLongs sums;
    private final int mostSlots;
    private long[] table = new long[LEAST_SLOTS * SLOT];
    private int mask = LEAST_SLOTS - 1;
    private int size;

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
        long slots = Math.max(LEAST_SLOTS, Math.min(MOST_SLOTS, memory / (SLOT * Long.BYTES)));
        mostSlots = (int) Long.highestOneBit(slots);
    }

    /**
     * Adds a minutia.
     *
     * @param place place of its list
     */
    public void add(long place) {
        int slot = slot(place);
        while (table[slot] != 0) {
            if (table[slot] == place + 1) {
                table[slot + 1]++;
                return;
            }
            slot = slot + SLOT & mask * SLOT;
        }
        if (2 * ++size > mask + 1) {
            grow();
            slot = freeSlot(place);
        }
        table[slot] = place + 1;
        table[slot + 1] = 1;
    }

    private void grow() {
        if (mask + 1 == mostSlots) {
            flush();
            size = 1;
            return;
        }
        long[] before = table;
        table = new long[before.length * 2];
        mask = 2 * mask + 1;
        for (int at = 0; at < before.length; at += SLOT) {
            if (before[at] != 0) {
                int slot = freeSlot(before[at] - 1);
                table[slot] = before[at];
                table[slot + 1] = before[at + 1];
            }
        }
    }

    private int freeSlot(long place) {
        int slot = slot(place);
        while (table[slot] != 0) {
            slot = slot + SLOT & mask * SLOT;
        }
        return slot;
    }

    private int slot(long place) {
        return (int) (place * 0x9E3779B97F4A7C15L >>> 32) & mask * SLOT;
    }

    /** Adds the counted weights to the documents. */
    public void flush() {
        DocumentLists.Cursor list = null;
        for (int at = 0; at < table.length && size > 0; at += SLOT) {
            if (table[at] == 0) {
                continue;
            }
            if (list == null) {
                list = lists.cursor(table[at] - 1);
            } else {
                list.open(table[at] - 1);
            }
            long all = weight.applyAsLong(list.left()) * table[at + 1];
            while (list.next()) {
                sums.set(list.document(), sums.get(list.document()) + all);
            }
        }
        size = 0;
        Arrays.fill(table, 0);
    }
}
