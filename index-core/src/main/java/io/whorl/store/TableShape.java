package io.whorl.store;

/**
 * The shape of a table of 64-byte lines, determined by its counts; docs/FORMAT.md, "Minutia table".
 *
 * @param bits W, the width of a minutia
 * @param lines number of lines, at least 1
 * @param remainderBits r, the low bits of a minutia that, with its line, identify it; 5 to 63
 * @param payloadBits p, 1 to 57
 */
record TableShape(int bits, long lines, int remainderBits, int payloadBits) {
    /** Bytes of a line: one cache line, so that a look-up costs one miss. */
    static final int LINE = 64;

    static final int LINE_BITS = 6;
    /** Bits of a key that the class represents. */
    static final int CLASS_BITS = 5;
    /** A key has a bit above the remainder, and all of a key is in a long. */
    private static final int MOST_REMAINDER = Long.SIZE - 1;
    /** Bits of a line before its entries. */
    static final int HEADER_BITS = 44;
    /** Maximum entries of a line. For more, there is rarely a multiplier that maps each to its own class. */
    private static final int MOST_ENTRIES = 15;

    private static final long MOST_LINES = 1L << 40;

    /**
     * Load factor of the main table, chosen by measurement. A higher one sends more look-ups to the overflow table; a
     * lower one costs more bytes per posting.
     */
    static final double MAIN_LOAD = 1;
    /**
     * Load factor of the overflow table, chosen by measurement. It is lower, because an entry that does not fit there
     * costs a search.
     */
    static final double OVERFLOW_LOAD = 0.85;

    TableShape {
        if (bits < 32
                || bits > 64
                || lines < 1
                || lines > MOST_LINES
                || remainderBits < CLASS_BITS
                || remainderBits > Math.min(bits, MOST_REMAINDER)
                || payloadBits < 1
                || payloadBits > 57
                || bits - remainderBits > 40
                || lines < 1L << (bits - remainderBits)
                || capacity(remainderBits, payloadBits) < 1) {
            throw new IllegalArgumentException("no table has minutiae of " + bits + " bits, " + lines + " lines, "
                    + remainderBits + " bits of remainder and " + payloadBits + " of payload");
        }
    }

    /** The smallest table for a number of minutiae. */
    static TableShape of(int bits, long minutiae, int payloadBits, double load) {
        TableShape best = null;
        for (int r = CLASS_BITS; r <= Math.min(bits, MOST_REMAINDER); r++) {
            int fit = capacity(r, payloadBits);
            if (fit < 1 || bits - r > 40) {
                continue;
            }
            long lines = Math.max(1L << (bits - r), (long) Math.ceil(minutiae / (load * fit)));
            if (best == null || lines < best.lines) {
                best = new TableShape(bits, Math.max(1, lines), r, payloadBits);
            }
        }
        return best;
    }

    /** The smallest overflow table for a number of minutiae whose regions have equally many lines. */
    static TableShape ofOverflow(int bits, long minutiae, int payloadBits) {
        TableShape least = of(bits, minutiae, payloadBits, OVERFLOW_LOAD);
        long regions = 1L << Regions.regionBits(bits, least.lines);
        return new TableShape(bits, (least.lines + regions - 1) / regions * regions, least.remainderBits, payloadBits);
    }

    private static int capacity(int remainderBits, int payloadBits) {
        return Math.min(MOST_ENTRIES, (LINE * 8 - HEADER_BITS) / (remainderBits + 1 - CLASS_BITS + payloadBits));
    }

    /** The maximum number of entries in a line. */
    int capacity() {
        return capacity(remainderBits, payloadBits);
    }

    int entryBits() {
        return storedBits() + payloadBits;
    }

    /** The bits of a key: the remainder, and above it 1 for a minutia of another line. */
    int keyBits() {
        return remainderBits + 1;
    }

    /** The bits of a key that are stored: all but the class. */
    int storedBits() {
        return keyBits() - CLASS_BITS;
    }

    /** The bit of a key that is set for a minutia of another line. */
    long guest() {
        return 1L << remainderBits;
    }

    long bytes() {
        return lines * LINE;
    }

    /** The line of a minutia. It is determined by the high bits, so ascending minutiae fill the lines front to back. */
    long lineOf(long minutia) {
        return multiplyHigh(minutia << (64 - bits), lines);
    }

    /** The least minutia of a line. */
    long firstOf(long line) {
        // The least m with m * lines >= line * 2^bits, by long division of a 128-bit product.
        return ceilDivide(line, bits, lines);
    }

    /** The high 64 bits of the product of an unsigned and a positive number. */
    static long multiplyHigh(long unsigned, long positive) {
        return Math.multiplyHigh(unsigned, positive) + ((unsigned >> 63) & positive);
    }

    /** ceil(a · 2^shift ÷ d) for 0 ≤ a ≤ d, d positive, shift ≤ 64, computed bit by bit; saturates at 2^64 − 1. */
    private static long ceilDivide(long a, int shift, long d) {
        long quotient = 0;
        long rest = a;
        for (int i = 0; i < shift; i++) {
            rest <<= 1;
            quotient <<= 1;
            if (rest >= d) {
                rest -= d;
                quotient |= 1;
            }
        }
        return rest == 0 ? quotient : quotient + 1;
    }

    /**
     * The order of the minutiae in the overflow table. A full line of the main table passes on several minutiae that
     * are close together, and which would overfill a few lines of an overflow table in the same order. So an overflow
     * table consists of regions. These are in ascending order of the minutiae, and have few enough entries to sort them
     * when they are read. Within a region, minutiae are spread over all lines: the bits that do not determine the
     * region are rotated.
     *
     * @param lowBits the bits of a minutia that do not determine its region
     * @param lines lines of a region
     */
    record Regions(int lowBits, long lines) {
        /** More bits than the minutiae of one line of the main table share below those of the region. */
        static final int ROTATED = 10;
        /**
         * A region has from 32 to 63 lines; more would take longer to sort, and fewer would differ more in their
         * entries.
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
}
