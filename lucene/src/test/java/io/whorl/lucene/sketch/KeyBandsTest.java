package io.whorl.lucene.sketch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class KeyBandsTest {
    @Test
    void keysDependOnTheSetOnly() {
        long[] orders = new Random(3).longs(64).toArray();
        long[] shuffled = orders.clone();
        for (int i = 0; i < 32; i++) {
            long swap = shuffled[i];
            shuffled[i] = shuffled[63 - i];
            shuffled[63 - i] = swap;
        }
        assertArrayEquals(KeyBands.of(orders, 16, 2), KeyBands.of(shuffled, 16, 2));
        assertEquals(16, KeyBands.of(orders, 16, 2).length);
    }

    @Test
    void anEmptySketchHasNoKeys() {
        assertEquals(0, KeyBands.of(new long[0], 16, 2).length);
        assertEquals(0, KeyBands.of(new long[] {5}, 0, 1).length);
        assertEquals(16, KeyBands.of(new long[] {5}, 16, 2).length, "a single order fills all bins");
    }

    /** Sets of 100 with resemblance t share a key about as often as stated: within 0.06 in 1,000 pairs. */
    @Test
    void similarSetsShareAKeyAsOftenAsStated() {
        Random random = new Random(11);
        for (double t : new double[] {0.1, 0.3, 0.5, 0.8}) {
            int shared = (int) Math.round(200 * t / (1 + t));
            int alike = 0;
            for (int i = 0; i < 1_000; i++) {
                long[] a = random.longs(100).toArray();
                long[] b = LongStream.concat(Arrays.stream(a, 0, shared), random.longs(100 - shared))
                        .toArray();
                long[] keys = KeyBands.of(b, 16, 2);
                alike += Arrays.stream(KeyBands.of(a, 16, 2)).anyMatch(k -> Arrays.binarySearch(keys, k) >= 0) ? 1 : 0;
            }
            double stated = 1 - Math.pow(1 - t * t, 16);
            assertTrue(Math.abs(alike / 1_000.0 - stated) < 0.06, t + ": " + alike + " of 1,000, stated " + stated);
        }
    }
}
