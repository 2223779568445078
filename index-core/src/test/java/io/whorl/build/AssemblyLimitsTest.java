package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.LimitExceededException;
import io.whorl.LongForm;
import io.whorl.RandomCorpus;
import io.whorl.build.PostingSpool.PostingBlock;
import io.whorl.build.SpooledSegmentWriter.PartitionSorter;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.TestFiles;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DeadDocuments;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredKinds;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each limit is reported before anything overflows, with small limits. */
class AssemblyLimitsTest {
    private static final int[] NONE = {};

    @TempDir
    Path directory;

    private static void refuses(long value, long most, org.junit.jupiter.api.function.Executable what) {
        LimitExceededException e = assertThrows(LimitExceededException.class, what);
        assertEquals(value, e.value(), e.getMessage());
        assertEquals(most, e.most(), e.getMessage());
        assertTrue(e.getMessage().startsWith(e.limit() + ": " + value + " is more than the limit of " + most + "; "));
    }

    @Test
    void tooManyPostingsSortedTogetherAreRefused() {
        PartitionSorter.PostingSort sort = new PartitionSorter.PostingSort(false, 1_000);
        sort.reserveMore(0, 900);
        sort.reserveMore(900, 100);
        refuses(1_001, 1_000, () -> sort.reserveMore(990, 11));
    }

    @Test
    void tooManyBytesOfListsAreRefused() {
        ListPool.ListBatch code = new ListPool.ListBatch(5_000);
        int[] documents = IntStream.range(0, 6_000).toArray();
        code.add(documents, NONE, 4_900, 0);
        int end = code.bytesUsed();
        assertTrue(end > 4_900 && end < 5_000);
        refuses(end + 4_902L, 5_000, () -> code.add(documents, NONE, 4_900, 0));
    }

    @Test
    void tooManyDocumentsOfOneMergeAreRefused() throws IOException {
        Path index = directory.resolve("index");
        RandomCorpus.index(index, Scheme.builder().build(), RandomCorpus.of(3, 30, 50), BuildOptions.DEFAULT);
        Segment segment = TestFiles.segment(index);
        List<SegmentMerge.Input> inputs = List.of(new SegmentMerge.Input(segment, DeadDocuments.none(30)));
        ScratchSpace scratch = new ScratchSpace(directory);
        refuses(30, 29, () -> new MergedDocuments(inputs, scratch, () -> false, 29));
        try (MergedDocuments documents = new MergedDocuments(inputs, scratch, () -> false, 30)) {
            assertEquals(30, documents.count());
        }
    }

    // Minutiae that share more leading bits than divide a partition, as only minutiae do that were chosen.

    private static final long PREFIX = 0xABCDEL;

    /** Mebibytes. */
    private static final int HEAP = 24;

    private static Scheme scheme(int bits, boolean frequencies) {
        return Scheme.builder().bits(bits).frequencies(frequencies).build();
    }

    /** Ascending minutiae with the prefix, some of which many documents have. */
    private static long[] crowded(Random random, int bits, int n, int spread) {
        long prefix = PREFIX << bits - 20;
        long[] sorted = new long[n];
        for (int i = 0; i < n; i++) {
            long low = random.nextLong() >>> Long.SIZE - spread;
            sorted[i] = prefix | (low % 7 == 0 ? low & 0x1F : low);
        }
        Arrays.sort(sorted);
        int distinct = 0;
        for (long minutia : sorted) {
            if (distinct == 0 || sorted[distinct - 1] != minutia) {
                sorted[distinct++] = minutia;
            }
        }
        return Arrays.copyOf(sorted, distinct);
    }

    private static void add(SegmentAssembler to, Random random, int d, long[] minutiae) throws IOException {
        int[] frequencies = random.ints(minutiae.length, 1, 4).toArray();
        to.add(Assembled.utf8("document " + d), 1, new byte[0], minutiae, frequencies, minutiae.length);
    }

    @ParameterizedTest
    @CsvSource({"40, 20, false", "40, 14, false", "40, 20, true", "64, 20, false", "64, 44, true"})
    void crowdedPartitionsGiveTheSameBytesInLittleMemory(int bits, int spread, boolean frequencies) throws IOException {
        Scheme scheme = scheme(bits, frequencies);
        List<byte[]> files = new ArrayList<>();
        for (long memory : new long[] {1L << 30, 1 << 19, 0}) {
            for (int threads : new int[] {1, 3}) {
                Random random = new Random(bits + spread);
                Path file = directory.resolve("segment");
                try (SegmentAssembler assembler = new SegmentAssembler(scheme, memory, threads, directory)) {
                    for (int d = 0; d < 40; d++) {
                        add(assembler, random, d, crowded(random, bits, 1_500, spread));
                    }
                    // More documents hold one minutia than are sorted together.
                    for (int d = 40; d < 6_000; d++) {
                        add(assembler, random, d, new long[] {PREFIX << bits - 20 | 5, PREFIX << bits - 20 | 64 + d});
                    }
                    assembler.leaveOut(7);
                    assembler.write(file);
                }
                files.add(Files.readAllBytes(file));
            }
        }
        for (byte[] file : files) {
            assertArrayEquals(files.get(0), file);
        }
    }

    @Test
    void crowdedPartitionsAreSortedAndMergedInASmallHeap() throws Exception {
        for (String[] scheme :
                LongForm.ON ? new String[][] {{"40", "false"}, {"64", "true"}} : new String[][] {{"64", "true"}}) {
            try (ChildJvm child = ChildJvm.start(
                    List.of("-Xmx" + HEAP + "m"), Child.class, directory.toString(), scheme[0], scheme[1])) {
                assertEquals("assembled 40 documents", child.awaitLine("assembled"));
                assertEquals("merged 40 documents", child.awaitLine("merged"));
            }
        }
    }

    static final class Child {
        private static final int MEMORY = 4 << 20;
        private static final int MINUTIAE = 30_000;

        public static void main(String[] args) throws IOException {
            Path directory = Path.of(args[0]);
            int bits = Integer.parseInt(args[1]);
            Scheme scheme = scheme(bits, Boolean.parseBoolean(args[2]));
            Random random = new Random(1);
            List<SegmentMerge.Input> inputs = new ArrayList<>();
            long documents = 0;
            for (int part = 0; part < 2; part++) {
                Path file = directory.resolve("segment-" + part);
                try (SegmentAssembler assembler = new SegmentAssembler(scheme, MEMORY, 2, directory)) {
                    for (int d = 0; d < 20; d++) {
                        add(assembler, random, 20 * part + d, crowded(random, bits, MINUTIAE, 20));
                    }
                    documents += assembler.write(file).documents();
                }
                inputs.add(new SegmentMerge.Input(Segment.open(file), DeadDocuments.none(20)));
            }
            System.out.println("assembled " + documents + " documents");
            SegmentCounts merged = new SegmentMerge(inputs, MEMORY, new ScratchSpace(directory))
                    .postingsOnly()
                    .writeTo(directory.resolve("merged"));
            System.out.println("merged " + merged.documents() + " documents");
        }
    }

    // Postings that a spool refuses. A partition that fails ends the sorting of all others.

    private static final Scheme SCHEME = Scheme.builder().build();

    private static final Duration HANGS = Duration.ofSeconds(30);

    /** Without the check, its high bits would be lost, and it would count as another minutia. */
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

    private static long key(PostingBlock postings, int i) {
        return postings.isPacked() ? postings.keys[i] >>> PostingBlock.DOCUMENT_BITS : postings.keys[i];
    }

    private static int document(PostingBlock postings, int i) {
        return postings.isPacked() ? (int) postings.keys[i] : (int) (postings.values[i] >>> 32);
    }

    private static int count(PostingBlock postings, int i) {
        return postings.isPacked() ? 1 : (int) postings.values[i];
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
