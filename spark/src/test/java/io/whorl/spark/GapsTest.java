package io.whorl.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class GapsTest {
    @Test
    void numbersOfAllSizesAreReadBack() {
        Random random = new Random(1);
        for (int n = 0; n < 200; n++) {
            int bits = random.nextInt(64);
            long[] numbers = random.longs(n)
                    .map(x -> (x >>> bits) ^ Long.MIN_VALUE)
                    .sorted()
                    .map(x -> x ^ Long.MIN_VALUE)
                    .toArray();
            byte[] bytes = Blocks.encode(numbers);
            assertEquals(n, Blocks.count(bytes));
            assertArrayEquals(numbers, Blocks.decode(bytes));
        }
        long[] ends = {0, 0, 1, Long.MAX_VALUE, Long.MIN_VALUE, -1};
        assertArrayEquals(ends, Blocks.decode(Blocks.encode(ends)));
    }
}
