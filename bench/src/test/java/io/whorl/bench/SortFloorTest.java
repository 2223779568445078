package io.whorl.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.whorl.bench.TextBenchmarks.BuildBenchmark;
import io.whorl.bench.TextBenchmarks.SortFloor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SortFloorTest {
    @TempDir
    Path directory;

    @Test
    void sortsWhatAStandardSortSorts() throws Exception {
        // No low bits: the order of pairs with one minutia is that of the input.
        long[] pairs =
                new Random(5).longs(30_000).map(m -> (m >>> 1) & (-1L << 24)).toArray();
        SortFloor floor = new SortFloor(pairs);
        long[] expected = pairs.clone();
        Arrays.sort(expected);
        for (int round = 0; round < 2; round++) {
            floor.reset();
            floor.deal();
            assertArrayEquals(expected, floor.sort());
        }
        floor.write(directory.resolve("table"), 3_000_001);
        assertEquals(3_000_001, Files.size(directory.resolve("table")));
    }

    @Test
    void encodesTheDocumentsOfCommonMinutiae() {
        // Minutia 1 in documents 3, 5 and 300; minutia 2 in document 7 only; minutia 3 twice in document 0.
        SortFloor floor = new SortFloor(
                new long[] {3L << 24, (2L << 24) | 7, (1L << 24) | 3, (1L << 24) | 5, 3L << 24, (1L << 24) | 300});
        floor.reset();
        floor.deal();
        floor.sort();
        assertEquals(3, floor.group());
        // The differences are 2, 295 and 0, and the second one takes two bytes.
        assertEquals(4, floor.encode());
    }

    @Test
    void countsAllMinutiae() throws Exception {
        TextCollection text = TextCollection.load("", TextCollection.GENERATED);
        assertEquals(SortFloor.of(text).size(), BuildBenchmark.minutiae(text));
    }
}
