package io.whorl.store;

/**
 * How minutiae are written in the overflow table: rotated left by eight bits. A full line passes several minutiae on,
 * which lie close together and would crowd the few lines of a table in the same order; rotated, they scatter over many.
 * Merging the 256 sorted runs of one leading byte each sorts them by the rotated number.
 */
final class Rotation {
    /** Runs that a merge takes in: one for each value of the bits that are moved. */
    static final int RUNS = 256;

    private static final int BY = 8;

    private Rotation() {}

    static long rotate(long minutia, int bits) {
        return minutia << BY & -1L >>> (64 - bits) | minutia >>> (bits - BY);
    }

    static long unrotate(long rotated, int bits) {
        return rotated >>> BY | (rotated & (RUNS - 1)) << (bits - BY);
    }
}
