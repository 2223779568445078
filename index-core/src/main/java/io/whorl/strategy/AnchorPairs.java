package io.whorl.strategy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Finds words that may contain an anchor: those with a pair of neighbouring bytes that ends one. A table has an entry
 * for each pair; the pairs of a language are few, so the entries that are read fit in the L1 cache. The loop has no
 * branch that depends on a byte. Immutable and thread-safe.
 */
final class AnchorPairs {
    private static final VarHandle PAIRS = MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int VALUES = 1 << Byte.SIZE;
    /** The pair ends an anchor. */
    private static final byte HIT = 1;
    /** The pair ends with a space, and so ends a word. No anchor contains one. */
    private static final byte SPACE = 2;

    /** The entry of each pair; its second byte is the high one. */
    private final byte[] table = new byte[VALUES * VALUES];

    private final boolean anchors;

    AnchorPairs(List<byte[]> strings) {
        for (byte[] string : strings) {
            int last = (string[string.length - 1] & 0xFF) << Byte.SIZE;
            if (string.length > 1) {
                table[last | string[string.length - 2] & 0xFF] = HIT;
            } else {
                for (int before = 0; before < VALUES; before++) {
                    table[last | before] = HIT;
                }
            }
        }
        for (int before = 0; before < VALUES; before++) {
            table[' ' << Byte.SIZE | before] = SPACE;
        }
        anchors = strings.stream().allMatch(string -> string.length <= 2);
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
        if (to == 0) {
            return 0;
        }
        byte[] entries = table;
        int first = entries[(bytes[0] & 0xFF) << Byte.SIZE | ' '];
        words[0] = 0;
        int count = first & HIT;
        int word = first >>> 1;
        for (int i = 0; i < to - 1; i++) {
            int entry = entries[(char) PAIRS.get(bytes, i)];
            words[count] = word;
            count += entry & HIT;
            word += entry >>> 1;
        }
        return count;
    }
}
