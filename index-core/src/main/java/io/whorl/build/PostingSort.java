package io.whorl.build;

import java.util.Arrays;

/**
 * Sorts postings, held as two arrays, by minutia: least significant digit first, in linear time. Stable. Reusable; one
 * thread at a time.
 */
final class PostingSort {
    private static final int DIGIT = 11;
    private static final int RADIX = 1 << DIGIT;

    private long[] keys = new long[0];
    private int[] documents = new int[0];
    private long[] otherKeys = new long[0];
    private int[] otherDocuments = new int[0];
    private final int[] start = new int[RADIX];

    /** Makes room for {@code n} more postings after the first {@code held}, which stay. */
    void reserveMore(int held, int n) {
        if (held + n > keys.length) {
            int size = Math.max(held + n, keys.length + keys.length / 2);
            keys = Arrays.copyOf(keys, size);
            documents = Arrays.copyOf(documents, size);
            otherKeys = new long[size];
            otherDocuments = new int[size];
        }
    }

    long[] keys() {
        return keys;
    }

    int[] documents() {
        return documents;
    }

    /** Sorts the first {@code n} postings by the low {@code bits} bits of their keys; the others must be equal. */
    void sort(int n, int bits) {
        for (int shift = 0; shift < bits; shift += DIGIT) {
            pass(n, shift, Math.min(DIGIT, bits - shift));
        }
    }

    private void pass(int n, int shift, int digitBits) {
        int mask = (1 << digitBits) - 1;
        Arrays.fill(start, 0);
        for (int i = 0; i < n; i++) {
            start[(int) (keys[i] >>> shift) & mask]++;
        }
        int sum = 0;
        for (int d = 0; d <= mask; d++) {
            int count = start[d];
            start[d] = sum;
            sum += count;
        }
        for (int i = 0; i < n; i++) {
            long key = keys[i];
            int to = start[(int) (key >>> shift) & mask]++;
            otherKeys[to] = key;
            otherDocuments[to] = documents[i];
        }
        long[] swapKeys = keys;
        keys = otherKeys;
        otherKeys = swapKeys;
        int[] swapDocuments = documents;
        documents = otherDocuments;
        otherDocuments = swapDocuments;
    }
}
