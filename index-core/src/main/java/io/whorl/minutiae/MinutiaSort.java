package io.whorl.minutiae;

import java.util.Arrays;

/**
 * Sorts minutiae, unsigned ascending. Minutiae are hashes and so evenly distributed: as many buckets by leading bits as
 * there are minutiae leave hardly anything to sort, which takes linear time. Crowded buckets, from repeats or an
 * adversary, are sorted by comparison. Reusable; one thread at a time.
 */
final class MinutiaSort {
    private static final int FEW = 64;
    private static final int CROWDED = 16;
    private static final int MOST_BUCKET_BITS = 16;

    private final int bits;
    private long[] dealt = new long[0];
    private int[] start = new int[0];

    /** @param bits W */
    MinutiaSort(int bits) {
        this.bits = bits;
    }

    void sort(long[] minutiae, int n) {
        if (n < FEW) {
            sortRange(minutiae, 0, n);
            return;
        }
        int bucketBits = Math.min(MOST_BUCKET_BITS, 32 - Integer.numberOfLeadingZeros(n - 1));
        int shift = bits - bucketBits;
        int buckets = 1 << bucketBits;
        if (dealt.length < n) {
            dealt = new long[n + n / 4];
        }
        if (start.length < buckets + 1) {
            start = new int[buckets + 1];
        }
        Arrays.fill(start, 0, buckets + 1, 0);
        for (int i = 0; i < n; i++) {
            start[(int) (minutiae[i] >>> shift) + 1]++;
        }
        for (int b = 0; b < buckets; b++) {
            start[b + 1] += start[b];
        }
        for (int i = 0; i < n; i++) {
            dealt[start[(int) (minutiae[i] >>> shift)]++] = minutiae[i];
        }
        // The start of each bucket has moved to its end.
        int from = 0;
        for (int b = 0; b < buckets; b++) {
            sortRange(dealt, from, start[b]);
            from = start[b];
        }
        System.arraycopy(dealt, 0, minutiae, 0, n);
    }

    private void sortRange(long[] a, int from, int to) {
        if (to - from > CROWDED) {
            sortByComparison(a, from, to);
            return;
        }
        for (int i = from + 1; i < to; i++) {
            long minutia = a[i];
            int j = i;
            for (; j > from && Long.compareUnsigned(a[j - 1], minutia) > 0; j--) {
                a[j] = a[j - 1];
            }
            a[j] = minutia;
        }
    }

    /**
     * Below 64 bits, signed and unsigned order are the same. At 64 bits, the top bit is flipped around a signed sort.
     */
    private void sortByComparison(long[] a, int from, int to) {
        if (bits < Long.SIZE) {
            Arrays.sort(a, from, to);
            return;
        }
        flip(a, from, to);
        Arrays.sort(a, from, to);
        flip(a, from, to);
    }

    private static void flip(long[] a, int from, int to) {
        for (int i = from; i < to; i++) {
            a[i] ^= Long.MIN_VALUE;
        }
    }
}
