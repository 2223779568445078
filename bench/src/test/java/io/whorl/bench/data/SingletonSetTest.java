package io.whorl.bench.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SingletonSetTest {
    private final SingletonSet set = new SingletonSet(200_000, 7_000);

    @Test
    void minutiaeAreDistinctAndWithinTheirBits() {
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 2 * set.count(); i++) {
            assertTrue(set.minutia(i) >>> SingletonSet.BITS == 0, "wider than W");
            assertTrue(seen.add(set.minutia(i)), "repeated at " + i);
        }
    }

    @Test
    void firstMinutiaeNeverChange() {
        long[] first = {set.minutia(0), set.minutia(1), set.minutia(2)};
        assertArrayEquals(new long[] {0L, 0xE011884B8EL, 0x812545449FL}, first, Arrays.toString(first));
    }

    @Test
    void highAndLowBitsOfMinutiaeAreUniform() {
        // 1,023 degrees of freedom: a chi-square above 1,200 has a probability of one in ten thousand.
        assertTrue(chiSquare(30) < 1_200, "high bits: " + chiSquare(30));
        assertTrue(chiSquare(0) < 1_200, "low bits: " + chiSquare(0));
    }

    @Test
    void documentsHaveEqualSharesInOrder() {
        int[] held = new int[set.documents()];
        for (int i = 0; i < set.count(); i++) {
            held[set.document(i)]++;
            assertTrue(i == 0 || set.document(i) >= set.document(i - 1));
        }
        int average = set.count() / set.documents();
        assertTrue(Arrays.stream(held).allMatch(n -> n == average || n == average + 1));
    }

    @Test
    void minutiaeOfADocumentAreThoseThatItHolds() {
        int i = 0;
        for (int d = 0; d < set.documents(); d++) {
            for (long minutia : set.minutiae(d)) {
                assertEquals(d, set.document(i));
                assertEquals(set.minutia(i++), minutia);
            }
        }
        assertEquals(set.count(), i);
    }

    @Test
    void hitsAreInTheSetAndMissesAreNot() {
        Set<Long> held = new HashSet<>();
        for (int i = 0; i < set.count(); i++) {
            held.add(set.minutia(i));
        }
        assertTrue(Arrays.stream(set.hits(10_000, 1)).allMatch(held::contains));
        assertTrue(Arrays.stream(set.misses(10_000, 2)).noneMatch(held::contains));
        assertArrayEquals(set.hits(100, 1), new SingletonSet(200_000, 7_000).hits(100, 1));
    }

    @Test
    void countsOutOfRangeAreRejected() {
        assertEquals(
                "count is 0; it must be from 1 to 1073741824",
                assertThrows(IllegalArgumentException.class, () -> new SingletonSet(0, 1))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new SingletonSet(1, 0));
    }

    private double chiSquare(int shift) {
        int[] counts = new int[1 << 10];
        for (int i = 0; i < set.count(); i++) {
            counts[(int) (set.minutia(i) >>> shift) & counts.length - 1]++;
        }
        double expected = (double) set.count() / counts.length;
        return Arrays.stream(counts)
                .mapToDouble(n -> (n - expected) * (n - expected) / expected)
                .sum();
    }
}
