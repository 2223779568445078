package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.store.TempFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostingSpoolTest {
    @TempDir
    Path directory;

    private record Posting(long minutia, int document) {}

    @ParameterizedTest
    @CsvSource({"32, 0", "40, 20000", "57, 100000", "64, 5000000", "64, 0"})
    void givesBackEveryPostingFromMemoryOrDisk(int bits, long memory) throws IOException {
        Random random = new Random(bits);
        try (TempFile scratch = new TempFile(directory)) {
            PostingSpool spool = new PostingSpool(bits, memory, scratch, true);
            List<List<Posting>> expected = new ArrayList<>();
            for (int p = 0; p < PostingSpool.PARTITIONS; p++) {
                expected.add(new ArrayList<>());
            }
            for (int document = 0; document < 300; document++) {
                // Half of them alike, so that one partition outgrows the others.
                long[] minutiae = random.longs(1_000).map(m -> m % 2 == 0 ? 7 : m >>> 64 - bits).toArray();
                spool.add(minutiae, 900, document);
                for (int i = 0; i < 900; i++) {
                    expected.get((int) (minutiae[i] >>> bits - 8)).add(new Posting(minutiae[i], document));
                }
            }
            assertEquals(memory < 1_000_000, spool.hasSpilled());
            for (long p = 0; p < PostingSpool.PARTITIONS; p++) {
                long high = p << bits - 8;
                List<Posting> found = new ArrayList<>();
                spool.read((int) p, (keys, documents, n) -> {
                    for (int i = 0; i < n; i++) {
                        found.add(new Posting(high | keys[i], documents[i]));
                    }
                });
                assertEquals(expected.get((int) p).size(), spool.count((int) p));
                found.sort(java.util.Comparator.comparingLong(Posting::minutia).thenComparingInt(Posting::document));
                expected.get((int) p).sort(
                        java.util.Comparator.comparingLong(Posting::minutia).thenComparingInt(Posting::document));
                assertEquals(expected.get((int) p), found);
            }
        }
    }

    /** Cut to its low bits it would be another minutia. */
    @Test
    void aMinutiaWiderThanTheSchemesIsRefused() throws IOException {
        try (TempFile scratch = new TempFile(directory)) {
            PostingSpool spool = new PostingSpool(32, 0, scratch, false);
            for (long wide : new long[] {1L << 32, 1L << 56, -1}) {
                String message = assertThrows(IllegalStateException.class,
                        () -> spool.add(new long[] {wide}, 1, 0)).getMessage();
                assertTrue(message.startsWith("a minutia has more than 32 bits"), message);
            }
        }
    }

    /** Of a text of one line over and over, where it does not matter how often, hardly more than one posting is kept. */
    @Test
    void whatIsRepeatedIsKeptOnce() throws IOException {
        long[] minutiae = new long[100_000];
        Arrays.fill(minutiae, 7);
        int[] documents = {3, 4};
        try (TempFile scratch = new TempFile(directory)) {
            PostingSpool counted = new PostingSpool(32, 1 << 30, scratch, true);
            PostingSpool once = new PostingSpool(32, 1 << 30, scratch, false);
            for (int document : documents) {
                counted.add(minutiae, minutiae.length, document);
                once.add(minutiae, minutiae.length, document);
            }
            assertEquals(200_000, counted.count(0));
            assertEquals(2, once.count(0));
            List<Integer> found = new ArrayList<>();
            once.read(0, (keys, of, n) -> {
                for (int i = 0; i < n; i++) {
                    assertEquals(7, keys[i]);
                    found.add(of[i]);
                }
            });
            assertEquals(List.of(3, 4), found);
        }
    }
}
