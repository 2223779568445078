package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.build.PostingSpool.PostingBlock;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostingSpoolTest {
    @TempDir
    Path directory;

    private record Posting(long minutia, int document) {}

    @ParameterizedTest
    @CsvSource({
        "32, 0, true", "40, 20000, true", "57, 100000, true", "64, 9000000, true", "64, 0, true",
        "32, 0, false", "40, 20000, false", "40, 9000000, false", "41, 100000, false", "64, 0, false"
    })
    void everyPostingIsReadBackFromMemoryOrDisk(int bits, long memory, boolean counted) throws IOException {
        Random random = new Random(bits);
        try (TempFile scratch = new TempFile(directory)) {
            PostingSpool spool = new PostingSpool(bits, memory, scratch, counted);
            Map<Posting, Integer> expected = new HashMap<>();
            for (int document = 0; document < 120; document++) {
                // Half of them are equal, so one partition outgrows the others.
                long[] minutiae = random.longs(1_000)
                        .map(m -> m % 2 == 0 ? 7 : m >>> 64 - bits)
                        .toArray();
                int[] frequencies = random.ints(1_000, 1, 1_000_000).toArray();
                spool.add(minutiae, 700, document);
                spool.add(minutiae, Optional.of(frequencies), 900, document);
                for (int i = 0; i < 900; i++) {
                    expected.merge(
                            new Posting(minutiae[i], document), frequencies[i] + (i < 700 ? 1 : 0), Integer::sum);
                }
            }
            long added = spool.count();
            PostingSpool.SpooledPostings spooled = new PostingSpool.SpooledPostings(List.of(spool));
            assertEquals(memory < 1_000_000, spool.hasSpilled());
            Map<Posting, Integer> found = new HashMap<>();
            long read = 0;
            for (long p = 0; p < PostingSpool.PARTITIONS; p++) {
                long high = p << bits - 8;
                long[] taken = new long[1];
                spooled.read((int) p, (postings, from, to) -> {
                    for (int i = from; i < to; i++) {
                        found.merge(
                                new Posting(high | key(postings, i), document(postings, i)),
                                (postings.counts.length == 0 ? 1 : postings.counts[i]),
                                Integer::sum);
                    }
                    taken[0] += to - from;
                });
                assertEquals(taken[0], spool.count((int) p));
                read += taken[0];
            }
            assertTrue(read <= added && read >= found.size(), read + " read of " + added);
            if (!counted) {
                expected.replaceAll((posting, count) -> 1);
                found.replaceAll((posting, count) -> 1);
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

    /** A text that repeats one line keeps few postings of it, with and without counts. */
    @Test
    void repeatedPostingsAreUnited() throws IOException {
        long[] minutiae = new long[100_000];
        Arrays.fill(minutiae, 7);
        int[] documents = {3, 4};
        try (TempFile scratch = new TempFile(directory)) {
            for (boolean counted : new boolean[] {false, true}) {
                PostingSpool spool = new PostingSpool(32, 1 << 30, scratch, counted);
                for (int document : documents) {
                    spool.add(minutiae, minutiae.length, document);
                }
                PostingSpool.SpooledPostings spooled = new PostingSpool.SpooledPostings(List.of(spool));
                assertTrue(spool.count(0) < 10, spool.count(0) + " postings");
                assertEquals(spool.count(0), spool.count());
                Map<Integer, Integer> found = new HashMap<>();
                spooled.read(0, (postings, from, to) -> {
                    for (int i = from; i < to; i++) {
                        assertEquals(7, key(postings, i));
                        found.merge(
                                document(postings, i),
                                (postings.counts.length == 0 ? 1 : postings.counts[i]),
                                Integer::sum);
                    }
                });
                assertEquals(counted ? Map.of(3, 100_000, 4, 100_000) : Set.of(3, 4), counted ? found : found.keySet());
            }
        }
    }

    /** Documents that two threads take in turn are read in the order of arrival. */
    @Test
    void batchesOfSeveralSpoolsAreReadInOrder() throws IOException {
        try (TempFile scratch = new TempFile(directory)) {
            List<PostingSpool> spools = List.of(
                    new PostingSpool(40, 1 << 30, scratch, false), new PostingSpool(40, 1 << 30, scratch, false));
            for (int batch = 0; batch < 8; batch++) {
                PostingSpool spool = spools.get(batch % 2);
                for (int document = batch * 50; document < (batch + 1) * 50; document++) {
                    long[] minutiae =
                            new Random(document).longs(100, 0, 1L << 32).toArray();
                    spool.add(minutiae, minutiae.length, document);
                }
                spool.endBatch();
            }
            PostingSpool.SpooledPostings spooled = new PostingSpool.SpooledPostings(spools);
            assertEquals(40_000, spooled.largestPartition());
            int[] before = {0, 0};
            spooled.read(0, (postings, from, to) -> {
                for (int i = from; i < to; i++) {
                    assertTrue(before[0] <= document(postings, i));
                    before[0] = document(postings, i);
                    before[1]++;
                }
            });
            assertEquals(40_000, before[1]);
        }
    }

    @Test
    void aCountBeyondAnIntIsRefused() throws IOException {
        try (TempFile scratch = new TempFile(directory)) {
            PostingSpool spool = new PostingSpool(32, 0, scratch, true);
            spool.add(7, 0, Integer.MAX_VALUE - 1);
            spool.add(7, 0, 1);
            spool.add(7, 0, 1);
            LimitExceededException e = assertThrows(LimitExceededException.class, spool::finish);
            assertEquals(1L << 31, e.value());
            assertEquals(Integer.MAX_VALUE, e.most());
        }
    }

    private static long key(PostingBlock postings, int i) {
        return postings.isPacked() ? postings.keys[i] >>> PostingBlock.DOCUMENT_BITS : postings.keys[i];
    }

    private static int document(PostingBlock postings, int i) {
        return postings.isPacked() ? (int) postings.keys[i] : postings.documents[i];
    }
}
