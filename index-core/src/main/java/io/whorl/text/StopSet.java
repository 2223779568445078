package io.whorl.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * A set of words that is looked up by bytes, without an object for each look-up. Open addressing with linear probing,
 * at most half full.
 */
final class StopSet {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** 2^64 divided by the golden ratio. The product spreads the bits of its other factor over the upper half. */
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    /**
     * The words by slot, and the first eight bytes of each as one number, which is all that must be compared for most
     * words.
     */
    private final byte[][] slots;

    private final long[] heads;
    private final int shift;
    private final int longest;

    /** @param words without the character U+0000 */
    StopSet(List<String> words) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, words.size() * 2));
        slots = new byte[1 << bits][];
        heads = new long[1 << bits];
        shift = Long.SIZE - bits;
        longest = words.stream().mapToInt(w -> utf8(w).length).max().orElse(0);
        for (String word : words) {
            add(utf8(word));
        }
    }

    boolean contains(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length > longest) {
            return false;
        }
        long head = eight(bytes, from, to);
        for (int slot = slot(head, bytes, from, to); slots[slot] != null; slot = next(slot)) {
            if (heads[slot] == head && isRest(slots[slot], bytes, from, to)) {
                return true;
            }
        }
        return false;
    }

    private void add(byte[] word) {
        long head = eight(word, 0, word.length);
        int slot = slot(head, word, 0, word.length);
        while (slots[slot] != null) {
            slot = next(slot);
        }
        slots[slot] = word;
        heads[slot] = head;
    }

    private static boolean isRest(byte[] word, byte[] bytes, int from, int to) {
        return word.length == to - from
                && (word.length <= Long.BYTES || Arrays.equals(word, 0, word.length, bytes, from, to));
    }

    private int next(int slot) {
        return slot + 1 & slots.length - 1;
    }

    private int slot(long head, byte[] bytes, int from, int to) {
        long hash = mix(head);
        for (int i = from + Long.BYTES; i < to; i += Long.BYTES) {
            hash = mix(hash ^ eight(bytes, i, to));
        }
        return (int) (hash >>> shift);
    }

    private static long mix(long hash) {
        long product = hash * MULTIPLIER;
        return product ^ product >>> 32;
    }

    /**
     * Eight bytes, or as many as there are. If the array is long enough, they are read at once and the rest is cleared.
     */
    private static long eight(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, Long.BYTES);
        if (from + Long.BYTES <= bytes.length) {
            return (long) LONGS.get(bytes, from) & -1L >>> Long.SIZE - length * Byte.SIZE;
        }
        long value = 0;
        for (int i = from + length - 1; i >= from; i--) {
            value = value << Byte.SIZE | bytes[i] & 0xFF;
        }
        return value;
    }

    private static byte[] utf8(String word) {
        return word.getBytes(StandardCharsets.UTF_8);
    }
}
