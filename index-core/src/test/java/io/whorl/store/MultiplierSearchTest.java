package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Compares the search with one that counts the minutiae of each class, a multiplier at a time. */
class MultiplierSearchTest {
    private record Choice(int multiplier, int limit) {}

    @Property(tries = 400)
    void findsTheChoiceOfTheSlowSearch(
            @ForAll @IntRange(min = 32, max = 64) int bits,
            @ForAll @IntRange(min = 1, max = 57) int payloadBits,
            @ForAll @IntRange(max = 24) int n,
            @ForAll @IntRange(max = 3) int shape,
            @ForAll long seed) {
        Random random = new Random(seed);
        TableShape table = TableShape.of(bits, 1L << random.nextInt(30), payloadBits, TableShape.MAIN_LOAD);
        // Those of shapes 1 to 3 have few classes, whatever the multiplier; many share one.
        long mask = shape == 0 ? -1 : shape == 1 ? 7 : shape == 2 ? 0x3FL << 60 : 1L << 63;
        long[] minutiae = random.longs(n)
                .map(m -> (m & mask) >>> 64 - bits | (shape == 1 ? m & 7 : 0))
                .toArray();
        check(table, minutiae);
    }

    @Example
    void countersDoNotOverflow() {
        TableShape table = TableShape.of(40, 1_000_000, 20, TableShape.MAIN_LOAD);
        for (int n : new int[] {4, 5, 15, 16, 17, 63, 64, 65, 1_000}) {
            long[] same = new long[n];
            Arrays.fill(same, 12345);
            check(table, same);
            check(table, new Random(n).longs(n, 0, 1L << 40).toArray());
        }
    }

    private static void check(TableShape table, long[] minutiae) {
        TableWriter.MultiplierSearch search = new TableWriter.MultiplierSearch(table);
        long[] shifted = new long[minutiae.length + 3];
        System.arraycopy(minutiae, 0, shifted, 2, minutiae.length);
        search.choose(shifted, 2, 2 + minutiae.length);
        assertEquals(slow(table, minutiae), new Choice(search.multiplier(), search.limit()));
        assertTrue(search.multiplier() % 2 == 1 && search.multiplier() < 1 << 12);
    }

    private static Choice slow(TableShape table, long[] minutiae) {
        int[] multipliers = multipliers();
        for (int t = 0; t < multipliers.length && minutiae.length <= table.capacity(); t++) {
            if (Arrays.stream(classes(table, minutiae, multipliers[t])).max().orElse(0) <= 1) {
                return new Choice(multipliers[t], TableWriter.MultiplierSearch.NO_LIMIT);
            }
        }
        Choice best = null;
        int most = -1;
        for (int t = 0; t < 96 && most < table.capacity(); t++) {
            int[] classes = classes(table, minutiae, multipliers[t]);
            int limit = 0;
            int kept = 0;
            while (limit < 32 && classes[limit] + kept <= table.capacity() && classes[limit] <= 1) {
                kept += classes[limit++];
            }
            if (kept > most) {
                most = kept;
                best = new Choice(multipliers[t], limit);
            }
        }
        return best;
    }

    /** How many minutiae each class has. */
    private static int[] classes(TableShape table, long[] minutiae, int multiplier) {
        int[] classes = new int[32];
        long mask = -1L >>> 64 - table.remainderBits();
        for (long m : minutiae) {
            classes[(int) (((m & mask) * multiplier & mask) >>> table.storedBits())]++;
        }
        return classes;
    }

    private static int[] multipliers() {
        int[] odd = new int[1 << 11];
        for (int t = 0; t < odd.length; t++) {
            odd[t] = 2 * ((1229 * t + 643) % 2048) + 1;
        }
        return odd;
    }
}
