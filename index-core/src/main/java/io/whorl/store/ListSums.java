package io.whorl.store;

import java.util.Arrays;

/**
 * Adds numbers to all documents of a list. Numbers for one list are added up first, so that a list is decoded once and not
 * for each minutia that has it. Past a bound on the lists held, their sums go to the documents and all are forgotten: memory
 * is bounded, and the result is the same. One thread at a time.
 */
public final class ListSums {
    /** Bytes that a list takes: its place, sum and number of documents, and two to four slots. */
    private static final int LIST = 40;
    private static final int LEAST = 1 << 6;

    private final DocumentLists lists;
    private final ScratchLongs sums;
    private final int most;
    private long[] places = new long[LEAST];
    private long[] values = new long[LEAST];
    private long[] holders = new long[LEAST];
    private int[] slots = new int[4 * LEAST];
    private int size;
    private DocumentLists.Cursor cursor;

    /**
     * @param sums by document, added to
     * @param memory bytes of heap it may take; a few thousand are taken in any case
     */
    public ListSums(DocumentLists lists, ScratchLongs sums, long memory) {
        this.lists = lists;
        this.sums = sums;
        // Growing keeps the old arrays for a moment.
        most = (int) Math.max(LEAST, Math.min(1 << 24, memory / (LIST * 3 / 2)));
    }

    /** The number of a list, good until the next call. */
    public int at(long place) {
        int slot = slot(place);
        for (; slots[slot] != 0; slot = slot + 1 & slots.length - 1) {
            if (places[slots[slot] - 1] == place) {
                return slots[slot] - 1;
            }
        }
        if (size == most) {
            flush();
            return at(place);
        }
        if (size == places.length) {
            grow();
            return at(place);
        }
        places[size] = place;
        holders[size] = open(place).left();
        values[size] = 0;
        slots[slot] = ++size;
        return size - 1;
    }

    /** How many documents stand in a list. */
    public long holders(int at) {
        return holders[at];
    }

    /** Adds to each document of a list. */
    public void add(int at, long value) {
        values[at] += value;
    }

    /** Gives the documents what was added to their lists. */
    public void flush() {
        for (int i = 0; i < size; i++) {
            DocumentLists.Cursor list = open(places[i]);
            while (list.next()) {
                sums.set(list.document(), sums.get(list.document()) + values[i]);
            }
        }
        size = 0;
        Arrays.fill(slots, 0);
    }

    private DocumentLists.Cursor open(long place) {
        if (cursor == null) {
            cursor = lists.cursor(place);
        } else {
            cursor.open(place);
        }
        return cursor;
    }

    private int slot(long place) {
        return (int) (place * 0x9E3779B97F4A7C15L >>> 32) & slots.length - 1;
    }

    private void grow() {
        int length = Math.min(most, places.length * 2);
        places = Arrays.copyOf(places, length);
        values = Arrays.copyOf(values, length);
        holders = Arrays.copyOf(holders, length);
        slots = new int[Integer.highestOneBit(length) * 4];
        for (int i = 0; i < size; i++) {
            int slot = slot(places[i]);
            while (slots[slot] != 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = i + 1;
        }
    }
}
