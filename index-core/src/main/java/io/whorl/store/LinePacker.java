package io.whorl.store;

import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/**
 * Packs the minutiae of one line into its 64 bytes, and returns those that must go to the next table. Equal minutiae
 * give equal bytes, because multipliers are tried in a fixed order. Reusable; one thread at a time.
 */
final class LinePacker {
    private static final int WORDS = TableShape.LINE / 8;
    /** Multipliers to try for a line that may be able to hold all its minutiae. More are almost never needed. */
    private static final int TRIES = 1 << 12;
    /** Multipliers to try for a line with too many minutiae. */
    private static final int FULL_TRIES = 48;

    private static final short[] MULTIPLIERS = multipliers();

    private final int stored;
    private final int payloadBits;
    private final int capacity;
    private final long remainderMask;
    /** The line that was packed last. */
    final long[] line = new long[WORDS];

    LinePacker(TableShape shape) {
        stored = shape.storedBits();
        payloadBits = shape.payloadBits();
        capacity = shape.capacity();
        remainderMask = -1L >>> (64 - shape.remainderBits());
    }

    /**
     * Packs {@code minutiae[from..to)} and their payloads into {@link #line}.
     *
     * @param unplaced receives, in ascending order, the indexes of the minutiae that do not fit; cleared first
     */
    void pack(long[] minutiae, long[] payloads, int from, int to, IntArrayList unplaced) {
        Arrays.fill(line, 0);
        unplaced.clear();
        int n = to - from;
        int multiplier = n <= capacity ? fitting(minutiae, from, to) : 0;
        int limit = LineHeader.NO_LIMIT;
        if (multiplier == 0) {
            long choice = fullest(minutiae, from, to);
            multiplier = (int) (choice >>> 8);
            limit = (int) choice & 0xFF;
        }
        int bitmap = 0;
        for (int i = from; i < to; i++) {
            int c = classOf(minutiae[i], multiplier);
            if (c < limit) {
                bitmap |= 1 << c;
            } else {
                unplaced.addInt(i);
            }
        }
        line[0] = LineHeader.header(bitmap, limit, multiplier);
        for (int i = from; i < to; i++) {
            long y = (minutiae[i] & remainderMask) * multiplier & remainderMask;
            int c = (int) (y >>> stored);
            if (c < limit) {
                int rank = Integer.bitCount(bitmap & ((1 << c) - 1));
                int at = TableShape.HEADER_BITS + rank * (stored + payloadBits);
                long rest = y & ((1L << stored) - 1);
                if (stored + payloadBits <= 64) {
                    put(at, stored + payloadBits, payloads[i] << stored | rest);
                } else {
                    put(at, stored, rest);
                    put(at + stored, payloadBits, payloads[i]);
                }
            }
        }
    }

    private int classOf(long minutia, int multiplier) {
        return (int) (((minutia & remainderMask) * multiplier & remainderMask) >>> stored);
    }

    /** The first multiplier that maps each minutia to its own class, or 0. */
    private int fitting(long[] minutiae, int from, int to) {
        for (int t = 0; t < TRIES; t++) {
            int m = MULTIPLIERS[t] & 0xFFFF;
            int seen = 0;
            int i = from;
            for (; i < to; i++) {
                int bit = 1 << classOf(minutiae[i], m);
                if ((seen & bit) != 0) {
                    break;
                }
                seen |= bit;
            }
            if (i == to) {
                return m;
            }
        }
        return 0;
    }

    /**
     * The multiplier that keeps the most minutiae, shifted left by 8, and the limit. Each class below the limit has at
     * most one minutia, and all of them fit.
     */
    private long fullest(long[] minutiae, int from, int to) {
        int most = -1;
        long choice = 0;
        for (int t = 0; t < FULL_TRIES && most < capacity; t++) {
            int m = MULTIPLIERS[t] & 0xFFFF;
            int once = 0;
            int twice = 0;
            for (int i = from; i < to; i++) {
                int bit = 1 << classOf(minutiae[i], m);
                twice |= once & bit;
                once |= bit;
            }
            int limit = Integer.numberOfTrailingZeros(twice);
            int kept = limit == 32 ? once : once & ((1 << limit) - 1);
            while (Integer.bitCount(kept) > capacity) {
                limit = 31 - Integer.numberOfLeadingZeros(kept);
                kept &= ~(1 << limit);
            }
            if (Integer.bitCount(kept) > most) {
                most = Integer.bitCount(kept);
                choice = (long) m << 8 | limit;
            }
        }
        return choice;
    }

    private void put(int at, int bits, long value) {
        int word = at >>> 6;
        int shift = at & 63;
        line[word] |= value << shift;
        if (shift + bits > 64) {
            line[word + 1] |= value >>> (64 - shift);
        }
    }

    /**
     * Odd 16-bit numbers in a fixed pseudo-random order. The order matters only for byte-identical output; a reader
     * accepts any multiplier.
     */
    private static short[] multipliers() {
        short[] odd = new short[TRIES];
        long state = 1;
        for (int i = 0; i < TRIES; i++) {
            state = state * 0x5851F42D4C957F2DL + 0x14057B7EF767814FL;
            odd[i] = (short) (state >>> 48 | 1);
        }
        return odd;
    }
}
