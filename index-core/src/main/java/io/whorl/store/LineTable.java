package io.whorl.store;

import java.nio.ByteBuffer;

/**
 * Looks minutiae up in one table of lines, in place. At most one entry of one line is ever compared: the class of a
 * minutia says which. Immutable and thread-safe.
 */
final class LineTable {
    /** No such minutia. */
    static final long ABSENT = -1;
    /** The minutia belongs to a class that this line passed on to the next table. */
    static final long ELSEWHERE = -2;

    private final MappedBytes bytes;
    private final TableShape shape;
    private final int align;
    private final long lines;
    private final int stored;
    private final int entryBits;
    private final long remainderMask;
    private final long storedMask;
    private final long payloadMask;
    /** Entries that eight bytes from a byte's border need not hold whole. */
    private final boolean wide;

    LineTable(MappedBytes bytes, TableShape shape) {
        this.bytes = bytes;
        this.shape = shape;
        align = 64 - shape.bits();
        lines = shape.lines();
        stored = shape.storedBits();
        entryBits = shape.entryBits();
        remainderMask = -1L >>> (64 - shape.remainderBits());
        storedMask = (1L << stored) - 1;
        payloadMask = (1L << shape.payloadBits()) - 1;
        wide = entryBits > 57;
    }

    TableShape shape() {
        return shape;
    }

    MappedBytes bytes() {
        return bytes;
    }

    /** Where the line of a minutia starts, in bytes. */
    private long address(long minutia) {
        return TableShape.multiplyHigh(minutia << align, lines) * TableShape.LINE;
    }

    /**
     * Asks for the lines of some minutiae, so that their misses overlap and {@link #resolve} finds them in the cache.
     * How many overlap depends on how few instructions stand between two: a table in one part has its buffer at hand.
     *
     * @param address takes where each line starts
     * @return the sum of what was read, to be kept, or the compiler would leave the reading out
     */
    long touchAll(long[] minutiae, int from, int n, long[] address) {
        long sum = 0;
        if (bytes.isOnePart()) {
            ByteBuffer only = bytes.part(0);
            for (int i = 0; i < n; i++) {
                long a = address(minutiae[from + i]);
                address[i] = a;
                sum += only.getLong((int) a);
            }
        } else {
            for (int i = 0; i < n; i++) {
                long a = address(minutiae[from + i]);
                address[i] = a;
                sum += bytes.getLong(a);
            }
        }
        return sum;
    }

    /** Resolves each of some minutiae; {@code address} is as {@link #touchAll} left it. */
    void resolveAll(long[] minutiae, int from, int n, long[] address, long[] payloads) {
        if (bytes.isOnePart()) {
            ByteBuffer only = bytes.part(0);
            for (int i = 0; i < n; i++) {
                payloads[from + i] = resolve(minutiae[from + i], only, (int) address[i]);
            }
        } else {
            for (int i = 0; i < n; i++) {
                payloads[from + i] = resolve(minutiae[from + i], address[i]);
            }
        }
    }

    /** The payload of a minutia, {@link #ABSENT} or {@link #ELSEWHERE}. */
    long find(long minutia) {
        return resolve(minutia, address(minutia));
    }

    private long resolve(long minutia, long address) {
        return resolve(minutia, bytes.part(address), bytes.within(address));
    }

    private long resolve(long minutia, ByteBuffer part, int base) {
        long header = part.getLong(base);
        long y = (minutia & remainderMask) * LineHeader.multiplier(header) & remainderMask;
        int c = (int) (y >>> stored);
        int bit = TableShape.HEADER_BITS + Long.bitCount(header & ((1L << c) - 1)) * entryBits;
        long rest;
        long payload;
        if (wide) {
            rest = field(part, base, bit) & storedMask;
            payload = field(part, base, bit + stored) & payloadMask;
        } else {
            // The last eight bytes of the line serve every entry that ends in them, so nothing beyond it is touched.
            int at = Math.min(bit >>> 3, TableShape.LINE - 8);
            long entry = part.getLong(base + at) >>> (bit - (at << 3));
            rest = entry & storedMask;
            payload = entry >>> stored & payloadMask;
        }
        // One branch would be mispredicted for half of a mixed batch: hit and miss are folded into the result instead.
        long difference = rest ^ (y & storedMask);
        long hit = (header >>> c) & ~((difference | -difference) >>> 63) & 1;
        long found = (payload & -hit) | (hit - 1);
        return c >= LineHeader.limit(header) ? ELSEWHERE : found;
    }

    private static long field(ByteBuffer part, int base, int bit) {
        int at = Math.min(bit >>> 6, TableShape.LINE / 8 - 1) << 3;
        int shift = bit - (at << 3);
        long low = shift > 63 ? 0 : part.getLong(base + at) >>> shift;
        return shift == 0 || at == TableShape.LINE - 8 ? low : low | part.getLong(base + at + 8) << (64 - shift);
    }
}
