package io.whorl.store;

/**
 * The header of a line: its first 44 bits, least significant first. They are a 32-bit bitmap of the classes that have
 * an entry, a bit that is set if the line is complete, and the upper 11 of the 12 bits of an odd multiplier. A complete
 * line contains all its minutiae. In any other line, the classes above the highest one of the bitmap are in the next
 * table.
 */
final class LineHeader {
    /** The number of classes of a line. */
    static final int CLASSES = 32;
    /** Multipliers that a header can name. */
    static final int MULTIPLIERS = 1 << 11;

    private static final long COMPLETE = 1L << CLASSES;
    /** The bitmap, and above it the bit of a complete line. */
    private static final long CLASSES_MASK = 2 * COMPLETE - 1;
    /** The lowest bit of the multiplier is always 1, so its place has the bit of a complete line. */
    private static final int MULTIPLIER_AT = CLASSES;

    private static final int MULTIPLIER_MASK = 2 * MULTIPLIERS - 1;

    private LineHeader() {}

    static long header(int bitmap, boolean complete, int multiplier) {
        return (bitmap & 0xFFFFFFFFL)
                | (complete ? COMPLETE : 0)
                | (long) (multiplier & ~1 & MULTIPLIER_MASK) << MULTIPLIER_AT;
    }

    /** The bits of the classes 0 to {@code c}, that of {@code c} as the highest bit of the result. */
    static int classesUpTo(long header, int c) {
        return (int) header << (CLASSES - 1 - c);
    }

    /** The bits of the classes from {@code c} on, and of a complete line. 0 if class {@code c} is in the next table. */
    static long classesFrom(long header, int c) {
        return (header & CLASSES_MASK) >>> c;
    }

    static long multiplier(long header) {
        return (header >>> MULTIPLIER_AT) & MULTIPLIER_MASK | 1;
    }
}
