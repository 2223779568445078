package io.whorl.lucene.collapse;

import io.whorl.lucene.sketch.SketchFormat;
import java.util.Arrays;
import java.util.Optional;

/**
 * Finds the first kept hit that a sketch MIN_s of s orders resembles, among few kept hits. Two sketches resemble each
 * other if they share c of the s smallest orders of A ∪ B (BGMZ 3), so only pairs that share that many orders are
 * compared.
 *
 * <p>Shared orders are counted for all kept hits at once, and sometimes too high: a table leads from the low bits of an
 * order to a set of bits, one for each kept hit that has such an order. Counters in bit planes add up the sets, up to
 * {@value #MANY}. Threads may share it once all hits are added.
 */
final class KeptSamples {
    /** The largest number of kept hits. */
    static final int MOST = Long.SIZE;

    private static final int MANY = 8;
    private static final int SLOTS_PER_ORDER = 16;

    private final SketchFormat format;
    private final double threshold;
    /** s. */
    private final int size;
    /** c. */
    private final int least;

    private final long[] holders;
    private long[][] kept = new long[16][];
    private int count;

    private KeptSamples(SketchFormat format, double threshold) {
        this.format = format;
        this.threshold = threshold;
        size = format.least();
        least = least(size, threshold);
        holders = new long[Integer.highestOneBit(SLOTS_PER_ORDER * Math.min(size, 1 << 16))];
    }

    /** Empty if the options or the scheme need the table of {@link KeptIndex}. */
    static Optional<KeptSamples> of(SketchFormat format, CollapseOptions options) {
        boolean possible = format.least() > 0
                && options.similarity == CollapseOptions.Similarity.RESEMBLANCE
                && options.candidates == CollapseOptions.Candidates.SHARED_MINUTIAE;
        return possible ? Optional.of(new KeptSamples(format, options.threshold)) : Optional.empty();
    }

    /** The least number of shared orders that is this share of a number of orders. */
    private static int least(int size, double threshold) {
        int least = (int) Math.ceil(threshold * size);
        while (least > 1 && (double) (least - 1) / size >= threshold) {
            least--;
        }
        while ((double) least / size < threshold) {
            least++;
        }
        return least;
    }

    /** Forgets all kept hits. */
    void clear() {
        Arrays.fill(holders, 0);
        Arrays.fill(kept, 0, count, null);
        count = 0;
    }

    /** The heap that this keeps. */
    int bytes() {
        return Long.BYTES * holders.length;
    }

    /** Adds a kept hit; there must be fewer than {@link #MOST}. */
    void add(long[] orders) {
        if (count == kept.length) {
            kept = Arrays.copyOf(kept, 2 * count);
        }
        kept[count] = orders;
        for (long order : orders) {
            holders[(int) order & holders.length - 1] |= 1L << count;
        }
        count++;
    }

    /**
     * Finds the first kept hit that a sketch resembles.
     *
     * @param bytes holds its orders, from {@code from} on
     * @param orders the number of its orders, 1 to s
     * @param buffer holds the decoded orders where they are needed
     * @return its number, from 0 in the order in which hits were added; -1 if there is none
     */
    int find(byte[] bytes, int from, int orders, KeptIndex.Probe buffer) {
        if (orders < size) {
            return findShort(bytes, from, orders, buffer);
        }
        for (long left = candidates(bytes, from, size, least); left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            if (format.sharesAtLeast(least, bytes, from, kept[i])) {
                return i;
            }
        }
        return -1;
    }

    /** The same for a document with fewer than s minutiae. The size of the sample then depends on the pair. */
    private int findShort(byte[] bytes, int from, int orders, KeptIndex.Probe buffer) {
        // The sample has at least as many orders as the sketch.
        long left = candidates(bytes, from, orders, least(orders, threshold));
        long[] decoded = left == 0 ? new long[0] : buffer.decoded(format, bytes, from, orders);
        for (; left != 0; left &= left - 1) {
            int i = Long.numberOfTrailingZeros(left);
            if (format.compare(decoded, 0, orders, kept[i], 0, kept[i].length, false) >= threshold) {
                return i;
            }
        }
        return -1;
    }

    /**
     * The kept hits that may share enough orders with a sketch.
     *
     * @param orders the number of its orders
     * @param enough the number of shared orders
     */
    private long candidates(byte[] bytes, int from, int orders, int enough) {
        // Sketches that share so many of all orders share MANY of these.
        int counted = orders - Math.max(0, enough - MANY);
        long[] table = holders;
        int width = format.width();
        long ones = 0;
        long twos = 0;
        long fours = 0;
        long many = 0;
        int place = from;
        // Four orders at a time, with carry-save adders.
        for (int end = from + (counted & -4) * width; place < end; place += 4 * width) {
            long a = table[SketchFormat.lowBits(bytes, place) & table.length - 1];
            long b = table[SketchFormat.lowBits(bytes, place + width) & table.length - 1];
            long c = table[SketchFormat.lowBits(bytes, place + 2 * width) & table.length - 1];
            long d = table[SketchFormat.lowBits(bytes, place + 3 * width) & table.length - 1];
            long ab = a ^ b;
            long two = a & b | ab & ones;
            ones ^= ab;
            long cd = c ^ d;
            long otherTwo = c & d | cd & ones;
            ones ^= cd;
            long bothTwo = two ^ otherTwo;
            long four = two & otherTwo | bothTwo & twos;
            twos ^= bothTwo;
            many |= fours & four;
            fours ^= four;
        }
        for (int end = from + counted * width; place < end; place += width) {
            long a = table[SketchFormat.lowBits(bytes, place) & table.length - 1];
            long two = ones & a;
            ones ^= a;
            long four = twos & two;
            twos ^= two;
            many |= fours & four;
            fours ^= four;
        }
        if (enough >= MANY) {
            return many;
        }
        long some = many | fours;
        return enough >= MANY / 2 ? some : enough > 1 ? some | twos : some | twos | ones;
    }
}
