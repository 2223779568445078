package io.whorl.strategy;

/**
 * Finds the multiples of m among many numbers of few bits, without a branch. As in {@link Divisor}, a number is
 * multiplied by an inverse and rotated, to a quotient q. For a multiple, q is at most t = ⌊(2^bits − 1) ÷ m⌋; for other
 * numbers it is above ⌊(2^64 − 1) ÷ m⌋, which is at least 4 t. So the bound t ÷ 2 on q ÷ 2 tells them apart, and both
 * halves are positive as signed numbers.
 */
final class Multiples {
    private final long inverse;
    private final int twos;
    private final long most;

    /**
     * @param m 1 to 2^61
     * @param bits the width of the numbers, at most 62
     */
    Multiples(long m, int bits) {
        twos = Long.numberOfTrailingZeros(m);
        inverse = Divisor.inverse(m >>> twos);
        most = ((-1L >>> (Long.SIZE - bits)) / m) >>> 1;
    }

    /** Replaces each number by 0 if it is a multiple, otherwise by -1. */
    void mark(long[] numbers, int count) {
        long factor = inverse;
        int shift = twos;
        long bound = most;
        for (int i = 0; i < count; i++) {
            long quotient = Long.rotateRight(numbers[i] * factor, shift);
            numbers[i] = bound - (quotient >>> 1) >> 63;
        }
    }
}
