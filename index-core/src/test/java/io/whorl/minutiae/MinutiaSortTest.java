package io.whorl.minutiae;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class MinutiaSortTest {
    /** The distribution of the minutiae. A uniform hash gives only the first. */
    enum Lie {
        EVEN,
        IN_ONE_BUCKET,
        FEW_DISTINCT,
        EXTREMES
    }

    @Property(tries = 400)
    void theOrderIsThatOfASortByComparison(
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll @IntRange(max = 3_000) int n,
            @ForAll Lie lie,
            @ForAll long seed) {
        Random random = new Random(seed);
        long[] minutiae = new long[n];
        for (int i = 0; i < n; i++) {
            long even = random.nextLong() >>> 64 - bits;
            minutiae[i] = switch (lie) {
                case EVEN -> even;
                case IN_ONE_BUCKET -> even & 0xFFFF;
                case FEW_DISTINCT -> (random.nextInt(5) * 0x9E3779B97F4A7C15L) >>> 64 - bits;
                case EXTREMES -> random.nextBoolean() ? 0 : -1L >>> 64 - bits;
            };
        }
        long[] expected = Arrays.stream(minutiae)
                .boxed()
                .sorted(Long::compareUnsigned)
                .mapToLong(m -> m)
                .toArray();
        new DistinctMinutiae.MinutiaSort(bits).sort(minutiae, n);
        assertArrayEquals(expected, minutiae);
    }
}
