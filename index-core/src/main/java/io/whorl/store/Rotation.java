package io.whorl.store;

/**
 * The form of minutiae in the overflow table: rotated left by eight bits. A full line passes on several minutiae that
 * are close together, and which would overfill a few lines of an overflow table in the same order. Rotated, they spread
 * over many lines. Merging the 256 sorted groups of equal leading bytes sorts them by the rotated value.
 */
final class Rotation {
    /** Number of groups to merge: one per value of the bits that are moved. */
    static final int RUNS = 256;

    /** The leading bits that are moved. */
    static final int BITS = 8;

    private Rotation() {}

    static long rotate(long minutia, int bits) {
        return minutia << BITS & -1L >>> (64 - bits) | minutia >>> (bits - BITS);
    }

    static long unrotate(long rotated, int bits) {
        return rotated >>> BITS | (rotated & (RUNS - 1)) << (bits - BITS);
    }
}
