package io.whorl.assembly;

import io.whorl.LimitExceededException;
import java.util.Arrays;

/**
 * Sorts postings, held in arrays, by minutia: a stable radix sort from the least significant digit. Reusable. One
 * thread at a time.
 */
final class PostingSort {
    private static final int DIGIT = 11;
    private static final int RADIX = 1 << DIGIT;
    private static final int[] NONE = {};

    private final boolean counted;
    private final int most;
    private long[] keys = new long[0];
    private int[] documents = NONE;
    private int[] counts = NONE;
    private long[] otherKeys = new long[0];
    private int[] otherDocuments = NONE;
    private int[] otherCounts = NONE;
    private final int[] start = new int[RADIX];

    /** @param counted whether postings have counts */
    PostingSort(boolean counted) {
        this(counted, Integer.MAX_VALUE - 8);
    }

    /** @param most the largest number of postings; tests set a small one */
    PostingSort(boolean counted, int most) {
        this.counted = counted;
        this.most = most;
    }

    /** Makes room for {@code n} postings after the first {@code held}, which are kept. */
    void reserveMore(int held, int n) {
        if (n > keys.length - held) {
            long wanted = (long) held + n;
            LimitExceededException.require(
                    "distinct postings sorted together",
                    wanted,
                    most,
                    "give the build less memory, so that its runs are smaller, or build several indexes");
            int size = (int) Math.min(most, Math.max(wanted, keys.length * 3L / 2));
            keys = Arrays.copyOf(keys, size);
            documents = Arrays.copyOf(documents, size);
            counts = counted ? Arrays.copyOf(counts, size) : NONE;
            otherKeys = new long[size];
            otherDocuments = new int[size];
            otherCounts = counted ? new int[size] : NONE;
        }
    }

    long[] keys() {
        return keys;
    }

    int[] documents() {
        return documents;
    }

    /** The counts of the postings; empty if they have none. */
    int[] counts() {
        return counts;
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
        if (counted) {
            dealCounted(n, shift, mask);
        } else {
            deal(n, shift, mask);
        }
        long[] swapKeys = keys;
        keys = otherKeys;
        otherKeys = swapKeys;
        int[] swapDocuments = documents;
        documents = otherDocuments;
        otherDocuments = swapDocuments;
        int[] swapCounts = counts;
        counts = otherCounts;
        otherCounts = swapCounts;
    }

    private void deal(int n, int shift, int mask) {
        for (int i = 0; i < n; i++) {
            long key = keys[i];
            int to = start[(int) (key >>> shift) & mask]++;
            otherKeys[to] = key;
            otherDocuments[to] = documents[i];
        }
    }

    private void dealCounted(int n, int shift, int mask) {
        for (int i = 0; i < n; i++) {
            long key = keys[i];
            int to = start[(int) (key >>> shift) & mask]++;
            otherKeys[to] = key;
            otherDocuments[to] = documents[i];
            otherCounts[to] = counts[i];
        }
    }

    /** Unites neighbours with the same minutia and document. Returns how many postings remain. */
    int unite(int n) {
        int to = 0;
        for (int i = 0; i < n; i++) {
            if (to > 0 && keys[to - 1] == keys[i] && documents[to - 1] == documents[i]) {
                if (counted) {
                    counts[to - 1] = PostingSpool.sum(counts[to - 1], counts[i]);
                }
                continue;
            }
            keys[to] = keys[i];
            documents[to] = documents[i];
            if (counted) {
                counts[to] = counts[i];
            }
            to++;
        }
        return to;
    }
}
