package io.whorl.assembly;

import io.whorl.store.LogSums;
import java.util.Arrays;

/**
 * The distinct document lists of one partition, encoded as {@link io.whorl.store.DocumentLists} reads them. A list that
 * repeats an earlier one is only compared with it, not encoded: in collections of versions, most do. Reusable. One
 * thread at a time.
 */
final class DistinctLists {
    private static final int[] NONE = {};
    /** The bits of a slot that hold the number of a list plus 1; the others hold leading bits of its hash. */
    private static final long NUMBER = (1L << Integer.SIZE) - 1;

    private final ListBuffer code = new ListBuffer();
    private int[] members = new int[1 << 12];
    private int[] frequencies = NONE;
    private int[] first = new int[1 << 10];
    private int[] start = new int[1 << 10];
    private int[] times = new int[1 << 10];
    private long[] hash = new long[1 << 10];
    private long[] table = new long[1 << 11];
    private int size;

    void clear() {
        size = 0;
        start[0] = 0;
        first[0] = 0;
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

    /** What a document adds to the hash of a list. The order does not matter, so that the additions overlap. */
    static long mix(int document) {
        long mixed = (document + 1L) * 0x9E3779B97F4A7C15L;
        return mixed ^ mixed >>> 32;
    }

    /**
     * Adds a list.
     *
     * @param documents ascending, distinct
     * @param counts the frequency of each document, or null if the scheme stores none
     * @param sum the sum of {@link #mix} over the documents
     * @return the number of the list; equal lists have the same number
     */
    int add(int[] documents, int[] counts, int n, long sum) {
        // Frequencies hardly ever tell lists apart whose documents are equal, so they are not in the hash.
        long mixed = sum * 0xD6E8FEB86659FD93L;
        long h = mixed ^ mixed >>> 32;
        int mask = table.length - 1;
        int slot = (int) h & mask;
        for (long at = table[slot]; at != 0; at = table[slot]) {
            int other = (int) (at & NUMBER) - 1;
            if (((at ^ h) & ~NUMBER) == 0 && equals(other, documents, counts, n)) {
                times[other]++;
                return other;
            }
            slot = slot + 1 & mask;
        }
        table[slot] = h & ~NUMBER | size + 1;
        append(documents, counts, n, h);
        if (size * 2 > table.length) {
            rehash();
        }
        return size - 1;
    }

    private boolean equals(int list, int[] documents, int[] counts, int n) {
        int from = first[list];
        if (first[list + 1] - from != n) {
            return false;
        }
        for (int i = 0; i < n; i++) {
            if (members[from + i] != documents[i]) {
                return false;
            }
        }
        return counts == null || Arrays.equals(frequencies, from, from + n, counts, 0, n);
    }

    private void append(int[] documents, int[] counts, int n, long h) {
        if (size + 2 > start.length) {
            first = Arrays.copyOf(first, first.length * 2);
            start = Arrays.copyOf(start, start.length * 2);
            times = Arrays.copyOf(times, times.length * 2);
            hash = Arrays.copyOf(hash, hash.length * 2);
        }
        int from = first[size];
        if (n > members.length - from) {
            members = Arrays.copyOf(
                    members, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(members.length * 2L, (long) from + n)));
        }
        System.arraycopy(documents, 0, members, from, n);
        if (counts != null) {
            if (frequencies.length < members.length) {
                frequencies = Arrays.copyOf(frequencies, members.length);
            }
            System.arraycopy(counts, 0, frequencies, from, n);
        }
        hash[size] = h;
        times[size] = 1;
        int to = code.encode(start[size], documents, counts, n);
        size++;
        first[size] = from + n;
        start[size] = to;
    }

    private void rehash() {
        table = new long[table.length * 2];
        for (int i = 0; i < size; i++) {
            int slot = (int) hash[i] & (table.length - 1);
            while (table[slot] != 0) {
                slot = slot + 1 & (table.length - 1);
            }
            table[slot] = hash[i] & ~NUMBER | i + 1;
        }
    }

    /**
     * Adds the logarithms of the frequencies of all minutiae that have a list: once for each list, not each minutia.
     */
    void addTo(LogSums logs) {
        for (int i = 0; i < size; i++) {
            logs.add(members, first[i], first[i + 1], times[i]);
        }
    }
}
