package io.whorl.store;

import io.whorl.store.MinutiaTable.Scratch;
import java.nio.ByteBuffer;

/**
 * Looks minutiae up in one table of lines, in place. Immutable and thread-safe.
 *
 * <pre>
 * bit 0                 32         33           44
 *     bitmap of classes │ complete │ multiplier │ entry of the highest class │ … │ entry of the lowest class │ unused
 * </pre>
 *
 * <ol>
 *   <li>The line and the multiplier give a minutia its class. A line has one entry of a class at most, so a look-up
 *       compares at most one. The bits of the bitmap above the class count the entries before it.
 *   <li>A complete line has all its minutiae. Any other line has those of its lowest classes: a class above the highest
 *       one of the bitmap is elsewhere.
 *   <li>Elsewhere is the line of the group that the multiplier names, if that one is complete: it has the others as
 *       guests, of no other line. If it is not complete, elsewhere is the overflow table.
 * </ol>
 */
final class LineTable {
    /** The table does not contain the minutia. */
    static final long ABSENT = -1;
    /** The minutia can only be in the overflow table. */
    static final long ELSEWHERE = -2;
    /** The widest entry that an eight-byte read at a byte offset always contains. */
    static final int MOST_IN_ONE_READ = 57;

    /** Lines of a group: as many as a link can name. */
    static final int LINKED = 1 << LineHeader.LINK_BITS;

    /** Lines that are touched together: enough for the misses to overlap, and few enough for the L1 cache. */
    static final int GROUP = 256;

    private final MappedBytes bytes;
    private final TableShape shape;
    /** The bit of a key that is set for guests. */
    private final long guest;

    private final int align;
    private final long lines;
    /** True if the product of a minutia and the number of lines always fits into 64 bits. */
    private final boolean shortProduct;
    /** Turns that product into an address. */
    private final int addressShift;

    private final int stored;
    private final int entryBits;
    /** Where an entry before the first one would begin. Can be negative. */
    private final int beforeFirst;

    private final long storedMask;
    private final long payloadMask;
    /** True if an entry can be wider than {@link #MOST_IN_ONE_READ}. */
    private final boolean wide;

    LineTable(MappedBytes bytes, TableShape shape) {
        this.bytes = bytes;
        this.shape = shape;
        guest = shape.guest();
        align = 64 - shape.bits();
        lines = shape.lines();
        shortProduct = lines <= 1L << align;
        addressShift = shape.bits() - TableShape.LINE_BITS;
        stored = shape.storedBits();
        entryBits = shape.entryBits();
        storedMask = (1L << stored) - 1;
        payloadMask = (1L << shape.payloadBits()) - 1;
        wide = entryBits > MOST_IN_ONE_READ;
        beforeFirst = TableShape.HEADER_BITS - entryBits;
    }

    TableShape shape() {
        return shape;
    }

    MappedBytes bytes() {
        return bytes;
    }

    long place(long minutia) {
        return bytes.place(address(minutia));
    }

    /** The byte address of the line of a minutia. */
    private long address(long minutia) {
        return shortProduct
                ? ((minutia * lines) >>> addressShift) & -TableShape.LINE
                : TableShape.multiplyHigh(minutia << align, lines) * TableShape.LINE;
    }

    /**
     * The payload of a minutia, {@link #ABSENT} or {@link #ELSEWHERE}. While a processor waits for a line, it works
     * ahead on the next look-ups, as far as it can hold instructions that wait. So this does the same as
     * {@link #resolve} with the fewest such instructions, and has branches that look-ups rarely take.
     */
    long find(long minutia) {
        long address = address(minutia);
        bytes.verify(address);
        ByteBuffer part = bytes.part(address);
        int base = bytes.within(address);
        long header = part.getLong(base);
        long product = (minutia & ~guest) * LineHeader.multiplier(header);
        int from = LineHeader.from(header, product >>> stored);
        if (LineHeader.isElsewhere(header, from)) {
            return findGuest(minutia, link(address));
        }
        if (wide) {
            return resolve(minutia & ~guest, part, base);
        }
        int bit = Integer.bitCount(from) * entryBits + beforeFirst;
        int at = Math.min(bit >>> 3, TableShape.LINE - 8);
        long rest = part.getLong(base + at) >>> (bit - (at << 3));
        return ((rest ^ product) & storedMask) == 0 && (from & 1) == 1 ? (rest >>> stored) & payloadMask : ABSENT;
    }

    private long findOwn(long minutia, long address) {
        bytes.verify(address);
        return resolve(minutia & ~guest, bytes.part(address), bytes.within(address));
    }

    private long findGuest(long minutia, long link) {
        bytes.verify(link);
        return resolveGuest(minutia, link);
    }

    /** The offset in the file of the line that may have a minutia as a guest, or −1 if its own line answers. */
    long guestPlace(long minutia) {
        long address = address(minutia);
        return findOwn(minutia, address) == ELSEWHERE ? bytes.place(link(address)) : -1;
    }

    /** The byte address of the line that has guests of the line at an address. */
    private long link(long address) {
        int link = LineHeader.link(bytes.part(address).getLong(bytes.within(address)));
        long to = (address & (-(long) LINKED * TableShape.LINE)) + (long) link * TableShape.LINE;
        if (to >= bytes.length()) {
            throw bytes.damaged(address, "a line has guests in line " + link + " of its group");
        }
        return to;
    }

    /** The payload of a minutia that a line may have as a guest. A line that is not complete has no guests. */
    private long resolveGuest(long minutia, long address) {
        ByteBuffer part = bytes.part(address);
        int base = bytes.within(address);
        return LineHeader.isComplete(part.getLong(base)) ? resolve(minutia | guest, part, base) : ELSEWHERE;
    }

    /**
     * Looks up {@code minutiae[from .. to - 1]}, preferably in ascending order. Writes their payloads, {@link #ABSENT}
     * or {@link #ELSEWHERE}, to the same indexes of {@code payloads}.
     *
     * @param scratch receives the indexes of the minutiae that can only be in the overflow table
     * @return the number of these indexes
     */
    int findAll(long[] minutiae, int from, int to, long[] payloads, Scratch scratch) {
        int[] elsewhere = scratch.elsewhere;
        long[] address = scratch.first;
        int count = 0;
        for (int at = from; at < to; at += GROUP) {
            int n = Math.min(GROUP, to - at);
            addressAll(minutiae, at, n, address);
            bytes.verifyAll(address, 0, n);
            // All lines are touched before the first is used, so that their cache misses overlap.
            for (int i = 0; i < n; ) {
                int end = endOfPart(address, i, n);
                scratch.touched += touchAll(bytes.part(address[i]), address, i, end);
                i = end;
            }
            for (int i = 0; i < n; ) {
                int end = endOfPart(address, i, n);
                count = resolveAll(bytes.part(address[i]), minutiae, at, address, i, end, payloads, elsewhere, count);
                i = end;
            }
        }
        return findGuests(minutiae, payloads, count, scratch);
    }

    /** Looks up those minutiae whose lines are not complete in the lines that may have them as guests. */
    private int findGuests(long[] minutiae, long[] payloads, int count, Scratch scratch) {
        int[] elsewhere = scratch.elsewhere;
        long[] address = scratch.first;
        int left = 0;
        for (int at = 0; at < count; at += GROUP) {
            int n = Math.min(GROUP, count - at);
            for (int i = 0; i < n; i++) {
                address[i] = link(address(minutiae[elsewhere[at + i]]));
            }
            bytes.verifyAll(address, 0, n);
            for (int i = 0; i < n; i++) {
                scratch.touched += bytes.part(address[i]).getLong(bytes.within(address[i]));
            }
            for (int i = 0; i < n; i++) {
                int of = elsewhere[at + i];
                long payload = resolveGuest(minutiae[of], address[i]);
                payloads[of] = payload;
                elsewhere[left] = of;
                left += payload == ELSEWHERE ? 1 : 0;
            }
        }
        return left;
    }

    private void addressAll(long[] minutiae, int from, int n, long[] address) {
        for (int i = 0; i < n; i++) {
            address[i] = address(minutiae[from + i]);
        }
    }

    /** The end of the longest run from an index whose lines are in one part. Ascending minutiae have few runs. */
    private int endOfPart(long[] address, int from, int n) {
        if (bytes.isOnePart()) {
            return n;
        }
        int i = from + 1;
        while (i < n && bytes.inSamePart(address[from], address[i])) {
            i++;
        }
        return i;
    }

    /**
     * Reads from each line. The fewer instructions between two reads, the more cache misses overlap, so this loop does
     * nothing else.
     *
     * @return the sum of the values read
     */
    private long touchAll(ByteBuffer part, long[] address, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += part.getLong(bytes.within(address[i]));
        }
        return sum;
    }

    private int resolveAll(
            ByteBuffer part,
            long[] minutiae,
            int first,
            long[] address,
            int from,
            int to,
            long[] payloads,
            int[] elsewhere,
            int count) {
        int n = count;
        for (int i = from; i < to; i++) {
            long payload = resolve(minutiae[first + i] & ~guest, part, bytes.within(address[i]));
            payloads[first + i] = payload;
            elsewhere[n] = first + i;
            // Adds 1 for ELSEWHERE, the only negative even value, without a branch.
            n += (int) ((payload >>> 63) & ~payload);
        }
        return n;
    }

    /**
     * Hit, miss and class elsewhere are computed without a branch, because a branch would be mispredicted for half of a
     * mixed batch.
     *
     * @param key the minutia, with the bit of guests cleared or set
     */
    private long resolve(long key, ByteBuffer part, int base) {
        long header = part.getLong(base);
        // The low bits of the product depend only on those of the key, so the rest need not be masked.
        long product = key * LineHeader.multiplier(header);
        int from = LineHeader.from(header, product >>> stored);
        int bit = TableShape.HEADER_BITS + Integer.bitCount(from >>> 1) * entryBits;
        long rest;
        long payload;
        if (wide) {
            rest = field(part, base, bit);
            payload = field(part, base, bit + stored);
        } else {
            // Entries at the end of the line are read from its last eight bytes, so no read leaves the line.
            int at = Math.min(bit >>> 3, TableShape.LINE - 8);
            rest = part.getLong(base + at) >>> (bit - (at << 3));
            payload = rest >>> stored;
        }
        // Each of these is 0 or -1: the sign of a number is spread over all bits.
        long without = (from & 1) - 1;
        long different = -((rest ^ product) & storedMask) >> 63;
        long elsewhere = (LineHeader.orComplete(header, from) - 1) >> 63;
        return ((payload & payloadMask) | without | different | elsewhere) + elsewhere;
    }

    /** The bits of a line from a bit on, of which as many as the field has are valid. */
    static long field(ByteBuffer part, int base, int bit) {
        int at = Math.min(bit >>> 6, TableShape.LINE / 8 - 1) << 3;
        int shift = bit - (at << 3);
        long low = shift > 63 ? 0 : part.getLong(base + at) >>> shift;
        return shift == 0 || at == TableShape.LINE - 8 ? low : low | (part.getLong(base + at + 8) << (64 - shift));
    }

    /**
     * The header of a line: its first 44 bits, least significant first. They are a 32-bit bitmap of the classes that
     * have an entry, a bit that is set if the line is complete, and the upper 11 of the 12 bits of an odd multiplier. A
     * complete line contains all its minutiae. In any other line, the classes above the highest one of the bitmap are
     * elsewhere. The upper 6 bits of the multiplier are then the number of a line of the group, the link.
     */
    static final class LineHeader {
        static final int CLASSES = 32;
        /** Multipliers that a header can name. */
        static final int MULTIPLIERS = 1 << 11;

        static final int LINK_BITS = 6;

        private static final long COMPLETE = 1L << CLASSES;
        /** The lowest bit of the multiplier is always 1, so its place has the bit of a complete line. */
        private static final int MULTIPLIER_AT = CLASSES;

        private static final int MULTIPLIER_MASK = 2 * MULTIPLIERS - 1;
        /** 2^6 multipliers of 12 bits have the same link. */
        private static final int LINK_AT = 6;

        private LineHeader() {}

        static long header(int bitmap, boolean complete, int multiplier) {
            return (bitmap & 0xFFFFFFFFL)
                    | (complete ? COMPLETE : 0)
                    | ((long) (multiplier & ~1 & MULTIPLIER_MASK) << MULTIPLIER_AT);
        }

        /**
         * The bits of the classes from one on, that of this class as the lowest bit.
         *
         * @param c the class in the low bits; the others are ignored
         */
        static int from(long header, long c) {
            return (int) header >>> (int) c;
        }

        /** Whether a minutia is elsewhere, by the bits of the classes from its own on. */
        static boolean isElsewhere(long header, int from) {
            return orComplete(header, from) == 0;
        }

        /** 0 if a minutia is elsewhere; otherwise above 0. */
        static long orComplete(long header, int from) {
            return (header & COMPLETE) | (from & (COMPLETE - 1));
        }

        static boolean isComplete(long header) {
            return (header & COMPLETE) != 0;
        }

        static int link(long header) {
            return linkOf(multiplier(header));
        }

        static int linkOf(long multiplier) {
            return (int) multiplier >>> LINK_AT;
        }

        static long multiplier(long header) {
            return ((header >>> MULTIPLIER_AT) & MULTIPLIER_MASK) | 1;
        }
    }

    /**
     * Iterates over the entries of consecutive lines of a table in ascending order of the minutiae. Sorts the entries
     * of each line when it reaches the line.
     */
    final class LineCursor {
        /** The most entries that the bitmaps of a line and of its link can name. */
        private static final int MOST = 2 * LineHeader.CLASSES;

        private final long remainderMask = -1L >>> (64 - shape.remainderBits());
        private final long largest = -1L >>> (64 - shape.bits());
        /** By place in the line: the distance of the minutia from the first of the line, and the payload. */
        private final long[] distances = new long[MOST];

        private final long[] unsorted = new long[MOST];
        private final int[] ranks = new int[MOST];
        private final long[] minutiae = new long[MOST];
        private final long[] payloads = new long[MOST];
        private final long endLine;
        private long nextLine;
        private int held;
        private int at;

        /** Iterates over the lines {@code from} to {@code to - 1}. */
        LineCursor(long from, long to) {
            nextLine = from;
            endLine = to;
        }

        /** Moves to the next entry; returns false at the end. */
        boolean next() {
            at++;
            while (at >= held) {
                if (nextLine >= endLine) {
                    return false;
                }
                read(nextLine, shape.firstOf(nextLine));
                nextLine++;
                at = 0;
            }
            return true;
        }

        long minutia() {
            return minutiae[at];
        }

        long payload() {
            return payloads[at];
        }

        private void read(long line, long least) {
            held = 0;
            long header = decode(line, least, 0);
            if (!LineHeader.isComplete(header)) {
                long link = link(line * TableShape.LINE) / TableShape.LINE;
                if (LineHeader.isComplete(header(link))) {
                    decode(link, least, 1);
                }
            }
            rank(held);
            for (int i = 0; i < held; i++) {
                minutiae[ranks[i]] = least + distances[i];
                payloads[ranks[i]] = unsorted[i];
            }
            if (held > 0 && Long.compareUnsigned(minutiae[held - 1], largest) > 0) {
                throw bytes.damaged(
                        line * TableShape.LINE,
                        "line " + line + " has a minutia of more than " + shape.bits() + " bits");
            }
        }

        private long header(long line) {
            long address = line * TableShape.LINE;
            bytes.verify(address);
            return bytes.part(address).getLong(bytes.within(address));
        }

        /**
         * Takes the entries of a line that are guests, or those that are not, and returns the header.
         *
         * @param least the first possible minutia of the line that they belong to
         * @param guests 1 for guests, else 0
         */
        private long decode(long line, long least, int guests) {
            long address = line * TableShape.LINE;
            long header = header(line);
            ByteBuffer part = bytes.part(address);
            int base = bytes.within(address);
            long inverse = inverse(LineHeader.multiplier(header));
            int bitmap = (int) header;
            int n = Integer.bitCount(bitmap);
            if (TableShape.HEADER_BITS + n * entryBits > TableShape.LINE * 8) {
                throw bytes.damaged(address, "line " + line + " has more entries than fit");
            }
            int bit = TableShape.HEADER_BITS + n * entryBits;
            for (int i = 0; i < n; i++) {
                bit -= entryBits;
                long c = Integer.numberOfTrailingZeros(bitmap);
                long rest;
                if (wide) {
                    rest = field(part, base, bit) & storedMask;
                    unsorted[held] = field(part, base, bit + stored) & payloadMask;
                } else {
                    int from = Math.min(bit >>> 3, TableShape.LINE - 8);
                    long entry = part.getLong(base + from) >>> (bit - (from << 3));
                    rest = entry & storedMask;
                    unsorted[held] = (entry >>> stored) & payloadMask;
                }
                long key = ((c << stored) | rest) * inverse;
                distances[held] = (key - least) & remainderMask;
                // Without a branch, because which entries are guests is unpredictable.
                held += 1 - (((int) (key >>> shape.remainderBits()) & 1) ^ guests);
                bitmap &= bitmap - 1;
            }
            return header;
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
            return (int) (((~a & b) | ((~a | b) & (a - b))) >>> 63);
        }

        /**
         * The inverse of an odd number modulo 2^64. Newton iteration: the start has five correct bits, and each step
         * doubles their number.
         */
        private static long inverse(long odd) {
            long x = (3 * odd) ^ 2;
            for (int i = 0; i < 4; i++) {
                x *= 2 - odd * x;
            }
            return x;
        }
    }
}
