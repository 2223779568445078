package io.whorl.store;

/**
 * The order of the minutiae in the overflow table. A full line of the main table passes on several minutiae that are
 * close together, and which would overfill a few lines of an overflow table in the same order. So an overflow table
 * consists of regions. These are in ascending order of the minutiae, and have few enough entries to sort them when they
 * are read. Within a region, minutiae are spread over all lines: the bits that do not determine the region are rotated.
 *
 * @param lowBits the bits of a minutia that do not determine its region
 * @param lines lines of a region
 */
record Regions(int lowBits, long lines) {
    /** More bits than the minutiae of one line of the main table share below those of the region. */
    static final int ROTATED = 10;
    /**
     * A region has from 32 to 63 lines; more would take longer to sort, and fewer would differ more in their entries.
     */
    private static final int LEAST_LINES_BITS = 5;

    /** The regions of an overflow table. */
    static Regions of(TableShape overflow) {
        int bits = regionBits(overflow.bits(), overflow.lines());
        return new Regions(overflow.bits() - bits, overflow.lines() >>> bits);
    }

    /** The leading bits of a minutia that determine its region. */
    static int regionBits(int bits, long lines) {
        return Math.max(0, Math.min(bits - 2 * ROTATED, 63 - Long.numberOfLeadingZeros(lines) - LEAST_LINES_BITS));
    }

    long region(long minutia) {
        return minutia >>> lowBits - 1 >>> 1;
    }

    /** The form of a minutia in the table, which determines its line. Its region is the same. */
    long spread(long minutia) {
        long mask = mask();
        long low = minutia & mask;
        return minutia & ~mask | low << ROTATED & mask | low >>> lowBits - ROTATED;
    }

    /** The minutia of a form. */
    long minutia(long spread) {
        long low = spread & mask();
        return spread & ~mask() | low >>> ROTATED | (low & (1L << ROTATED) - 1) << lowBits - ROTATED;
    }

    /** The bits that rotation moves to the end. Minutiae of a region with equal ones are in the same order. */
    int lead(long minutia) {
        return (int) ((minutia & mask()) >>> lowBits - ROTATED);
    }

    private long mask() {
        return -1L >>> 64 - lowBits;
    }
}
