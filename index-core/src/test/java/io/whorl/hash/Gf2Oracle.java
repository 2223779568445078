package io.whorl.hash;

import java.math.BigInteger;

/** Polynomials over GF(2) as BigIntegers, with schoolbook division. Independent of {@code Gf2}, and slow. */
final class Gf2Oracle {
    private static final BigInteger X = BigInteger.TWO;

    private Gf2Oracle() {}

    static BigInteger modulo(BigInteger a, BigInteger p) {
        while (a.bitLength() >= p.bitLength()) {
            a = a.xor(p.shiftLeft(a.bitLength() - p.bitLength()));
        }
        return a;
    }

    static BigInteger multiply(BigInteger a, BigInteger b) {
        BigInteger product = BigInteger.ZERO;
        for (int i = 0; i < b.bitLength(); i++) {
            if (b.testBit(i)) {
                product = product.xor(a.shiftLeft(i));
            }
        }
        return product;
    }

    private static BigInteger gcd(BigInteger a, BigInteger b) {
        return b.signum() == 0 ? a : gcd(b, modulo(a, b));
    }

    /** Ben-Or's test: P has no factor of degree i for any i up to half its own degree. */
    static boolean irreducible(BigInteger p) {
        BigInteger power = X;
        for (int i = 1; i <= (p.bitLength() - 1) / 2; i++) {
            power = modulo(multiply(power, power), p);
            if (!gcd(p, power.xor(X)).equals(BigInteger.ONE)) {
                return false;
            }
        }
        return true;
    }

    /** x^degree + low. */
    static BigInteger polynomial(int degree, long low) {
        return unsigned(low).setBit(degree);
    }

    static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }
}
