package io.whorl.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a search for the best pairs spills. PairsTest checks which pairs it finds, in any memory. */
class LongTriplesTest {
    @TempDir
    Path directory;

    /** Adds distinct triples with few different first numbers, in random order. Returns the smallest in order. */
    private static List<List<Long>> addAll(LongTriples triples, int most) throws IOException {
        Random random = new Random(1);
        List<List<Long>> all = new ArrayList<>();
        for (long i = 0; i < 100_000; i++) {
            List<Long> triple = List.of((long) random.nextInt(50), i, random.nextLong());
            all.add(triple);
            triples.add(triple.get(0), triple.get(1), triple.get(2));
        }
        return all.stream()
                .sorted(Comparator.comparing((List<Long> triple) -> triple.get(0))
                        .thenComparing(triple -> triple.get(1)))
                .limit(most)
                .toList();
    }

    /** If the best pairs fit into memory, nothing is spilled; otherwise only pairs that may be among the best. */
    @Test
    void pairsThatAreNotAmongTheBestAreNotSpilled() throws IOException {
        CrashFileSystem system = CrashFileSystem.over(directory);
        ScratchSpace space = new ScratchSpace(system.root());
        try (LongTriples.Runs runs = new LongTriples.Runs(10, 0, space)) {
            LongTriples buffer = new LongTriples(runs, 100);
            addAll(buffer, 10);
            assertEquals(0, space.peak());
            assertEquals(0, buffer.last());
            assertFalse(buffer.add(1, 0, 0), "it is not among the best");
        }
        // A file for each spilled run and each merge; all triples would be 1,000 runs.
        system.fail(Fault.at(200, Operation.CREATE));
        try (LongTriples.Runs runs = new LongTriples.Runs(500, 0, space)) {
            LongTriples buffer = new LongTriples(runs, 100);
            List<List<Long>> expected = addAll(buffer, 500);
            assertTrue(space.peak() > LongTriples.Runs.FAN * 100 * 24, () -> space.peak() + " bytes");
            buffer.pass();
            List<List<Long>> read = new ArrayList<>();
            for (LongTriples.Sorted sorted = runs.sorted(); read.size() < 500 && sorted.next(); ) {
                read.add(List.of(sorted.first(), sorted.second(), sorted.third()));
            }
            assertEquals(expected, read);
        }
    }
}
