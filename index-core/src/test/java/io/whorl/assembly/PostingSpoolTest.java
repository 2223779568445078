package io.whorl.assembly;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    void everyPostingIsReadBackFromMemoryOrDisk(int bits, long memory) throws IOException {
        Random random = new Random(bits);
        try (TempFile scratch = new TempFile(directory)) {
            PostingSpool spool = new PostingSpool(bits, memory, scratch, true);
            Map<Posting, Integer> expected = new HashMap<>();
            for (int document = 0; document < 300; document++) {
                // Half of them are equal, so one partition outgrows the others.
                long[] minutiae = random.longs(1_000)
                        .map(m -> m % 2 == 0 ? 7 : m >>> 64 - bits)
                        .toArray();
                int[] frequencies = random.ints(1_000, 1, 1_000_000).toArray();
                spool.add(minutiae, 700, document);
                spool.add(minutiae, frequencies, 900, document);
                for (int i = 0; i < 900; i++) {
                    expected.merge(
                            new Posting(minutiae[i], document), frequencies[i] + (i < 700 ? 1 : 0), Integer::sum);
                }
            }
            assertEquals(memory < 1_000_000, spool.hasSpilled());
            Map<Posting, Integer> found = new HashMap<>();
            for (long p = 0; p < PostingSpool.PARTITIONS; p++) {
                long high = p << bits - 8;
                long[] taken = new long[1];
                spool.read((int) p, (keys, documents, counts, n) -> {
                    for (int i = 0; i < n; i++) {
                        found.merge(new Posting(high | keys[i], documents[i]), counts[i], Integer::sum);
                    }
                    taken[0] += n;
                });
                assertEquals(taken[0], spool.count((int) p));
            }
            assertEquals(expected, found);
        }
    }

    /** Truncated to its low bits it would be another minutia. */
    @Test
    void aMinutiaWiderThanTheSchemeIsRefused() throws IOException {
        try (TempFile scratch = new TempFile(directory)) {
            PostingSpool spool = new PostingSpool(32, 0, scratch, false);
            for (long wide : new long[] {1L << 32, 1L << 56, -1}) {
                String message = assertThrows(IllegalStateException.class, () -> spool.add(new long[] {wide}, 1, 0))
                        .getMessage();
                assertTrue(message.startsWith("a minutia has more than 32 bits"), message);
            }
        }
    }

    /** A text that repeats one line keeps little more than one posting, with and without counts. */
    @Test
    void repeatedPostingsAreKeptOnce() throws IOException {
        long[] minutiae = new long[100_000];
        Arrays.fill(minutiae, 7);
        int[] documents = {3, 4};
        try (TempFile scratch = new TempFile(directory)) {
            for (boolean counted : new boolean[] {false, true}) {
                PostingSpool spool = new PostingSpool(32, 1 << 30, scratch, counted);
                for (int document : documents) {
                    spool.add(minutiae, minutiae.length, document);
                }
                assertEquals(2, spool.count(0));
                spool.read(0, (keys, of, counts, n) -> {
                    assertEquals(List.of(3, 4), Arrays.stream(of, 0, n).boxed().toList());
                    assertEquals(
                            List.of(7L, 7L), Arrays.stream(keys, 0, n).boxed().toList());
                    assertEquals(
                            counted ? List.of(100_000, 100_000) : List.of(),
                            Arrays.stream(counts, 0, Math.min(n, counts.length))
                                    .boxed()
                                    .toList());
                });
            }
        }
    }

    @Test
    void aCountBeyondAnIntIsRefused() throws IOException {
        try (TempFile scratch = new TempFile(directory)) {
            PostingSpool spool = new PostingSpool(32, 0, scratch, true);
            spool.add(7, 0, Integer.MAX_VALUE - 1);
            spool.add(7, 0, 1);
            LimitExceededException e = assertThrows(LimitExceededException.class, () -> spool.add(7, 0, 1));
            assertEquals(1L << 31, e.value());
            assertEquals(Integer.MAX_VALUE, e.most());
        }
    }
}
