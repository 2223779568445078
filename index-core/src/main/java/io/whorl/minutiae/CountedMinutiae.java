package io.whorl.minutiae;

import io.whorl.LimitExceededException;
import java.util.Arrays;

/**
 * Distinct minutiae, unsigned ascending, with their counts. Memory grows only with the number of distinct minutiae. One
 * thread at a time.
 */
final class CountedMinutiae {
    private static final int MOST = Integer.MAX_VALUE - 8;
    private static final int KEPT = 1 << 16;

    private final boolean counted;
    private long[] minutiae = new long[0];
    private int[] counts = new int[0];
    private int size;

    /** @param counted true to keep counts */
    CountedMinutiae(boolean counted) {
        this.counted = counted;
    }

    /** Adds the first {@code n} minutiae of a sorted array, with repeats. */
    void add(long[] sorted, int n) {
        int union = union(sorted, n);
        reserve(union);
        int old = size - 1;
        int to = union - 1;
        // From the back, so that the old ones are merged in place.
        for (int j = n - 1; j >= 0; ) {
            long minutia = sorted[j];
            long times = 0;
            for (; j >= 0 && sorted[j] == minutia; j--) {
                times++;
            }
            while (old >= 0 && Long.compareUnsigned(minutiae[old], minutia) > 0) {
                move(old--, to--);
            }
            if (old >= 0 && minutiae[old] == minutia) {
                times += counted ? counts[old] : 0;
                old--;
            }
            put(to--, minutia, times);
        }
        size = union;
    }

    private int union(long[] sorted, int n) {
        int i = 0;
        long union = size;
        for (int j = 0; j < n; ) {
            long minutia = sorted[j];
            while (i < size && Long.compareUnsigned(minutiae[i], minutia) < 0) {
                i++;
            }
            union += i < size && minutiae[i] == minutia ? 0 : 1;
            while (j < n && sorted[j] == minutia) {
                j++;
            }
        }
        LimitExceededException.require("distinct minutiae of one document", union, MOST, "split the document");
        return (int) union;
    }

    private void reserve(int wanted) {
        if (wanted > minutiae.length) {
            int length = (int) Math.min(MOST, Math.max(wanted, minutiae.length * 3L / 2));
            minutiae = Arrays.copyOf(minutiae, length);
            counts = counted ? Arrays.copyOf(counts, length) : counts;
        }
    }

    private void move(int from, int to) {
        minutiae[to] = minutiae[from];
        if (counted) {
            counts[to] = counts[from];
        }
    }

    private void put(int at, long minutia, long times) {
        minutiae[at] = minutia;
        if (counted) {
            counts[at] = MinutiaCounts.checked(times);
        }
    }

    int size() {
        return size;
    }

    /** The minutiae, in the first {@link #size} elements. */
    long[] minutiae() {
        return minutiae;
    }

    /** The count of each minutia; empty if no counts are kept. */
    int[] counts() {
        return counts;
    }

    int count(int i) {
        return counted ? counts[i] : 1;
    }

    /** Removes all minutiae, and frees arrays that only a large document needs. */
    void clear() {
        size = 0;
        if (minutiae.length > KEPT) {
            minutiae = new long[0];
            counts = new int[0];
        }
    }
}
