package io.whorl.query;

import io.whorl.LimitExceededException;
import java.util.Arrays;

/** Counts how often each list is referred to, so that it is read once. In order of first mention; one thread. */
final class ListTally {
    /** A table of twice as many slots is the largest array whose length is a power of two. */
    static final int MOST = 1 << 29;
    /** Heap that a list takes at the most, growing included. */
    static final int BYTES = 56;

    /** A table that is larger grows by less at a time. */
    private static final int LARGE = 1 << 20;

    private final int most;
    private long[] places = new long[64];
    private int[] counts = new int[64];
    private int[] table = new int[256];
    private int size;

    ListTally() {
        this(MOST);
    }

    /** @param most lists that it takes */
    ListTally(long most) {
        this.most = (int) Math.min(MOST, most);
    }

    /**
     * Counts a reference; returns the list's number.
     *
     * @throws LimitExceededException if there are more lists than it takes
     */
    int add(long place) {
        int slot = slot(place);
        for (; table[slot] != 0; slot = (slot + 1) & (table.length - 1)) {
            if (places[table[slot] - 1] == place) {
                counts[table[slot] - 1]++;
                return table[slot] - 1;
            }
        }
        LimitExceededException.require(
                "distinct lists of documents referred to",
                size + 1L,
                most,
                "give more memory (java"
                        + " -Xmx), ask by a selection that keeps fewer minutiae, such as mod, or ask for parts of the text");
        if (size == places.length) {
            places = Arrays.copyOf(places, size * 2);
            counts = Arrays.copyOf(counts, size * 2);
        }
        places[size] = place;
        counts[size] = 1;
        table[slot] = ++size;
        if (size * 2L > table.length) {
            rehash();
        }
        return size - 1;
    }

    /** Takes one reference to a list back. */
    void remove(int i) {
        counts[i]--;
    }

    int size() {
        return size;
    }

    long place(int i) {
        return places[i];
    }

    int count(int i) {
        return counts[i];
    }

    private int slot(long place) {
        return (int) (place * 0x9E3779B97F4A7C15L >>> 32) & (table.length - 1);
    }

    private void rehash() {
        table = new int[table.length * (table.length < LARGE ? 4 : 2)];
        for (int i = 0; i < size; i++) {
            int slot = slot(places[i]);
            while (table[slot] != 0) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = i + 1;
        }
    }
}
