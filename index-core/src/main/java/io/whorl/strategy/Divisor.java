package io.whorl.strategy;

/**
 * Whether a fixed number divides an unsigned 64-bit one, without a division: the product with the odd part's inverse
 * modulo 2^64, turned right by the twos, is small exactly for multiples (Granlund and Montgomery, PLDI 1994, section
 * 9).
 */
final class Divisor {
    private final long inverse;
    private final int twos;
    private final long most;

    /** @param m 1 or more */
    Divisor(long m) {
        twos = Long.numberOfTrailingZeros(m);
        inverse = inverse(m >>> twos);
        // Compared unsigned by flipping the top bit of both sides.
        most = Long.divideUnsigned(-1L, m) ^ Long.MIN_VALUE;
    }

    boolean divides(long unsigned) {
        return (Long.rotateRight(unsigned * inverse, twos) ^ Long.MIN_VALUE) <= most;
    }

    /** Newton's iteration: each step doubles the low bits that are right, from the three that any odd number gives. */
    private static long inverse(long odd) {
        long x = odd;
        for (int bits = 3; bits < 64; bits *= 2) {
            x *= 2 - odd * x;
        }
        return x;
    }
}
