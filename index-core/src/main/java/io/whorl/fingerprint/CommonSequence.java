package io.whorl.fingerprint;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The length of the longest common subsequence of two sequences of chunks. Two algorithms give the same length: one is
 * fast if few pairs of chunks are equal, the other does not depend on their number. Used once.
 */
final class CommonSequence {
    /** A pair costs about as much as this many words of bits. */
    private static final int WORDS_PER_PAIR = 8;

    private final int[] group;
    private final int[] start;
    private final int[] places;

    /**
     * @param group the group of each chunk of the first sequence
     * @param start the first of each group's elements in {@code places}, and the end
     * @param places the places of chunks in the second sequence by group, ascending within a group
     */
    CommonSequence(int[] group, int[] start, int[] places) {
        this.group = group;
        this.start = start;
        this.places = places;
    }

    int length() {
        long pairs = 0;
        for (int each : group) {
            pairs += start[each + 1] - start[each];
        }
        return pairs * WORDS_PER_PAIR <= (long) group.length * words() ? byPairs() : byBits();
    }

    private int words() {
        return (places.length + Long.SIZE - 1) / Long.SIZE;
    }

    /** Hunt and Szymanski (1977): the longest increasing sequence of places. */
    int byPairs() {
        int[] lowest = new int[Math.min(group.length, places.length)];
        int length = 0;
        for (int each : group) {
            // Descending, so that a chunk is not followed by itself.
            for (int at = start[each + 1] - 1; at >= start[each]; at--) {
                int found = Arrays.binarySearch(lowest, 0, length, places[at]);
                if (found < 0) {
                    int k = -found - 1;
                    lowest[k] = places[at];
                    length = Math.max(length, k + 1);
                }
            }
        }
        return length;
    }

    /** Hyyrö (2004): a bit for each chunk of the second sequence; the zeros at the end are counted. */
    int byBits() {
        long[] open = new long[words()];
        Arrays.fill(open, -1L);
        // Groups with more elements than words are few, so their bits are kept.
        Map<Integer, long[]> large = new HashMap<>();
        long[] small = new long[words()];
        for (int each : group) {
            if (start[each + 1] - start[each] > words()) {
                step(open, large.computeIfAbsent(each, g -> flip(new long[words()], g)));
            } else {
                flip(small, each);
                step(open, small);
                flip(small, each);
            }
        }
        int zeros = 0;
        for (long word : open) {
            zeros += Long.bitCount(~word);
        }
        return zeros;
    }

    private long[] flip(long[] bits, int of) {
        for (int at = start[of]; at < start[of + 1]; at++) {
            bits[places[at] >>> 6] ^= 1L << places[at];
        }
        return bits;
    }

    /** Adds one chunk: open = (open + (open and equal)) or (open and not equal), as one long number. */
    private static void step(long[] open, long[] equal) {
        long carry = 0;
        for (int i = 0; i < open.length; i++) {
            long word = open[i];
            long part = word + (word & equal[i]);
            long sum = part + carry;
            carry = Long.compareUnsigned(part, word) < 0 || Long.compareUnsigned(sum, part) < 0 ? 1 : 0;
            open[i] = sum | word & ~equal[i];
        }
    }
}
