package io.whorl.bench.layout;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.bench.data.SingletonSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LayoutTest {
    @Property(tries = 60)
    void offsetDirectoryAnswersAsAHashMapDoes(
            @ForAll @IntRange(min = 1, max = 6_000) int count, @ForAll @IntRange(min = 1, max = 300) int documents)
            throws Exception {
        SingletonSet set = new SingletonSet(count, documents);
        Path folder = Files.createTempDirectory("layout");
        Path file = folder.resolve("table");
        Map<Long, Integer> held = new HashMap<>();
        for (int i = 0; i < count; i++) {
            held.put(set.minutia(i), set.document(i));
        }
        Layout.OFFSET_DIRECTORY.build(set, file);
        try (MinutiaTable table = Layout.OFFSET_DIRECTORY.open(file)) {
            for (int i = 0; i < 2 * count; i++) {
                long minutia = set.minutia(i);
                assertEquals(held.getOrDefault(minutia, -1).longValue(), table.find(minutia), "minutia " + i);
            }
            assertEquals(Files.size(file), table.bytes());
        } finally {
            Files.delete(file);
            Files.delete(folder);
        }
    }

    @Test
    void offsetDirectoryFindsTheLeastAndTheGreatestMinutia(@TempDir Path folder) {
        SingletonSet set = new SingletonSet(100_000, 5_000);
        long[] pairs = set.sorted();
        Layout.OFFSET_DIRECTORY.build(set, folder.resolve("table"));
        try (MinutiaTable table = Layout.OFFSET_DIRECTORY.open(folder.resolve("table"))) {
            for (long pair : new long[] {pairs[0], pairs[pairs.length - 1]}) {
                long document = pair & (1L << SingletonSet.DOCUMENT_BITS) - 1;
                assertEquals(document, table.find(pair >>> SingletonSet.DOCUMENT_BITS));
            }
            assertEquals(MinutiaTable.ABSENT, table.find((1L << SingletonSet.BITS) - 1));
        }
    }

    @Test
    void tagBucketsFindEveryMinutiaAndSeldomOneThatIsNotThere(@TempDir Path folder) {
        SingletonSet set = new SingletonSet(300_000, 10_000);
        Layout.TAG_BUCKETS.build(set, folder.resolve("table"));
        int wrong = 0;
        int invented = 0;
        try (MinutiaTable table = Layout.TAG_BUCKETS.open(folder.resolve("table"))) {
            for (int i = 0; i < set.count(); i++) {
                long found = table.find(set.minutia(i));
                assertTrue(found != MinutiaTable.ABSENT, "lost minutia " + i);
                wrong += found == set.document(i) ? 0 : 1;
                invented += table.find(set.minutia(set.count() + (long) i)) == MinutiaTable.ABSENT ? 0 : 1;
            }
        }
        // Sixteen bits, some nine entries to compare with: one in seven thousand; one in two thousand would be a fault.
        assertTrue(wrong < set.count() / 2_000, wrong + " wrong");
        assertTrue(invented > 0 && invented < set.count() / 2_000, invented + " invented");
    }

    @Test
    void batchesAnswerAsSingleLookUpsDo(@TempDir Path folder) {
        SingletonSet set = new SingletonSet(50_000, 2_000);
        long[] asked = new long[2_000];
        long[] hits = set.hits(asked.length, 1);
        long[] misses = set.misses(asked.length, 2);
        Arrays.setAll(asked, i -> i % 3 == 0 ? misses[i] : hits[i]);
        for (Layout layout : Layout.values()) {
            Path file = folder.resolve(layout.name());
            layout.build(set, file);
            try (MinutiaTable table = layout.open(file)) {
                long[] expected =
                        Arrays.stream(asked, 100, 1_900).map(table::find).toArray();
                long[] found = new long[asked.length];
                table.findAll(asked, 100, 1_900, found);
                assertArrayEquals(expected, Arrays.copyOfRange(found, 100, 1_900), layout.name());
            }
        }
    }

    @Test
    void whorlsTableHoldsTheSet(@TempDir Path folder) {
        SingletonSet set = new SingletonSet(40_000, 900);
        WhorlTable.build(set, folder.resolve("segment"));
        long[] hits = set.hits(3_000, 1);
        long[] found = new long[hits.length];
        try (MinutiaTable table = WhorlTable.open(folder.resolve("segment"))) {
            for (int i = 0; i < set.count(); i++) {
                assertEquals(set.document(i), table.find(set.minutia(i)), "minutia " + i);
                assertEquals(
                        MinutiaTable.ABSENT, table.find(set.minutia(set.count() + (long) i)), "absent minutia " + i);
            }
            table.findAll(hits, 0, hits.length, found);
            assertArrayEquals(Arrays.stream(hits).map(table::find).toArray(), found);
        }
    }

    @Test
    void sizesAreThoseTheLayoutsPromise(@TempDir Path folder) {
        SingletonSet set = new SingletonSet(1_000_000, 1 << 20);
        assertEquals(7.53, bytesPerMinutia(Layout.TAG_BUCKETS, set, folder), 0.02);
        // 40 bits less 15 of the directory, 20 of a document, and 4 bytes for each bucket of some thirty.
        double expected = (25 + 20) / 8.0 + 4.0 * (1 << 15) / 1_000_000;
        assertEquals(expected, bytesPerMinutia(Layout.OFFSET_DIRECTORY, set, folder), 0.01);
    }

    @Test
    void floorReadsTheFirstWordOfDrawnLines(@TempDir Path folder) throws Exception {
        byte[] lines = new byte[64 * 100];
        for (int line = 0; line < 100; line++) {
            lines[64 * line] = 1;
        }
        Path file = Files.write(folder.resolve("lines"), lines);
        LineFloor floor = new LineFloor(LineFile.map(file), 1_000, 5);
        assertEquals(700, floor.readKnown(200, 900));
        assertEquals(700, floor.read(700));
        assertEquals(700, floor.read(700));
    }

    @Test
    void filesOverOneMappingAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> LineFile.lines(1L << 31));
    }

    private static double bytesPerMinutia(Layout layout, SingletonSet set, Path folder) {
        Path file = folder.resolve(layout.name());
        layout.build(set, file);
        try (MinutiaTable table = layout.open(file)) {
            return (double) table.bytes() / set.count();
        }
    }
}
