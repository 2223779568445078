package io.whorl.assembly;

import java.util.Arrays;

/**
 * The distinct document lists of one partition, encoded as {@link io.whorl.store.DocumentLists} reads them. Reusable.
 * One thread at a time.
 */
final class DistinctLists {
    private final ListBuffer code = new ListBuffer();
    private int[] start = new int[1 << 10];
    private long[] hash = new long[1 << 10];
    private int[] table = new int[1 << 11];
    private int size;

    void clear() {
        size = 0;
        start[0] = 0;
        Arrays.fill(table, 0);
    }

    /** The number of distinct lists. */
    int size() {
        return size;
    }

    byte[] bytes() {
        return code.bytes();
    }

    int start(int list) {
        return start[list];
    }

    int length(int list) {
        return start[list + 1] - start[list];
    }

    long hash(int list) {
        return hash[list];
    }

    /**
     * Adds a list.
     *
     * @param documents ascending, distinct
     * @param frequencies of each document, or null if the scheme stores none
     * @return the number of the list; equal lists have the same number
     */
    int add(int[] documents, int[] frequencies, int n) {
        if (size + 2 > start.length) {
            start = Arrays.copyOf(start, start.length * 2);
            hash = Arrays.copyOf(hash, hash.length * 2);
        }
        int from = start[size];
        int to = code.encode(from, documents, frequencies, n);
        return distinct(from, to, code.hash());
    }

    private int distinct(int from, int to, long h) {
        byte[] bytes = code.bytes();
        int slot = (int) h & (table.length - 1);
        for (; table[slot] != 0; slot = (slot + 1) & (table.length - 1)) {
            int other = table[slot] - 1;
            if (hash[other] == h && Arrays.equals(bytes, start[other], start[other + 1], bytes, from, to)) {
                return other;
            }
        }
        table[slot] = size + 1;
        hash[size] = h;
        start[++size] = to;
        if (size * 2 > table.length) {
            rehash();
        }
        return size - 1;
    }

    private void rehash() {
        table = new int[table.length * 2];
        for (int i = 0; i < size; i++) {
            int slot = (int) hash[i] & (table.length - 1);
            while (table[slot] != 0) {
                slot = (slot + 1) & (table.length - 1);
            }
            table[slot] = i + 1;
        }
    }
}
