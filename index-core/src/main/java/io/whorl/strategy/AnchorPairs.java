package io.whorl.strategy;

import java.util.List;

/**
 * Finds words that may contain an anchor: those with a pair of neighbouring bytes that ends one. The pairs are a set of
 * bits, which fits in the L1 cache. The loop has no branch that depends on a byte. Immutable and thread-safe.
 */
final class AnchorPairs {
    private static final int VALUES = 1 << Byte.SIZE;

    private final long[] ends = new long[VALUES * VALUES / Long.SIZE];
    private final boolean anchors;

    AnchorPairs(List<byte[]> strings) {
        for (byte[] string : strings) {
            int last = string[string.length - 1] & 0xFF;
            if (string.length > 1) {
                add((string[string.length - 2] & 0xFF) << Byte.SIZE | last);
            } else {
                for (int before = 0; before < VALUES; before++) {
                    add(before << Byte.SIZE | last);
                }
            }
        }
        anchors = strings.stream().allMatch(string -> string.length <= 2);
    }

    private void add(int pair) {
        ends[pair / Long.SIZE] |= 1L << pair;
    }

    /** True if a word with such a pair contains an anchor, because no anchor is longer. */
    boolean areAnchors() {
        return anchors;
    }

    /**
     * Finds candidates.
     *
     * @param bytes words, each followed by a space
     * @param to the end of the words
     * @param words receives the indexes of the words, ascending, one for each pair; has room for {@code to}
     * @return the number of pairs
     */
    int find(byte[] bytes, int to, int[] words) {
        long[] set = ends;
        int count = 0;
        int word = 0;
        int pair = ' ';
        for (int i = 0; i < to; i++) {
            int c = bytes[i] & 0xFF;
            pair = pair << Byte.SIZE & 0xFF00 | c;
            words[count] = word;
            count += (int) (set[pair >>> 6] >>> pair) & 1;
            word += (c ^ ' ') - 1 >>> 31;
        }
        return count;
    }
}
