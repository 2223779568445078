package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** Compares the search with a sorted array, also where the minutiae are not uniform. */
class SpilledEntriesTest {
    private static final int PAYLOAD_BITS = 20;

    private final Random random = new Random(17);

    @Test
    void findsEachEntryAndNothingElse() {
        for (int bits : new int[] {32, 40, 57, 64}) {
            long mask = -1L >>> 64 - bits;
            long base = random.nextLong();
            LongUnaryOperator[] distributions = {
                i -> random.nextLong(),
                i -> i,
                i -> -1 - i,
                i -> base + i,
                i -> i << bits - 12,
                i -> i % 10 == 0 ? random.nextLong() : base + i % 500,
                i -> random.nextLong() >>> random.nextInt(64)
            };
            for (LongUnaryOperator distribution : distributions) {
                for (int size : new int[] {0, 1, 2, 63, 64, 65, 66, 67, 1_000, 3_000}) {
                    check(bits, size, i -> distribution.applyAsLong(i) & mask);
                }
            }
        }
    }

    private void check(int bits, int size, LongUnaryOperator minutia) {
        // Sorting signed numbers that have the sign bit flipped sorts unsigned ones.
        long[] flipped = java.util.stream.LongStream.range(0, size)
                .map(minutia)
                .map(m -> m ^ Long.MIN_VALUE)
                .distinct()
                .sorted()
                .toArray();
        SpilledEntries entries = entries(bits, flipped);
        for (int i = 0; i < flipped.length; i += 1 + flipped.length / 200) {
            long held = flipped[i] ^ Long.MIN_VALUE;
            for (long asked : new long[] {held, held - 1, held + 1, held ^ 1L << random.nextInt(bits)}) {
                long queried = asked & -1L >>> 64 - bits;
                int at = Arrays.binarySearch(flipped, queried ^ Long.MIN_VALUE);
                assertEquals(at < 0 ? LineTable.ABSENT : at, entries.find(queried));
            }
        }
        for (long queried : new long[] {0, -1L >>> 64 - bits}) {
            int at = Arrays.binarySearch(flipped, queried ^ Long.MIN_VALUE);
            assertEquals(at < 0 ? LineTable.ABSENT : at, entries.find(queried));
        }
    }

    /** Entries whose payload is their place. */
    private SpilledEntries entries(int bits, long[] flipped) {
        int minutiaBytes = SpilledEntries.width(bits);
        int width = minutiaBytes + SpilledEntries.width(PAYLOAD_BITS);
        byte[] bytes = new byte[flipped.length * width];
        for (int i = 0; i < flipped.length; i++) {
            for (int j = 0; j < width; j++) {
                long value = j < minutiaBytes ? flipped[i] ^ Long.MIN_VALUE : i;
                bytes[i * width + j] = (byte) (value >>> 8 * (j < minutiaBytes ? j : j - minutiaBytes));
            }
        }
        MappedBytes mapped = TestTable.parts(bytes, random.nextBoolean() ? 30 : 6 + random.nextInt(6));
        return new SpilledEntries(mapped, flipped.length, bits, PAYLOAD_BITS);
    }
}
