package io.whorl.query;

import java.util.Arrays;

/** Counts how often each list is referred to, so that it is read once. In order of first mention; one thread. */
final class ListTally {
    private long[] places = new long[64];
    private int[] counts = new int[64];
    private int[] table = new int[256];
    private int size;

    /** Counts a reference; returns the list's number. */
    int add(long place) {
        int slot = slot(place);
        for (; table[slot] != 0; slot = (slot + 1) & (table.length - 1)) {
            if (places[table[slot] - 1] == place) {
                counts[table[slot] - 1]++;
                return table[slot] - 1;
            }
        }
        if (size == places.length) {
            places = Arrays.copyOf(places, size * 2);
            counts = Arrays.copyOf(counts, size * 2);
        }
        places[size] = place;
        counts[size] = 1;
        table[slot] = ++size;
        if (size * 2 > table.length) {
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
        table = new int[table.length * 4];
        for (int i = 0; i < size; i++) {
            int slot = slot(places[i]);
            while (table[slot] != 0) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = i + 1;
        }
    }
}
