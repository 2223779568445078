package io.whorl.spark;

import java.util.Arrays;

/**
 * Numbers in unsigned ascending order as bytes: the gap from each number to the next, seven bits per byte, the least
 * significant first. The high bit means that more bytes follow.
 */
final class Gaps {
    /** The most bytes of a number. */
    static final int LONGEST = 10;

    private Gaps() {}

    static byte[] encode(long[] ascending) {
        byte[] bytes = new byte[ascending.length * 3 + LONGEST];
        int at = 0;
        long last = 0;
        for (long number : ascending) {
            if (at + LONGEST > bytes.length) {
                bytes = Arrays.copyOf(bytes, bytes.length + bytes.length / 2);
            }
            at = put(number - last, bytes, at);
            last = number;
        }
        return Arrays.copyOf(bytes, at);
    }

    /** Writes a number, and returns the place behind it. */
    static int put(long number, byte[] bytes, int begin) {
        int at = begin;
        long left = number;
        while ((left & ~0x7FL) != 0) {
            bytes[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[at++] = (byte) left;
        return at;
    }

    /** The number of numbers. */
    static int count(byte[] bytes) {
        int n = 0;
        for (byte b : bytes) {
            n += b >= 0 ? 1 : 0;
        }
        return n;
    }

    /** All numbers. */
    static long[] decode(byte[] bytes) {
        long[] numbers = new long[count(bytes)];
        Blocks.Numbers gaps = new Blocks.Numbers(bytes);
        long last = 0;
        for (int i = 0; i < numbers.length; i++) {
            last += gaps.next();
            numbers[i] = last;
        }
        return numbers;
    }
}
