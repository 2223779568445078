package io.whorl.hash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.math.BigInteger;
import java.util.BitSet;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WidthBijectionTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 8, 13, 16, 19, 20})
    void theBijectionReachesEveryNumberOnce(int bits) {
        for (WidthBijection bijection : both(bits)) {
            BitSet seen = new BitSet();
            for (int x = 0; x < 1 << bits; x++) {
                int y = (int) bijection.apply(x);
                assertFalse(seen.get(y), () -> "met twice: " + y);
                seen.set(y);
            }
            assertEquals(1 << bits, seen.length());
        }
    }

    @Property
    void theBijectionHasAnInverse(@ForAll @IntRange(min = 32, max = 64) int bits, @ForAll long any) {
        long x = any & (-1L >>> (64 - bits));
        assertEquals(x, undo(WidthBijection.finishing(bits).apply(x), bits, 0xFF51AFD7ED558CCDL, 0xC4CEB9FE1A85EC53L));
        assertEquals(x, undo(WidthBijection.ordering(bits).apply(x), bits, 0x9FB21C651E98DF25L, 0xD6E8FEB86659FD93L));
    }

    @Property
    void manyNumbersAreMappedLikeOne(@ForAll @IntRange(min = 32, max = 64) int bits, @ForAll long seed) {
        long[] numbers = new Random(seed).longs(100).map(x -> x >>> (64 - bits)).toArray();
        for (WidthBijection bijection : both(bits)) {
            long[] mapped = new long[numbers.length];
            bijection.applyAll(numbers, numbers.length - 1, mapped);
            for (int i = 0; i < numbers.length - 1; i++) {
                assertEquals(bijection.apply(numbers[i]), mapped[i]);
            }
            assertEquals(0, mapped[numbers.length - 1]);
        }
    }

    @Property
    void theTwoBijectionsDiffer(@ForAll @IntRange(min = 32, max = 64) int bits) {
        assertNotEquals(
                WidthBijection.finishing(bits).apply(1),
                WidthBijection.ordering(bits).apply(1));
    }

    private static WidthBijection[] both(int bits) {
        return new WidthBijection[] {WidthBijection.finishing(bits), WidthBijection.ordering(bits)};
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
}
