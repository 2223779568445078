package io.whorl.lucene.collapse;

import java.util.Arrays;

/**
 * Leads from a value to the last entry with this value. Open addressing in two arrays that stay in the cache of a core:
 * a search looks up thousands of values, most of which are absent. Threads may share it once everything is added.
 */
final class ValueTable {
    static final int NONE = -1;
    private static final int LEAST = 1 << 11;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int FILTER_BITS = 15;

    /** A bit for each hash of a value. Most absent values end here, at a branch that is easy to predict. */
    private final long[] filter = new long[1 << FILTER_BITS - 6];

    private long[] values = new long[LEAST];
    private int[] entries = new int[LEAST];
    private int mask = LEAST - 1;
    private int size;

    ValueTable() {
        Arrays.fill(entries, NONE);
    }

    /** The entry of a value; {@link #NONE} if it has none. */
    int get(long value) {
        int bit = (int) (value * GOLDEN >>> 64 - FILTER_BITS);
        return (filter[bit >>> 6] >>> bit & 1) == 0 ? NONE : entries[slot(value)];
    }

    /** Sets the entry of a value, and returns the one before; {@link #NONE} if it had none. */
    int put(long value, int entry) {
        if (2 * size >= mask) {
            grow();
        }
        int bit = (int) (value * GOLDEN >>> 64 - FILTER_BITS);
        filter[bit >>> 6] |= 1L << bit;
        int slot = slot(value);
        int before = entries[slot];
        size += before == NONE ? 1 : 0;
        values[slot] = value;
        entries[slot] = entry;
        return before;
    }

    /** The slot that holds a value, or the empty one where it belongs. */
    private int slot(long value) {
        int slot = (int) (value * GOLDEN >>> 32) & mask;
        while (entries[slot] != NONE && values[slot] != value) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldValues = values;
        int[] oldEntries = entries;
        values = new long[2 * oldValues.length];
        entries = new int[values.length];
        mask = values.length - 1;
        Arrays.fill(entries, NONE);
        for (int i = 0; i < oldValues.length; i++) {
            if (oldEntries[i] != NONE) {
                int slot = slot(oldValues[i]);
                values[slot] = oldValues[i];
                entries[slot] = oldEntries[i];
            }
        }
    }
}
