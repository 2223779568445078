package io.whorl.store;

/**
 * The header of a line: its first 53 bits, least significant first. They are a 32-bit bitmap of the classes that have
 * an entry, a 6-bit limit (classes from the limit on are in the next table), and the upper 15 of the 16 bits of an odd
 * multiplier.
 */
final class LineHeader {
    /** The number of classes of a line. */
    static final int CLASSES = 32;
    /** A limit above all classes: every minutia of the line is in it. */
    static final int NO_LIMIT = 32;

    private static final int LIMIT_AT = 32;
    private static final int LIMIT_MASK = 63;
    /**
     * One bit before the upper bits of the multiplier: its lowest bit is always 1 and overlaps the last bit of the
     * limit.
     */
    private static final int MULTIPLIER_AT = 37;

    private static final int MULTIPLIER_MASK = 0xFFFF;

    private LineHeader() {}

    static long header(int bitmap, int limit, int multiplier) {
        return (bitmap & 0xFFFFFFFFL)
                | (long) limit << LIMIT_AT
                | (long) (multiplier & ~1 & MULTIPLIER_MASK) << MULTIPLIER_AT;
    }

    /** The bits of the classes 0 to {@code c}, that of {@code c} as the highest bit of the result. */
    static int classesUpTo(long header, int c) {
        return (int) header << (CLASSES - 1 - c);
    }

    static int limit(long header) {
        return (int) (header >>> LIMIT_AT) & LIMIT_MASK;
    }

    static long multiplier(long header) {
        return (header >>> MULTIPLIER_AT) & MULTIPLIER_MASK | 1;
    }
}
