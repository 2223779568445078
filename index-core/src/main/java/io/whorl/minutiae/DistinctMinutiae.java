package io.whorl.minutiae;

import io.whorl.minutiae.DocumentMinutiae.CountedMinutiae;
import io.whorl.select.SelectedChunks;
import java.util.Arrays;

/**
 * The distinct minutiae of a document.
 *
 * @param minutiae unsigned ascending
 * @param frequencies how often each was selected; empty if the scheme keeps no frequencies
 */
public record DistinctMinutiae(long[] minutiae, int[] frequencies) {
    private static final int[] NONE = new int[0];

    /** Sorts the selected minutiae in place. */
    static DistinctMinutiae of(SelectedChunks selected, MinutiaSort sort, boolean counted) {
        long[] minutiae = selected.array();
        int n = selected.size();
        sort.sort(minutiae, n);
        int distinct = 0;
        for (int i = 0; i < n; i++) {
            distinct += i == 0 || minutiae[i] != minutiae[i - 1] ? 1 : 0;
        }
        long[] set = new long[distinct];
        int[] frequencies = counted ? new int[distinct] : NONE;
        int at = -1;
        for (int i = 0; i < n; i++) {
            if (i == 0 || minutiae[i] != minutiae[i - 1]) {
                set[++at] = minutiae[i];
            }
            if (counted) {
                frequencies[at]++;
            }
        }
        return new DistinctMinutiae(set, frequencies);
    }

    /** Copies minutiae that are distinct already. */
    static DistinctMinutiae of(CountedMinutiae distinct) {
        int n = distinct.size();
        int[] frequencies = distinct.counts();
        return new DistinctMinutiae(
                Arrays.copyOf(distinct.minutiae(), n), frequencies.length == 0 ? NONE : Arrays.copyOf(frequencies, n));
    }

    /**
     * Sorts minutiae, unsigned ascending. Minutiae are hashes and so evenly distributed: as many buckets by leading
     * bits as there are minutiae leave hardly anything to sort, which takes linear time. Crowded buckets, from repeats
     * or an adversary, are sorted by comparison. Reusable; one thread at a time.
     */
    static final class MinutiaSort {
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
         * Below 64 bits, signed and unsigned order are the same. At 64 bits, the top bit is flipped around a signed
         * sort.
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
}
