package io.whorl.store;

import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/**
 * Packs the minutiae of one line into its 64 bytes, and returns those that must go to the next table. Equal minutiae
 * give equal bytes. Reusable; one thread at a time.
 */
final class LinePacker {
    static final int WORDS = TableShape.LINE / 8;

    private final int stored;
    private final int payloadBits;
    private final long remainderMask;
    private final MultiplierSearch search;
    /** The line that was packed last, in the first {@link #WORDS} elements. The one after them stays 0. */
    final long[] line = new long[WORDS + 1];

    LinePacker(TableShape shape) {
        stored = shape.storedBits();
        payloadBits = shape.payloadBits();
        remainderMask = -1L >>> (64 - shape.remainderBits());
        search = new MultiplierSearch(shape);
    }

    /**
     * Packs {@code minutiae[from..to)} and their payloads into {@link #line}.
     *
     * @param unplaced receives, in ascending order, the indexes of the minutiae that do not fit; cleared first
     */
    void pack(long[] minutiae, long[] payloads, int from, int to, IntArrayList unplaced) {
        Arrays.fill(line, 0);
        unplaced.clear();
        search.choose(minutiae, from, to);
        long multiplier = search.multiplier();
        int limit = search.limit();
        int bitmap = 0;
        for (int i = from; i < to; i++) {
            int c = (int) (product(minutiae[i], multiplier) >>> stored);
            if (c < limit) {
                bitmap |= 1 << c;
            } else {
                unplaced.addInt(i);
            }
        }
        line[0] = LineHeader.header(bitmap, unplaced.isEmpty(), (int) multiplier);
        for (int i = from; i < to; i++) {
            long y = product(minutiae[i], multiplier);
            if ((int) (y >>> stored) < limit) {
                put(bitmap, y, payloads[i]);
            }
        }
    }

    /** Whether a minutia stays in the line for which {@link #search} has chosen. */
    boolean stays(long minutia) {
        return (int) (product(minutia, search.multiplier()) >>> stored) < search.limit();
    }

    /**
     * Packs the first {@code n} minutiae and their payloads, all of which stay, into the {@link #line} for which
     * {@link #search} has chosen. The line has others, which do not.
     */
    void packStaying(long[] minutiae, long[] payloads, int n) {
        Arrays.fill(line, 0);
        long multiplier = search.multiplier();
        int bitmap = 0;
        for (int i = 0; i < n; i++) {
            bitmap |= 1 << (int) (product(minutiae[i], multiplier) >>> stored);
        }
        line[0] = LineHeader.header(bitmap, false, (int) multiplier);
        for (int i = 0; i < n; i++) {
            put(bitmap, product(minutiae[i], multiplier), payloads[i]);
        }
    }

    MultiplierSearch search() {
        return search;
    }

    /** @param y the remainder times the multiplier */
    private void put(int bitmap, long y, long payload) {
        int c = (int) (y >>> stored);
        int rank = Integer.bitCount(bitmap & ((1 << c) - 1));
        int at = TableShape.HEADER_BITS + rank * (stored + payloadBits);
        long rest = y & ((1L << stored) - 1);
        if (stored + payloadBits <= 64) {
            put(at, payload << stored | rest);
        } else {
            put(at, rest);
            put(at + stored, payload);
        }
    }

    private long product(long minutia, long multiplier) {
        return minutia * multiplier & remainderMask;
    }

    /** Writes the bits of a value. No branch for values that end in the next word: which do is unpredictable. */
    private void put(int at, long value) {
        int word = at >>> 6;
        int shift = at & 63;
        line[word] |= value << shift;
        line[word + 1] |= value >>> 1 >>> (63 - shift);
    }
}
