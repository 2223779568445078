package io.whorl.store;

import java.nio.ByteBuffer;

/**
 * Looks minutiae up in one table of lines, in place. A look-up compares at most one entry of one line: the class of the
 * minutia determines which. Immutable and thread-safe.
 */
final class LineTable {
    /** The table does not contain the minutia. */
    static final long ABSENT = -1;
    /** The class of the minutia is in the next table. */
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
    /** True if an entry can be wider than an eight-byte read at a byte offset. */
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

    /** The byte address of the line of a minutia. */
    private long address(long minutia) {
        return TableShape.multiplyHigh(minutia << align, lines) * TableShape.LINE;
    }

    /**
     * Touches the lines of some minutiae, so that their cache misses overlap and {@link #resolveAll} finds the lines in
     * the cache. The fewer instructions between two reads, the more misses overlap, so a table in one buffer has a loop
     * of its own.
     *
     * @param address receives the address of each line
     * @return the sum of the values read; the caller must keep it, or the compiler would remove the reads
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

    /** Looks up some minutiae, whose line addresses {@link #touchAll} has returned. */
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
            // Entries at the end of the line are read from its last eight bytes, so no read leaves the line.
            int at = Math.min(bit >>> 3, TableShape.LINE - 8);
            long entry = part.getLong(base + at) >>> (bit - (at << 3));
            rest = entry & storedMask;
            payload = entry >>> stored & payloadMask;
        }
        // Hit and miss are computed without a branch, because a branch would be mispredicted for half of a mixed
        // batch.
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
