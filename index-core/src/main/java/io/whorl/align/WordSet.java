package io.whorl.align;

import java.util.Arrays;

/** Distinct words, numbered in the order in which they were added. Words are compared by their bytes. */
final class WordSet {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final int FIRST_BITS = 8;

    private byte[] bytes = new byte[1 << 10];
    private int[] end = new int[1 << FIRST_BITS - 1];
    private long[] hashes = new long[1 << FIRST_BITS - 1];
    private int size;
    /** Numbers plus one by slot; 0 for a free slot. At most half full. */
    private int[] slots = new int[1 << FIRST_BITS];

    int size() {
        return size;
    }

    /** Returns the number of a word, and adds the word if it is new. */
    int add(byte[] word, int from, int to) {
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
        if (start + to - from > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(start + to - from, bytes.length * 2));
        }
        System.arraycopy(word, from, bytes, start, to - from);
        end[size] = start + to - from;
        hashes[size] = hash;
        slots[slot] = ++size;
        return size - 1;
    }

    /** Returns the number here of a word of another set, or -1. */
    int find(WordSet other, int number) {
        return slots[slot(other.hashes[number], other.bytes, other.start(number), other.end[number])] - 1;
    }

    /** Returns a copy of a word's bytes. */
    byte[] word(int number) {
        return Arrays.copyOfRange(bytes, start(number), end[number]);
    }

    boolean contains(byte[] word, int from, int to) {
        return slots[slot(hash(word, from, to), word, from, to)] > 0;
    }

    private int start(int number) {
        return number == 0 ? 0 : end[number - 1];
    }

    private int slot(long hash, byte[] word, int from, int to) {
        int mask = slots.length - 1;
        int slot = (int) (hash >>> 32) & mask;
        while (slots[slot] > 0) {
            int number = slots[slot] - 1;
            if (hashes[number] == hash && Arrays.equals(bytes, start(number), end[number], word, from, to)) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        end = Arrays.copyOf(end, size * 2);
        hashes = Arrays.copyOf(hashes, size * 2);
        slots = new int[slots.length * 2];
        for (int number = 0; number < size; number++) {
            int slot = (int) (hashes[number] >>> 32) & slots.length - 1;
            while (slots[slot] > 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = number + 1;
        }
    }

    private static long hash(byte[] word, int from, int to) {
        long hash = to - from;
        for (int i = from; i < to; i++) {
            hash = (hash ^ word[i] & 0xFF) * MULTIPLIER;
            hash ^= hash >>> 29;
        }
        return hash * MULTIPLIER;
    }
}
