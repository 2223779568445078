package io.whorl.strategy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.hash.SplitMix64;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RandomRTest extends Streams {
    @Property
    void randomDrawsByFloydFromSplitMix64(
            @ForAll("streams") ChunkStream stream, @ForAll @IntRange(min = 1, max = 60) int r, @ForAll long seed) {
        Map<String, String> parameters = Map.of("r", Integer.toString(r), "seed", Long.toString(seed));
        assertEquals(floyd(stream.chunks().size(), r, seed), twice(stream, selector(stream, "random", parameters)));
    }

    /** The draw with sets, big integers and the JDK's own SplitMix64, whose constants are the same in JDK 17 and 25. */
    private static List<Integer> floyd(int n, int r, long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ n);
        TreeSet<Integer> taken = new TreeSet<>();
        for (int j = Math.max(0, n - r); j < n; j++) {
            BigInteger bound = BigInteger.valueOf(j + 1L);
            BigInteger whole = BigInteger.ONE.shiftLeft(63);
            BigInteger even = whole.subtract(whole.mod(bound));
            BigInteger bits = BigInteger.valueOf(random.nextLong() >>> 1);
            while (bits.compareTo(even) >= 0) {
                bits = BigInteger.valueOf(random.nextLong() >>> 1);
            }
            int t = bits.mod(bound).intValueExact();
            if (!taken.add(t)) {
                taken.add(j);
            }
        }
        return List.copyOf(taken);
    }

    @Example
    void splitMix64MatchesThePublishedNumbers() {
        SplitMix64 random = new SplitMix64(1234567);
        assertEquals(6457827717110365317L, random.next());
        assertEquals(3203168211198807973L, random.next());
        assertEquals(-8629252141511181193L, random.next());
    }

    @Example
    void drawsArePinned() {
        assertArrayEquals(new int[] {}, PositionSelection.RandomR.draw(0, 0, 0));
        assertArrayEquals(new int[] {0}, PositionSelection.RandomR.draw(1, 1, 0));
        assertArrayEquals(GOLDEN_100, PositionSelection.RandomR.draw(100, 5, 0));
        assertArrayEquals(GOLDEN_MILLION, PositionSelection.RandomR.draw(1_000_000, 5, 42));
    }

    private static final int[] GOLDEN_100 = {34, 73, 52, 14, 51};
    private static final int[] GOLDEN_MILLION = {647846, 997667, 432205, 701684, 777438};

    @Example
    void everyChunkIsDrawnAboutEquallyOften() {
        int[] drawn = new int[50];
        for (int seed = 0; seed < 20_000; seed++) {
            for (int place : PositionSelection.RandomR.draw(50, 5, seed)) {
                drawn[place]++;
            }
        }
        // 2,000 draws are expected of each, with standard deviation 42; seven deviations are allowed.
        for (int place = 0; place < 50; place++) {
            assertTrue(
                    Math.abs(drawn[place] - 2_000) < 300, "place " + place + " was drawn " + drawn[place] + " times");
        }
    }
}
