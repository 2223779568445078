package io.whorl.assembly;

import io.whorl.LimitExceededException;
import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * Sorts postings, held in arrays, by minutia: a stable radix sort from the least significant digit. Packed postings are
 * sorted by minutia and document. Minutiae are hashes, so a few more leading bits than it takes to number the postings
 * leave hardly anything to sort; the passes over the lower bits are replaced by one that looks for disorder. Reusable.
 * One thread at a time.
 */
final class PostingSort {
    private static final int DIGIT = 11;
    private static final int RADIX = 1 << DIGIT;
    /** Leading bits to sort packed postings by, beyond those that number the postings. */
    private static final int SPARE_BITS = 5;

    private static final int FEW = 24;
    private static final int[] NONE = {};

    private final boolean packed;
    private final boolean counted;
    private final int most;
    private long[] keys = new long[0];
    private int[] documents = NONE;
    private int[] counts = NONE;
    private long[] otherKeys = new long[0];
    private int[] otherInts = NONE;
    private final int[] start = new int[RADIX];
    private final int[] place = new int[RADIX];

    /**
     * @param packed whether postings are packed; see {@link PostingBlock}
     * @param counted whether postings have counts
     */
    PostingSort(boolean packed, boolean counted) {
        this(packed, counted, Integer.MAX_VALUE - 8);
    }

    /** @param most the largest number of postings; tests set a small one */
    PostingSort(boolean packed, boolean counted, int most) {
        this.packed = packed;
        this.counted = counted;
        this.most = most;
    }

    /** Makes room for {@code n} postings after the first {@code held}, which are kept. */
    void reserveMore(int held, int n) {
        if (n > keys.length - held) {
            long wanted = (long) held + n;
            LimitExceededException.require(
                    "distinct postings sorted together",
                    wanted,
                    most,
                    "give the build less memory, so that its runs are smaller, or build several indexes");
            int size = (int) Math.min(most, Math.max(wanted, keys.length * 3L / 2));
            keys = Arrays.copyOf(keys, size);
            documents = packed ? NONE : Arrays.copyOf(documents, size);
            counts = counted ? Arrays.copyOf(counts, size) : NONE;
            otherKeys = new long[size];
            otherInts = packed && !counted ? NONE : new int[size];
        }
    }

    long[] keys() {
        return keys;
    }

    /** The documents of the postings; empty if they are packed. */
    int[] documents() {
        return documents;
    }

    /** The counts of the postings; empty if they have none. */
    int[] counts() {
        return counts;
    }

    /** Sorts the first {@code n} postings by the low {@code bits} bits of their keys; the others must be equal. */
    void sort(int n, int bits) {
        if (n < 2) {
            return;
        }
        int low = packed ? PostingBlock.DOCUMENT_BITS : 0;
        int sorted = packed ? Math.min(bits, Integer.SIZE - Integer.numberOfLeadingZeros(n) + SPARE_BITS) : bits;
        int passes = (sorted + DIGIT - 1) / DIGIT;
        int from = low + bits - sorted;
        for (int left = passes; left > 0; left--) {
            int digit = (low + bits - from) / left;
            pass(n, from, digit);
            from += digit;
        }
        if (packed) {
            order(n, low + bits - sorted);
        }
    }

    private void pass(int n, int shift, int digitBits) {
        int mask = (1 << digitBits) - 1;
        Arrays.fill(start, 0, mask + 1, 0);
        for (int i = 0; i < n; i++) {
            start[(int) (keys[i] >>> shift) & mask]++;
        }
        int sum = 0;
        for (int d = 0; d <= mask; d++) {
            int count = start[d];
            start[d] = sum;
            sum += count;
        }
        if (!packed) {
            documents = deal(documents, n, shift, mask);
        }
        if (counted) {
            counts = deal(counts, n, shift, mask);
        }
        deal(n, shift, mask);
    }

    private void deal(int n, int shift, int mask) {
        long[] from = keys;
        long[] to = otherKeys;
        for (int i = 0; i < n; i++) {
            long key = from[i];
            to[start[(int) (key >>> shift) & mask]++] = key;
        }
        keys = to;
        otherKeys = from;
    }

    /** Moves the elements of another array as {@link #deal(int, int, int)} will move the keys. */
    private int[] deal(int[] from, int n, int shift, int mask) {
        System.arraycopy(start, 0, place, 0, mask + 1);
        int[] to = otherInts;
        for (int i = 0; i < n; i++) {
            to[place[(int) (keys[i] >>> shift) & mask]++] = from[i];
        }
        otherInts = from;
        return to;
    }

    /** Sorts packed postings that are sorted by the bits from {@code shift} on. */
    private void order(int n, int shift) {
        // A radix sort orders unsigned numbers.
        long before = Long.MIN_VALUE;
        for (int i = 0; i < n; i++) {
            long posting = keys[i] + Long.MIN_VALUE;
            if (before <= posting) {
                before = posting;
                continue;
            }
            long high = keys[i] >>> shift;
            int from = i;
            while (from > 0 && keys[from - 1] >>> shift == high) {
                from--;
            }
            int to = i;
            while (to < n && keys[to] >>> shift == high) {
                to++;
            }
            // They have one leading bit, so signed order is unsigned order.
            sortRange(from, to);
            i = to - 1;
            before = keys[i] + Long.MIN_VALUE;
        }
    }

    private void sortRange(int from, int to) {
        if (to - from > FEW) {
            Arrays.sort(keys, from, to);
            return;
        }
        for (int i = from + 1; i < to; i++) {
            long posting = keys[i];
            int j = i;
            for (; j > from && keys[j - 1] > posting; j--) {
                keys[j] = keys[j - 1];
            }
            keys[j] = posting;
        }
    }

    /**
     * Unites neighbours with the same minutia and document.
     *
     * @param dropped receives the document of each posting that was united with another
     * @return how many postings remain
     */
    int unite(int n, IntConsumer dropped) {
        int to = 0;
        for (int i = 0; i < n; i++) {
            if (to > 0 && keys[to - 1] == keys[i] && (packed || documents[to - 1] == documents[i])) {
                if (counted) {
                    counts[to - 1] = PostingSpool.sum(counts[to - 1], counts[i]);
                }
                dropped.accept(packed ? (int) keys[i] : documents[i]);
                continue;
            }
            keys[to] = keys[i];
            if (!packed) {
                documents[to] = documents[i];
            }
            if (counted) {
                counts[to] = counts[i];
            }
            to++;
        }
        return to;
    }
}
