package io.whorl.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RabinHashTest {
    @Property
    void theHashIsTheRemainderOfTheLongDivision(
            @ForAll byte[] bytes, @ForAll long seed, @ForAll @IntRange(min = 32, max = 64) int bits) {
        RabinHash hash = new RabinHash(bits, seed);
        BigInteger message = BigInteger.ONE;
        for (byte b : bytes) {
            message = message.shiftLeft(8).or(BigInteger.valueOf(b & 0xFF));
        }
        BigInteger remainder = Gf2Oracle.modulo(message, Gf2Oracle.polynomial(bits, hash.polynomial()));
        long minutia = hash.finish(hash.absorb(hash.start(), bytes, 0, bytes.length));
        long undone = WidthBijectionTest.undo(minutia, bits, 0xFF51AFD7ED558CCDL, 0xC4CEB9FE1A85EC53L);
        assertEquals(remainder, Gf2Oracle.unsigned(undone ^ hash.secret()));
    }

    @Test
    void everySeedAndWidthGetsAnIrreduciblePolynomial() {
        SplitMix64 seeds = new SplitMix64(1);
        for (int bits = 32; bits <= 64; bits++) {
            for (int i = 0; i < 12; i++) {
                BigInteger p = Gf2Oracle.polynomial(bits, new RabinHash(bits, seeds.next()).polynomial());
                assertEquals(bits, p.bitLength() - 1);
                assertTrue(Gf2Oracle.irreducible(p), () -> "reducible: " + p.toString(2));
            }
        }
    }

    @Test
    void differentSeedsGiveDifferentPolynomials() {
        assertNotEquals(new RabinHash(40, 1).polynomial(), new RabinHash(40, 2).polynomial());
    }

    @Test
    void shortChunksDependOnTheSeed() {
        RabinHash one = new RabinHash(40, 1);
        RabinHash two = new RabinHash(40, 2);
        byte[] letter = {'a'};
        assertNotEquals(
                one.finish(one.absorb(one.start(), letter, 0, 1)), two.finish(two.absorb(two.start(), letter, 0, 1)));
    }
}
