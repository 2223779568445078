package io.whorl.store;

import io.whorl.store.LineTable.LineHeader;
import java.nio.ByteBuffer;

/**
 * Iterates over the entries of consecutive lines of a table in ascending order of the minutiae. Sorts the entries of
 * each line when it reaches the line.
 */
final class LineCursor {
    /** The most entries that the bitmap of a line can name. */
    private static final int MOST = 32;

    private final LineTable table;
    private final TableShape shape;
    private final int stored;
    private final int entryBits;
    private final long remainderMask;
    private final long storedMask;
    private final long payloadMask;
    /** The largest minutia of W bits. */
    private final long largest;

    private final boolean wide;
    /** By place in the line: the distance of the minutia from the first of the line, and the payload. */
    private final long[] distances = new long[MOST];

    private final long[] unsorted = new long[MOST];
    private final int[] ranks = new int[MOST];
    private final long[] minutiae = new long[MOST];
    private final long[] payloads = new long[MOST];
    /**
     * 2^W ÷ lines, and the remainder. They give the first minutia of each line from the previous one, without a
     * division.
     */
    private final long step;

    private final long stepRest;
    private final long endLine;
    private long nextLine;
    private long first;
    private long firstRest;
    private int held;
    private int at;

    /** Iterates over the lines {@code from} to {@code to - 1}. */
    LineCursor(LineTable table, long from, long to) {
        this.table = table;
        shape = table.shape();
        stored = shape.storedBits();
        entryBits = shape.entryBits();
        remainderMask = -1L >>> (64 - shape.remainderBits());
        storedMask = (1L << stored) - 1;
        payloadMask = (1L << shape.payloadBits()) - 1;
        wide = entryBits > LineTable.MOST_IN_ONE_READ;
        nextLine = from;
        endLine = to;
        largest = -1L >>> (64 - shape.bits());
        boolean exact = Long.remainderUnsigned(largest, shape.lines()) == shape.lines() - 1;
        step = Long.divideUnsigned(largest, shape.lines()) + (exact ? 1 : 0);
        stepRest = exact ? 0 : Long.remainderUnsigned(largest, shape.lines()) + 1;
        divide(from);
    }

    /** Sets the first possible minutia of a line: line · 2^W ÷ lines, bit by bit, because the product has 128 bits. */
    private void divide(long line) {
        long rest = line;
        long quotient = 0;
        for (int i = 0; i < shape.bits(); i++) {
            rest <<= 1;
            quotient <<= 1;
            if (rest >= shape.lines()) {
                rest -= shape.lines();
                quotient |= 1;
            }
        }
        first = quotient;
        firstRest = rest;
    }

    /** Moves to the next entry; returns false at the end. */
    boolean next() {
        at++;
        while (at >= held) {
            if (nextLine >= endLine) {
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
        long address = line * TableShape.LINE;
        table.bytes().verify(address);
        ByteBuffer part = table.bytes().part(address);
        int base = table.bytes().within(address);
        long header = part.getLong(base);
        long inverse = inverse(LineHeader.multiplier(header));
        int bitmap = (int) header;
        int n = Integer.bitCount(bitmap);
        if (TableShape.HEADER_BITS + n * entryBits > TableShape.LINE * 8) {
            throw table.bytes().damaged(address, "line " + line + " has more entries than fit");
        }
        int bit = TableShape.HEADER_BITS;
        for (int i = 0; i < n; i++) {
            long c = Integer.numberOfTrailingZeros(bitmap);
            long rest;
            if (wide) {
                rest = LineTable.field(part, base, bit) & storedMask;
                unsorted[i] = LineTable.field(part, base, bit + stored) & payloadMask;
            } else {
                int from = Math.min(bit >>> 3, TableShape.LINE - 8);
                long entry = part.getLong(base + from) >>> (bit - (from << 3));
                rest = entry & storedMask;
                unsorted[i] = entry >>> stored & payloadMask;
            }
            distances[i] = ((c << stored | rest) * inverse - least) & remainderMask;
            bitmap &= bitmap - 1;
            bit += entryBits;
        }
        held = n;
        rank(n);
        for (int i = 0; i < n; i++) {
            minutiae[ranks[i]] = least + distances[i];
            payloads[ranks[i]] = unsorted[i];
        }
        if (n > 0 && Long.compareUnsigned(minutiae[n - 1], largest) > 0) {
            throw table.bytes()
                    .damaged(address, "line " + line + " has a minutia of more than " + shape.bits() + " bits");
        }
    }

    /**
     * Counts for each entry how many are less. An insertion sort would mispredict about one branch for each entry,
     * because the order within a line is random.
     */
    private void rank(int n) {
        for (int i = 0; i < n; i++) {
            long distance = distances[i];
            int rank = 0;
            for (int j = 0; j < i; j++) {
                int less = less(distances[j], distance);
                rank += less;
                ranks[j] += 1 - less;
            }
            ranks[i] = rank;
        }
    }

    /** 1 if a is less than b, unsigned, else 0; without a branch. */
    private static int less(long a, long b) {
        return (int) ((~a & b | (~a | b) & (a - b)) >>> 63);
    }

    /**
     * The inverse of an odd number modulo 2^64. Newton iteration: the start has five correct bits, and each step
     * doubles their number.
     */
    private static long inverse(long odd) {
        long x = 3 * odd ^ 2;
        for (int i = 0; i < 4; i++) {
            x *= 2 - odd * x;
        }
        return x;
    }
}
