package io.whorl.hash;

/**
 * Arithmetic of polynomials over GF(2) modulo P = x^W + low. Bit i of a long is the coefficient of x^i. The leading
 * term of P is implicit, so that W = 64 fits.
 */
final class Gf2 {
    private final int degree;
    private final long low;
    private final long mask;

    /** @param low P without its leading term */
    Gf2(int degree, long low) {
        this.degree = degree;
        this.low = low;
        this.mask = -1L >>> (64 - degree);
    }

    /** a·x mod P. */
    long timesX(long a) {
        long carry = -(a >>> (degree - 1));
        return ((a << 1) & mask) ^ (low & carry);
    }

    /** a·b mod P. */
    long multiply(long a, long b) {
        long product = 0;
        for (int i = degree - 1; i >= 0; i--) {
            product = timesX(product) ^ (a & -((b >>> i) & 1));
        }
        return product;
    }

    /**
     * Rabin's test (1980): P of degree W is irreducible when x^(2^W) = x mod P, and x^(2^(W/q)) − x has no factor in
     * common with P for any prime q that divides W.
     */
    boolean irreducible() {
        long x = 2;
        long power = x;
        for (int i = 1; i <= degree; i++) {
            power = multiply(power, power);
            boolean primeQuotient = degree % i == 0 && prime(degree / i);
            if (primeQuotient && !coprime(power ^ x)) {
                return false;
            }
        }
        return power == x;
    }

    private static boolean prime(int q) {
        for (int d = 2; d * d <= q; d++) {
            if (q % d == 0) {
                return false;
            }
        }
        return q > 1;
    }

    /** True if a, which has a lower degree, and P have no common factor but 1 (Euclid's algorithm). */
    private boolean coprime(long a) {
        if (a == 0 || a == 1) {
            return a == 1;
        }
        // The first subtraction cancels the implicit leading term of P. After it, both polynomials fit in a long.
        long b = low ^ ((a << (degree - degreeOf(a))) & mask);
        while (a != 0) {
            long r = b;
            while (degreeOf(r) >= degreeOf(a)) {
                r ^= a << (degreeOf(r) - degreeOf(a));
            }
            b = a;
            a = r;
        }
        return b == 1;
    }

    /** −1 for the zero polynomial. */
    private static int degreeOf(long a) {
        return 63 - Long.numberOfLeadingZeros(a);
    }
}
