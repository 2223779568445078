package io.whorl.strategy;

/**
 * Tests whether a fixed number divides an unsigned 64-bit number, without a division. The number is multiplied by the
 * inverse of the divisor's odd part modulo 2^64 and rotated right by the divisor's power of two; the result is small
 * exactly for multiples (Granlund and Montgomery, PLDI 1994, section 9).
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

    /**
     * Newton's iteration. Any odd number is its own inverse modulo 8; each step doubles the number of correct low bits.
     */
    static long inverse(long odd) {
        long x = odd;
        for (int bits = 3; bits < 64; bits *= 2) {
            x *= 2 - odd * x;
        }
        return x;
    }
}
