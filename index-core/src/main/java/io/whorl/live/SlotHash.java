package io.whorl.live;

import java.util.SplittableRandom;

/**
 * A random hash function from minutiae to slots, different for each tier. The hash functions of chunks are known.
 * Without secret numbers, an attacker could write texts whose minutiae all fall into the same slots.
 */
final class SlotHash {
    private final long mask;
    private final long first;
    private final long second;

    SlotHash(SplittableRandom random) {
        mask = random.nextLong();
        first = random.nextLong() | 1;
        second = random.nextLong() | 1;
    }

    /** The slot where the search for a minutia begins: a number from 0 to {@code slots} − 1. */
    int slot(long minutia, int slots) {
        long h = (minutia ^ mask) * first;
        h = (h ^ h >>> 32) * second;
        return (int) Math.multiplyHigh(h >>> 1, (long) slots << 1);
    }
}
