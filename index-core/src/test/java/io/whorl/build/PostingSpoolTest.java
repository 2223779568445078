package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.build.PostingSpool.PostingBlock;
import io.whorl.build.SpooledSegmentWriter.PartitionSorter;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.StoredKinds;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Postings of a build are spooled, and sorted as by a comparison. A partition that fails ends the sorting of all
 * others.
 */
class PostingSpoolTest {
    @TempDir
    Path directory;

    private static final Scheme SCHEME = Scheme.builder().build();
    private static final Duration HANGS = Duration.ofSeconds(30);

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
                                count(postings, i),
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
                        found.merge(document(postings, i), count(postings, i), Integer::sum);
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
        return postings.isPacked() ? (int) postings.keys[i] : (int) (postings.values[i] >>> 32);
    }

    private static int count(PostingBlock postings, int i) {
        return postings.isPacked() ? 1 : (int) postings.values[i];
    }

    @Property(tries = 60)
    void packedPostingsAreSortedByKeyAndDocument(
            @ForAll @IntRange(max = 5_000) int n,
            @ForAll @IntRange(min = 12, max = 32) int bits,
            @ForAll @IntRange(max = 2) int shape,
            @ForAll long seed) {
        Random random = new Random(seed);
        // Keys above the sorted bits are equal, as in a slice of a partition.
        long high = bits == 32 ? 0 : (random.nextLong() << bits) & 0xFFFFFFFFL;
        long[] postings = new long[n];
        for (int i = 0; i < n; i++) {
            long key = random.nextLong() & (1L << bits) - 1;
            // Few distinct keys, or keys that agree in all but the lowest bits, defeat a sort by leading bits.
            key = shape == 0 ? key : shape == 1 ? key & 0x15 : key & 0x3FF | 0xC00;
            postings[i] = (high | key) << 32 | random.nextInt(1 + n / 2);
        }
        PartitionSorter.PostingSort sort = new PartitionSorter.PostingSort(true);
        sort.reserveMore(0, n);
        System.arraycopy(postings, 0, sort.keys(), 0, n);
        sort.sort(n, bits);
        Long[] expected = Arrays.stream(postings).boxed().toArray(Long[]::new);
        Arrays.sort(expected, Long::compareUnsigned);
        assertArrayEquals(Arrays.stream(expected).mapToLong(Long::longValue).toArray(), Arrays.copyOf(sort.keys(), n));
    }

    private record Counted(long key, int document, int count) {}

    @Property(tries = 30)
    void otherPostingsAreSortedByKeyAndStayInOrder(
            @ForAll @IntRange(max = 3_000) int n, @ForAll @IntRange(min = 12, max = 56) int bits, @ForAll long seed) {
        Random random = new Random(seed);
        PartitionSorter.PostingSort sort = new PartitionSorter.PostingSort(false);
        sort.reserveMore(0, n);
        Counted[] postings = new Counted[n];
        for (int i = 0; i < n; i++) {
            postings[i] = new Counted(
                    random.nextLong() & (1L << bits) - 1 & (i % 2 == 0 ? -1 : 0x1C00), i, random.nextInt(1 << 30));
            sort.keys()[i] = postings[i].key;
            sort.values()[i] = (long) i << 32 | postings[i].count;
        }
        sort.sort(n, bits);
        Arrays.sort(postings, Comparator.comparingLong(Counted::key));
        for (int i = 0; i < n; i++) {
            Counted found = new Counted(sort.keys()[i], sort.document(i), (int) sort.values()[i]);
            assertEquals(postings[i], found);
        }
    }

    private PostingSpool spool(long memory, TempFile scratch) throws IOException {
        PostingSpool spool = new PostingSpool(SCHEME.hashing().bits(), memory, scratch, false);
        spool.add(new Random(5).longs(4_000, 0, 1L << 40).toArray(), 4_000, 0);
        spool.finish();
        return spool;
    }

    private void write(PostingSpool spool, int workers, ParallelTasks.Runner threads) throws IOException {
        DocumentBatch batch = new DocumentBatch(0);
        batch.add(RandomCorpus.utf8("only"), 1, DocumentBatch.NOTHING);
        batch.fingerprinted();
        Path file = directory.resolve("segment.whs");
        try {
            new SpooledSegmentWriter(SCHEME, StoredKinds.NONE, 1 << 22, workers, threads, new ScratchSpace(directory))
                    .write(
                            file,
                            List.of(spool),
                            new DocumentOrder(List.of(batch), 1, null),
                            CollectionFrequencies.none(),
                            true);
        } finally {
            assertFalse(Files.exists(file));
        }
    }

    @Test
    void anInterruptOfACallerThatSortsItselfEndsTheWork() throws IOException {
        try (TempFile scratch = new TempFile(directory)) {
            PostingSpool spool = spool(1 << 20, scratch);
            assertTimeoutPreemptively(HANGS, () -> {
                ParallelTasks.Runner caller = tasks -> {
                    Thread.currentThread().interrupt();
                    ParallelTasks.runInTurn(tasks);
                };
                assertThrows(InterruptedIOException.class, () -> write(spool, 1, caller));
                assertTrue(Thread.interrupted());
            });
        }
    }

    /** Of a large build, the other partitions would take minutes. */
    @Test
    void noPartitionIsReadAfterAFailure() throws IOException {
        PostingSpool spool;
        try (TempFile scratch = new TempFile(directory)) {
            spool = spool(0, scratch);
        }
        assertTrue(spool.hasSpilled());
        Queue<Exception> failures = new ConcurrentLinkedQueue<>();
        ExecutorService one = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
                return super.newTaskFor(() -> {
                    try {
                        return task.call();
                    } catch (Exception e) {
                        failures.add(e);
                        throw e;
                    }
                });
            }
        };
        try {
            assertTimeoutPreemptively(
                    HANGS,
                    () -> assertThrows(
                            ClosedChannelException.class, () -> write(spool, 2, ParallelTasks.Runner.on(one))));
        } finally {
            one.shutdownNow();
        }
        // The second of the two tasks begins no partition.
        assertEquals(1, failures.size());
        assertInstanceOf(ClosedChannelException.class, failures.remove());
    }
}
