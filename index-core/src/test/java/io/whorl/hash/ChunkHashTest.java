package io.whorl.hash;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.scheme.Hashing;
import io.whorl.scheme.Hashing.Algorithm;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Properties of both algorithms. */
class ChunkHashTest {
    @Property
    void absorbAllEqualsAbsorbOfEachState(
            @ForAll Algorithm algorithm,
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll @Size(max = 13) long[] states,
            @ForAll @Size(max = 30) byte[] bytes,
            @ForAll @IntRange(max = 14) int a,
            @ForAll @IntRange(max = 14) int b) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, bits, 7));
        int first = Math.min(Math.min(a, b), states.length);
        int last = Math.min(Math.max(a, b), states.length);
        int from = bytes.length / 5;
        // A Rabin state keeps its low bits clear, so the states of the test are made from bytes.
        long[] together = new long[states.length];
        for (int s = 0; s < states.length; s++) {
            byte[] seed = Long.toString(states[s]).getBytes(StandardCharsets.US_ASCII);
            together[s] = hash.absorb(hash.start(), seed, 0, seed.length);
        }
        long[] alone = together.clone();
        for (int s = first; s < last; s++) {
            alone[s] = hash.absorb(alone[s], bytes, from, bytes.length);
        }
        hash.absorbAll(together, first, last, bytes, from, bytes.length);
        assertArrayEquals(alone, together);
    }

    @Property
    void minutiaAndOrderFitTheWidth(
            @ForAll Algorithm algorithm, @ForAll @IntRange(min = 32, max = 64) int bits, @ForAll byte[] bytes) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, bits, 7));
        long minutia = hash.finish(hash.absorb(hash.start(), bytes, 0, bytes.length));
        long beyond = bits == 64 ? 0 : -1L << bits;
        assertEquals(0, minutia & beyond);
        assertEquals(0, hash.order(minutia) & beyond);
        assertEquals(bits, hash.bits());
    }

    @Property
    void theOrderIsABijection(
            @ForAll Algorithm algorithm, @ForAll @IntRange(min = 32, max = 64) int bits, @ForAll long any) {
        long minutia = any & (-1L >>> (64 - bits));
        long order = ChunkHash.of(new Hashing(algorithm, bits, 7)).order(minutia);
        assertEquals(minutia, WidthBijectionTest.undo(order, bits, 0x9FB21C651E98DF25L, 0xD6E8FEB86659FD93L));
    }

    @Property(tries = 10)
    void aSlidingHashNeedsAtLeastOneUnit(@ForAll Algorithm algorithm, @ForAll @IntRange(min = -3, max = 0) int n) {
        ChunkHash hash = ChunkHash.of(new Hashing(algorithm, 40, 7));
        assertThrows(IllegalArgumentException.class, () -> hash.sliding(n));
    }
}
