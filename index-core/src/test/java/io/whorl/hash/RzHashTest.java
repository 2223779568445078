package io.whorl.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RzHashTest {
    private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

    @Property
    void theHashFollowsTheEquationOfThePaper(
            @ForAll byte[] bytes, @ForAll long seed, @ForAll @IntRange(min = 32, max = 64) int bits) {
        BigInteger h = Gf2Oracle.unsigned(seed);
        for (byte b : bytes) {
            BigInteger sum = BigInteger.valueOf(b & 0xFF).add(h.shiftLeft(6)).add(h.shiftRight(2));
            h = h.xor(sum.mod(TWO_64));
        }
        RzHash hash = new RzHash(bits, seed);
        long minutia = hash.finish(hash.absorb(hash.start(), bytes, 0, bytes.length));
        assertEquals(finished(h).shiftRight(64 - bits), Gf2Oracle.unsigned(minutia));
    }

    @Property
    void theFinaliserHasAnInverse(@ForAll long state) {
        BigInteger z = unfold(Gf2Oracle.unsigned(new RzHash(64, 0).finish(state)), 31);
        z = z.multiply(new BigInteger("94D049BB133111EB", 16).modInverse(TWO_64))
                .mod(TWO_64);
        z = unfold(z, 27);
        z = z.multiply(new BigInteger("BF58476D1CE4E5B9", 16).modInverse(TWO_64))
                .mod(TWO_64);
        assertEquals(Gf2Oracle.unsigned(state), unfold(z, 30));
    }

    private static BigInteger finished(BigInteger z) {
        z = z.xor(z.shiftRight(30))
                .multiply(new BigInteger("BF58476D1CE4E5B9", 16))
                .mod(TWO_64);
        z = z.xor(z.shiftRight(27))
                .multiply(new BigInteger("94D049BB133111EB", 16))
                .mod(TWO_64);
        return z.xor(z.shiftRight(31));
    }

    /** Solves y = x ^ (x >>> shift) for x, from the top bits down. */
    private static BigInteger unfold(BigInteger y, int shift) {
        BigInteger x = y;
        for (int known = shift; known < 64; known += shift) {
            x = y.xor(x.shiftRight(shift));
        }
        return x;
    }
}
