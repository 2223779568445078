package io.whorl.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.store.ScratchSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a search for the best pairs spills. PairsTest checks which pairs it finds, in any memory. */
class LongTriplesTest {
    private static final Comparator<Record> BEST_FIRST = Comparator.comparingDouble(Record::score)
            .reversed()
            .thenComparingInt(Record::a)
            .thenComparingInt(Record::b);

    private record Record(double score, int a, int b, long rest) {
        boolean addTo(LongTriples triples) throws IOException {
            return triples.add(~Double.doubleToLongBits(score), (long) a << 32 | b, rest);
        }
    }

    private static LongTriples.Runs runs(long top) {
        return new LongTriples.Runs(top, 0, new ScratchSpace(Path.of(System.getProperty("java.io.tmpdir"))));
    }

    /** Distinct pairs with few different scores, in random order. */
    private static List<Record> pairs(int count, long seed) {
        Random random = new Random(seed);
        List<Record> pairs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            pairs.add(new Record(random.nextInt(50) / 16.0, random.nextInt(1 << 20), i, random.nextInt()));
        }
        return pairs;
    }

    private static List<Record> read(LongTriples.Runs runs, long top) throws IOException {
        List<Record> read = new ArrayList<>();
        for (LongTriples.Sorted sorted = runs.sorted(); read.size() < top && sorted.next(); ) {
            long both = sorted.second();
            read.add(new Record(
                    Double.longBitsToDouble(~sorted.first()), (int) (both >>> 32), (int) both, sorted.third()));
        }
        return read;
    }

    /** If the best pairs fit into memory, nothing is spilled; otherwise only pairs that may be among the best. */
    @Test
    void pairsThatAreNotAmongTheBestAreNotSpilled() throws IOException {
        List<Record> pairs = pairs(100_000, 1);
        try (LongTriples.Runs runs = runs(10)) {
            LongTriples buffer = new LongTriples(runs, 100);
            int taken = 0;
            for (Record p : pairs) {
                taken += p.addTo(buffer) ? 1 : 0;
            }
            assertEquals(0, runs.spilled());
            assertTrue(taken < 2_000, taken + " taken");
            assertEquals(49 / 16.0, Double.longBitsToDouble(~buffer.last()));
        }
        try (LongTriples.Runs runs = runs(500)) {
            LongTriples buffer = new LongTriples(runs, 100);
            for (Record p : pairs) {
                p.addTo(buffer);
            }
            assertTrue(
                    runs.spilled() > LongTriples.Runs.FAN && runs.spilled() < 200, () -> runs.spilled() + " spilled");
            buffer.pass();
            assertEquals(pairs.stream().sorted(BEST_FIRST).limit(500).toList(), read(runs, 500));
        }
    }
}
