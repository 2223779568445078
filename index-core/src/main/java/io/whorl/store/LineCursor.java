package io.whorl.store;

/**
 * Iterates over all entries of one line table in ascending order of the minutiae. Sorts the entries of each line when
 * it reaches the line.
 */
final class LineCursor {
    private final LineTable table;
    private final TableShape shape;
    private final long remainderMask;
    private final long[] minutiae;
    private final long[] payloads;
    /**
     * 2^W ÷ lines, and the remainder. They give the first minutia of each line from the previous one, without a
     * division.
     */
    private final long step;

    private final long stepRest;
    private long nextLine;
    private long first;
    private long firstRest;
    private int held;
    private int at;

    LineCursor(LineTable table) {
        this.table = table;
        shape = table.shape();
        remainderMask = -1L >>> (64 - shape.remainderBits());
        long last = -1L >>> (64 - shape.bits());
        boolean exact = Long.remainderUnsigned(last, shape.lines()) == shape.lines() - 1;
        step = Long.divideUnsigned(last, shape.lines()) + (exact ? 1 : 0);
        stepRest = exact ? 0 : Long.remainderUnsigned(last, shape.lines()) + 1;
        minutiae = new long[32];
        payloads = new long[32];
    }

    /** Moves to the next entry; returns false at the end. */
    boolean next() {
        at++;
        while (at >= held) {
            if (nextLine == shape.lines()) {
                return false;
            }
            read(nextLine++, firstRest == 0 ? first : first + 1);
            first += step;
            firstRest += stepRest;
            if (firstRest >= shape.lines()) {
                firstRest -= shape.lines();
                first++;
            }
            at = 0;
        }
        return true;
    }

    LineTable table() {
        return table;
    }

    long minutia() {
        return minutiae[at];
    }

    long payload() {
        return payloads[at];
    }

    private void read(long line, long least) {
        long base = line * TableShape.LINE;
        long header = table.bytes().getLong(base);
        long inverse = inverse(LineHeader.multiplier(header));
        held = 0;
        for (int bitmap = (int) header; bitmap != 0; bitmap &= bitmap - 1) {
            int c = Integer.numberOfTrailingZeros(bitmap);
            int bit = TableShape.HEADER_BITS + held * shape.entryBits();
            if (bit + shape.entryBits() > TableShape.LINE * 8) {
                throw table.bytes().damaged(base, "line " + line + " has more entries than fit");
            }
            long rest = bits(base, bit, shape.storedBits());
            long payload = bits(base, bit + shape.storedBits(), shape.payloadBits());
            long remainder = ((long) c << shape.storedBits() | rest) * inverse & remainderMask;
            insert(least + ((remainder - least) & remainderMask), payload);
        }
    }

    private void insert(long minutia, long payload) {
        int i = held++;
        for (; i > 0 && Long.compareUnsigned(minutiae[i - 1], minutia) > 0; i--) {
            minutiae[i] = minutiae[i - 1];
            payloads[i] = payloads[i - 1];
        }
        minutiae[i] = minutia;
        payloads[i] = payload;
    }

    private long bits(long base, int from, int count) {
        if (count == 0) {
            return 0;
        }
        long low = table.bytes().getLong(base + (from >>> 6) * 8L) >>> (from & 63);
        if ((from & 63) + count > 64) {
            low |= table.bytes().getLong(base + (from >>> 6) * 8L + 8) << (64 - (from & 63));
        }
        return low & -1L >>> (64 - count);
    }

    /** The inverse of an odd number modulo 2^64. Newton iteration: each step doubles the number of correct bits. */
    private static long inverse(long odd) {
        long x = odd;
        for (int i = 0; i < 5; i++) {
            x *= 2 - odd * x;
        }
        return x;
    }
}
