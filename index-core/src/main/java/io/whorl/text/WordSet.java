package io.whorl.text;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Distinct words or other byte strings, numbered in the order in which they were added, without an object for each.
 * Open addressing with linear probing, at most half full. One thread at a time while words are added.
 */
public final class WordSet {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    /** 2^64 divided by the golden ratio. The product spreads the bits of its other factor over the upper half. */
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private static final int FIRST_BITS = 8;
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private byte[] bytes = new byte[1 << 10];
    private int[] end = new int[1 << (FIRST_BITS - 1)];
    private int size;
    /** Numbers plus one by slot; 0 for a free slot. */
    private int[] slots = new int[1 << FIRST_BITS];
    /** The hash of the word of each slot, so that most other words are told apart without their bytes. */
    private long[] hashes = new long[1 << FIRST_BITS];

    private int shift = Long.SIZE - FIRST_BITS;

    public int size() {
        return size;
    }

    public int bytes() {
        return start(size);
    }

    /** Returns the number of a word, and adds the word if it is new. */
    public int add(byte[] word, int from, int to) {
        long hash = hash(word, from, to);
        int slot = slot(hash, word, from, to);
        if (slots[slot] > 0) {
            return slots[slot] - 1;
        }
        if (size == end.length) {
            grow();
            slot = slot(hash, word, from, to);
        }
        int start = start(size);
        int stop = start + to - from;
        if (stop > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(stop, Math.min(MOST_BYTES, bytes.length * 2L)));
        }
        System.arraycopy(word, from, bytes, start, to - from);
        end[size] = stop;
        hashes[slot] = hash;
        slots[slot] = ++size;
        return size - 1;
    }

    /** Returns the number here of a word of another set, or -1. */
    public int find(WordSet other, int number) {
        int from = other.start(number);
        int to = other.end[number];
        return slots[slot(hash(other.bytes, from, to), other.bytes, from, to)] - 1;
    }

    public byte[] word(int number) {
        return Arrays.copyOfRange(bytes, start(number), end[number]);
    }

    public boolean contains(byte[] word, int from, int to) {
        return slots[slot(hash(word, from, to), word, from, to)] > 0;
    }

    private int start(int number) {
        return number == 0 ? 0 : end[number - 1];
    }

    private int slot(long hash, byte[] word, int from, int to) {
        int slot = (int) (hash >>> shift);
        while (slots[slot] > 0 && !(hashes[slot] == hash && is(slots[slot] - 1, word, from, to))) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    /** Compares words whose hashes are equal. Up to eight bytes, words of the same length are then equal, too. */
    private boolean is(int number, byte[] word, int from, int to) {
        int start = start(number);
        int length = to - from;
        return end[number] - start == length
                && (length <= Long.BYTES || Arrays.equals(bytes, start, start + length, word, from, to));
    }

    private void grow() {
        end = Arrays.copyOf(end, size * 2);
        int[] oldSlots = slots;
        long[] oldHashes = hashes;
        slots = new int[oldSlots.length * 2];
        hashes = new long[slots.length];
        shift--;
        for (int old = 0; old < oldSlots.length; old++) {
            if (oldSlots[old] > 0) {
                int slot = (int) (oldHashes[old] >>> shift);
                while (slots[slot] > 0) {
                    slot = (slot + 1) & (slots.length - 1);
                }
                slots[slot] = oldSlots[old];
                hashes[slot] = oldHashes[old];
            }
        }
    }

    private static long hash(byte[] word, int from, int to) {
        long hash = 0;
        for (int i = from; i < to; i += Long.BYTES) {
            long product = (hash ^ eight(word, i, to)) * MULTIPLIER;
            hash = product ^ (product >>> 32);
        }
        return hash;
    }

    /**
     * Eight bytes, or as many as there are. If the array is long enough, they are read at once and the rest is cleared.
     */
    private static long eight(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, Long.BYTES);
        if (from + Long.BYTES <= bytes.length) {
            return (long) LONGS.get(bytes, from) & (-1L >>> (Long.SIZE - length * Byte.SIZE));
        }
        long value = 0;
        for (int i = from + length - 1; i >= from; i--) {
            value = (value << Byte.SIZE) | (bytes[i] & 0xFF);
        }
        return value;
    }
}
