package io.whorl.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.scheme.Hashing;
import io.whorl.scheme.Hashing.Algorithm;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Both chunk hashes and what they are made of: polynomials, bijections and golden values. */
class ChunkHashTest {
    private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

    @Property
    void theOrderIsABijection(
            @ForAll Algorithm algorithm, @ForAll @IntRange(min = 32, max = 64) int bits, @ForAll long any) {
        long minutia = any & (-1L >>> (64 - bits));
        long order = MinutiaOrder.ofWidth(bits).applyAsLong(minutia);
        assertEquals(minutia, undo(order, bits, 0x9FB21C651E98DF25L, 0xD6E8FEB86659FD93L));
    }

    // Minutiae are stored, so these values must never change. They were computed from docs/DEFINITIONS.md by an
    // independent program in another language.

    @ParameterizedTest
    @CsvSource({
        "RZ,32,a rose is a,960ff9b0,f3cc317f",
        "RZ,32,naïve façade œuvre 42,79fca55f,7ac3fd7d",
        "RZ,40,a rose is a,960ff9b0fc,648f6683cf",
        "RZ,40,naïve façade œuvre 42,79fca55f8d,fa159ff29a",
        "RZ,64,a rose is a,960ff9b0fca203b2,95d443634ddf263c",
        "RZ,64,naïve façade œuvre 42,79fca55f8de9e1e2,cc9e6650163dbc47",
        "RABIN,32,a rose is a,b3e42140,9128c4fe",
        "RABIN,32,naïve façade œuvre 42,fb31d9a5,1a38190c",
        "RABIN,40,a rose is a,e3e91db888,ecdac984a2",
        "RABIN,40,naïve façade œuvre 42,b94cf55484,918085e426",
        "RABIN,64,a rose is a,55dc78a526fe77fe,d21d8d5a799cb928",
        "RABIN,64,naïve façade œuvre 42,4e41501c426e3494,120ff2fd97436ddf"
    })
    void minutiaAndOrderOfTheDefaultSeed(
            Hashing.Algorithm algorithm, int bits, String text, String minutia, String order) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, bits, Hashing.DEFAULT_SEED));
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        long found = hash.finish(hash.absorb(hash.start(), bytes, 0, bytes.length));
        assertEquals(minutia, Long.toHexString(found));
        assertEquals(order, Long.toHexString(MinutiaOrder.ofWidth(bits).applyAsLong(found)));
    }

    @Property
    void theHashIsTheRemainderOfTheLongDivision(
            @ForAll byte[] bytes, @ForAll long seed, @ForAll @IntRange(min = 32, max = 64) int bits) {
        RabinHash hash = new RabinHash(bits, seed);
        BigInteger message = BigInteger.ONE;
        for (byte b : bytes) {
            message = message.shiftLeft(8).or(BigInteger.valueOf(b & 0xFF));
        }
        BigInteger remainder = Gf2Oracle.modulo(message, Gf2Oracle.polynomial(bits, hash.low));
        long minutia = hash.finish(hash.absorb(hash.start(), bytes, 0, bytes.length));
        long undone = ChunkHashTest.undo(minutia, bits, 0xFF51AFD7ED558CCDL, 0xC4CEB9FE1A85EC53L);
        assertEquals(remainder, Gf2Oracle.unsigned(undone ^ hash.secret));
    }

    @Test
    void everySeedAndWidthGetsAnIrreduciblePolynomial() {
        SplitMix64 seeds = new SplitMix64(1);
        for (int bits = 32; bits <= 64; bits++) {
            for (int i = 0; i < 12; i++) {
                BigInteger p = Gf2Oracle.polynomial(bits, new RabinHash(bits, seeds.next()).low);
                assertEquals(bits, p.bitLength() - 1);
                assertTrue(Gf2Oracle.irreducible(p), () -> "reducible: " + p.toString(2));
            }
        }
    }

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

    private static BigInteger finished(BigInteger z) {
        z = z.xor(z.shiftRight(30))
                .multiply(new BigInteger("BF58476D1CE4E5B9", 16))
                .mod(TWO_64);
        z = z.xor(z.shiftRight(27))
                .multiply(new BigInteger("94D049BB133111EB", 16))
                .mod(TWO_64);
        return z.xor(z.shiftRight(31));
    }

    @Property
    void manyNumbersAreMappedLikeOne(@ForAll @IntRange(min = 32, max = 64) int bits, @ForAll long seed) {
        long[] numbers = new Random(seed).longs(100).map(x -> x >>> (64 - bits)).toArray();
        for (MinutiaOrder bijection : List.of(MinutiaOrder.finishing(bits), MinutiaOrder.ofWidth(bits))) {
            long[] mapped = new long[numbers.length];
            bijection.applyAll(numbers, numbers.length - 1, mapped);
            for (int i = 0; i < numbers.length - 1; i++) {
                assertEquals(bijection.applyAsLong(numbers[i]), mapped[i]);
            }
            assertEquals(0, mapped[numbers.length - 1]);
        }
    }

    /** Inverts the steps. Folding by half the width or more is its own inverse. */
    static long undo(long y, int bits, long first, long second) {
        BigInteger modulus = BigInteger.ONE.shiftLeft(bits);
        int half = (bits + 1) / 2;
        BigInteger x = Gf2Oracle.unsigned(y);
        for (long odd : new long[] {second, first}) {
            x = x.xor(x.shiftRight(half));
            x = x.multiply(Gf2Oracle.unsigned(odd).modInverse(modulus)).mod(modulus);
        }
        return x.xor(x.shiftRight(half)).longValue();
    }

    /** Polynomials over GF(2) as BigIntegers, with schoolbook division. Independent of {@code Gf2}, and slow. */
    private static final class Gf2Oracle {
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
}
