package io.whorl.align;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Intervals of words, listed by the stretches of a text that they touch, so that overlaps are found without a scan. */
final class Bins<T> {
    /** Bits of a place within a stretch: 64 words. */
    private static final int LEAST_SHIFT = 6;

    private static final int MOST_BINS = 1 << 14;

    private final int shift;
    private final List<List<T>> bins;

    /** @param length of the text, in words */
    Bins(int length) {
        int bits = LEAST_SHIFT;
        while (length >>> bits >= MOST_BINS) {
            bits++;
        }
        shift = bits;
        int count = (length >>> bits) + 1;
        bins = new ArrayList<>(count);
        for (int bin = 0; bin < count; bin++) {
            bins.add(new ArrayList<>(0));
        }
    }

    /** Adds an item with a non-empty interval. */
    void add(int from, int to, T item) {
        for (int bin = from >>> shift; bin <= to - 1 >>> shift; bin++) {
            bins.get(bin).add(item);
        }
    }

    /** True if a test holds for an item near an interval; items that do not overlap it may be tested, too. */
    boolean anyNear(int from, int to, Predicate<T> test) {
        for (int bin = from >>> shift; bin <= to - 1 >>> shift; bin++) {
            for (T item : bins.get(bin)) {
                if (test.test(item)) {
                    return true;
                }
            }
        }
        return false;
    }
}
