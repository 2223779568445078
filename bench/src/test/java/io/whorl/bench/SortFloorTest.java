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
        long[] pairs = new Random(5).longs(30_000).map(m -> m >>> 1 & -1L << 24).toArray();
        SortFloor floor = new SortFloor(pairs);
        long[] expected = pairs.clone();
        Arrays.sort(expected);
        for (int round = 0; round < 2; round++) {
            floor.reset();
            assertArrayEquals(expected, floor.sort());
        }
        floor.write(directory.resolve("table"), 3_000_001);
        assertEquals(3_000_001, Files.size(directory.resolve("table")));
    }

    @Test
    void countsAllMinutiae() throws Exception {
        TextCollection text = TextCollection.load("", TextCollection.GENERATED);
        assertEquals(SortFloor.of(text).size(), BuildBenchmark.minutiae(text));
    }
}
