package io.whorl.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A set of words looked up by their bytes, without an object for each: open addressing, linear probing, at most half full. */
final class StopSet {
    private static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** 2^64 divided by the golden ratio: spreads the bits of a product's factor over its upper half. */
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final byte[][] slots;
    private final int shift;
    private final int longest;

    StopSet(List<String> words) {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, words.size() * 2));
        slots = new byte[1 << bits][];
        shift = Long.SIZE - bits;
        longest = words.stream().mapToInt(w -> utf8(w).length).max().orElse(0);
        for (String word : words) {
            add(utf8(word));
        }
    }

    boolean contains(byte[] bytes, int from, int to) {
        if (to - from > longest) {
            return false;
        }
        for (int slot = slot(bytes, from, to); slots[slot] != null; slot = slot + 1 & slots.length - 1) {
            byte[] word = slots[slot];
            if (Arrays.equals(word, 0, word.length, bytes, from, to)) {
                return true;
            }
        }
        return false;
    }

    private void add(byte[] word) {
        int slot = slot(word, 0, word.length);
        while (slots[slot] != null) {
            slot = slot + 1 & slots.length - 1;
        }
        slots[slot] = word;
    }

    private int slot(byte[] bytes, int from, int to) {
        long hash = to - from;
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            hash = mix(hash ^ (long) LONGS.get(bytes, i));
        }
        if (i < to) {
            hash = mix(hash ^ last(bytes, i, to));
        }
        return (int) (hash >>> shift);
    }

    private static long mix(long hash) {
        long product = hash * MULTIPLIER;
        return product ^ product >>> 32;
    }

    /** One to seven bytes; read at once and the rest cleared where the array goes on far enough. */
    private static long last(byte[] bytes, int from, int to) {
        if (from + Long.BYTES <= bytes.length) {
            return (long) LONGS.get(bytes, from) & (1L << (to - from) * Byte.SIZE) - 1;
        }
        long value = 0;
        for (int i = to - 1; i >= from; i--) {
            value = value << Byte.SIZE | bytes[i] & 0xFF;
        }
        return value;
    }

    private static byte[] utf8(String word) {
        return word.getBytes(StandardCharsets.UTF_8);
    }
}
