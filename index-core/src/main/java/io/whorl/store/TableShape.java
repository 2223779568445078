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
    /** The bits of a share of a line that a double has. */
    private static final int SHARE_BITS = 52;
    /**
     * The minutiae for each entry of a table, chosen by measurement. More send more look-ups to the overflow table;
     * fewer take more bytes a posting.
     */
    private static final double LOAD = .97;

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
    static TableShape of(int bits, long minutiae, int payloadBits) {
        TableShape best = null;
        for (int r = CLASS_BITS; r <= Math.min(bits, MOST_REMAINDER); r++) {
            int fit = capacity(r, payloadBits);
            if (fit < 1 || bits - r > 40) {
                continue;
            }
            long lines = Math.max(1L << (bits - r), (long) Math.ceil(minutiae / (LOAD * fit)));
            if (best == null || lines < best.lines) {
                best = new TableShape(bits, Math.max(1, lines), r, payloadBits);
            }
        }
        return best;
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

    /** The least minutia of a line: line · 2^W ÷ lines, rounded up. */
    long firstOf(long line) {
        long share = (long) ((double) line / lines * (1L << SHARE_BITS));
        long near = bits < SHARE_BITS ? share >>> (SHARE_BITS - bits) : share << (bits - SHARE_BITS);
        // The products have 128 bits, but differ by less than 2^63.
        long rest = (bits == Long.SIZE ? 0 : line << bits) - near * lines;
        return near - Math.floorDiv(-rest, lines);
    }

    /** The high 64 bits of the product of an unsigned and a positive number. */
    static long multiplyHigh(long unsigned, long positive) {
        return Math.multiplyHigh(unsigned, positive) + ((unsigned >> 63) & positive);
    }
}
