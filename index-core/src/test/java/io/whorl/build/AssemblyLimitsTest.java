package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.build.SpooledSegmentWriter.PartitionSorter;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.TestFiles;
import io.whorl.bulk.TestFiles.BuiltSchemes;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.IndexFiles;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each limit is reported before anything overflows, with small limits; postings can be added after their documents. */
class AssemblyLimitsTest {
    private static final int[] NONE = {};

    @TempDir
    Path directory;

    private static final long[] NO_MINUTIAE = {};
    private static final int[] NO_FREQUENCIES = {};

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

    /** The buffer reserves the exact length of a long list, so an error of one byte shows. */
    @Test
    void aReservedListFitsExactly() {
        Random random = new Random(3);
        for (int n = 1; n < 3_000; n = n * 2 + 1) {
            int[] documents = random.ints(n * 2L, 0, Integer.MAX_VALUE)
                    .distinct()
                    .limit(n)
                    .sorted()
                    .toArray();
            int[] frequencies = random.ints(n, 1, Integer.MAX_VALUE).toArray();
            ListPool.ListBatch code = new ListPool.ListBatch();
            ListPool.ListBatch roomy = new ListPool.ListBatch();
            roomy.add(IntStream.range(0, 100_000).toArray(), NONE, 100_000, 0);
            roomy.clear();
            code.add(documents, frequencies, n, 0);
            roomy.add(documents, frequencies, n, 0);
            int end = code.bytesUsed();
            assertEquals(end, roomy.bytesUsed());
            assertArrayEquals(Arrays.copyOf(roomy.bytes(), end), Arrays.copyOf(code.bytes(), end));
        }
    }

    /** Sorting needs memory for one posting, however often a minutia is repeated in a document. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void repeatedPostingsAreSortedInTheMemoryOfOne(boolean frequencies) throws IOException {
        Scheme scheme = Scheme.builder().frequencies(frequencies).build();
        Random random = new Random(8);
        Path[] files = {directory.resolve("repeated"), directory.resolve("distinct")};
        try (SegmentAssembler repeated = new SegmentAssembler(scheme, 1 << 20, 1, directory);
                SegmentAssembler distinct = new SegmentAssembler(scheme, 1 << 26, 1, directory)) {
            for (int d = 0; d < 20; d++) {
                // All in one partition, with no two equal neighbours.
                long[] minutiae = new long[20_000];
                for (int i = 0; i < minutiae.length; i++) {
                    minutiae[i] = random.nextInt(40) + (i & 1) * 64;
                }
                byte[] id = RandomCorpus.utf8("document " + d);
                repeated.add(id, 1, new byte[0], minutiae, minutiae.length);
                TreeSet<Long> set =
                        new TreeSet<>(Arrays.stream(minutiae).boxed().toList());
                long[] each = set.stream().mapToLong(Long::longValue).toArray();
                int[] counts = Arrays.stream(each)
                        .mapToInt(m -> (int)
                                Arrays.stream(minutiae).filter(x -> x == m).count())
                        .toArray();
                distinct.add(id, 1, new byte[0], each, counts, each.length);
            }
            repeated.write(files[0]);
            distinct.write(files[1]);
        }
        assertArrayEquals(Files.readAllBytes(files[1]), Files.readAllBytes(files[0]));
    }

    @Test
    void equalNeighboursAreUnited() {
        PartitionSorter.PostingSort sort = new PartitionSorter.PostingSort(false);
        sort.reserveMore(0, 6);
        System.arraycopy(new long[] {1, 1, 1, 2, 2, 3}, 0, sort.keys(), 0, 6);
        System.arraycopy(values(new int[] {7, 7, 8, 8, 8, 8}, new int[] {1, 2, 3, 4, 5, 6}), 0, sort.values(), 0, 6);
        List<Integer> dropped = new ArrayList<>();
        assertEquals(4, sort.unite(6, dropped::add));
        assertEquals(List.of(7, 8), dropped);
        assertArrayEquals(new long[] {1, 1, 2, 3}, Arrays.copyOf(sort.keys(), 4));
        assertArrayEquals(values(new int[] {7, 8, 8, 8}, new int[] {3, 3, 9, 6}), Arrays.copyOf(sort.values(), 4));
    }

    private static long[] values(int[] documents, int[] counts) {
        return IntStream.range(0, counts.length)
                .mapToLong(i -> (long) documents[i] << 32 | counts[i])
                .toArray();
    }

    private record Posting(long minutia, int document, int frequency) {}

    @ParameterizedTest
    @EnumSource
    void postingsCanBeAddedAfterTheirDocuments(BuiltSchemes drawn) throws IOException {
        Map<String, byte[]> corpus = RandomCorpus.of(drawn.ordinal(), 70, 400);
        List<Posting> postings = new ArrayList<>();
        Path file = directory.resolve("assembled.whs");
        try (SegmentAssembler assembler = new SegmentAssembler(drawn.scheme, 1 << 20, 1, directory)) {
            for (Assembled d : Assembled.of(drawn.scheme, corpus).values()) {
                int document = assembler.add(d.id(), d.words(), d.extra(), NO_MINUTIAE, NO_FREQUENCIES, 0);
                for (int i = 0; i < d.minutiae().length; i++) {
                    // If the scheme stores no frequencies, the given frequency is ignored.
                    postings.add(new Posting(
                            d.minutiae()[i], document, drawn.scheme.frequencies() ? d.frequencies()[i] : i));
                }
            }
            Collections.shuffle(postings, new Random(drawn.ordinal()));
            for (Posting p : postings) {
                assembler.add(p.minutia(), p.document(), p.frequency());
            }
            assertEquals(postings.size(), assembler.postings());
            assembler.write(file);
        }
        assertArrayEquals(TestFiles.bulk(directory, drawn.scheme, corpus), Files.readAllBytes(file));
    }

    @Test
    void aPostingNeedsItsDocument() throws IOException {
        try (SegmentAssembler assembler = new SegmentAssembler(BuiltSchemes.FREQUENT.scheme, 0, 1, directory)) {
            assembler.add(new byte[] {'a'}, 1, new byte[0], NO_MINUTIAE, NO_FREQUENCIES, 0);
            assertThrows(IllegalArgumentException.class, () -> assembler.add(1, 1, 1));
            assertThrows(IllegalArgumentException.class, () -> assembler.add(1, -1, 1));
            assertThrows(IllegalArgumentException.class, () -> assembler.add(1, 0, 0));
            assembler.add(1, 0, 1);
            assertEquals(1, assembler.postings());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void tooManyHoldersOfOneMinutiaAreRefused(boolean counted) {
        MinutiaMerge.HolderUnion union = new MinutiaMerge.HolderUnion(counted, 100, () -> {});
        for (int i = 0; i < 50; i++) {
            union.append(2 * i, 1);
        }
        for (int i = 0; i < 50; i++) {
            union.append(2 * i + 1, 1);
        }
        union.sort();
        refuses(101, 100, () -> union.append(100, 1));
        assertArrayEquals(IntStream.range(0, 100).toArray(), Arrays.copyOf(union.documents(), union.size()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void largeUnionAsksFirstAndReturnsItsMemory(boolean counted) {
        AtomicInteger asked = new AtomicInteger();
        MinutiaMerge.HolderUnion union = new MinutiaMerge.HolderUnion(counted, asked::incrementAndGet);
        for (int i = 0; i < MinutiaMerge.HolderUnion.LARGE; i++) {
            union.append(i, 1);
        }
        union.shrink();
        assertEquals(MinutiaMerge.HolderUnion.LARGE, union.size(), "it is not large yet");
        assertEquals(0, asked.get());
        union.append(MinutiaMerge.HolderUnion.LARGE, 1);
        assertEquals(1, asked.get());
        union.sort();
        union.shrink();
        assertEquals(0, union.size());
        assertTrue(union.documents().length < 100, "it keeps " + union.documents().length);
        union.append(7, 3);
        union.sort();
        assertEquals(7, union.documents()[0]);
    }

    @Test
    void tooManyDocumentsOfOneMergeAreRefused() throws IOException {
        Path index = directory.resolve("index");
        TestFiles.build(index, Scheme.builder().build(), RandomCorpus.of(3, 30, 50), BuildOptions.DEFAULT);
        Segment segment = Segment.open(
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name()));
        List<SegmentMerge.Input> inputs = List.of(new SegmentMerge.Input(segment, DeadDocuments.none(30)));
        ScratchSpace scratch = new ScratchSpace(directory);
        refuses(30, 29, () -> new MergedDocuments(inputs, scratch, () -> false, 29));
        try (MergedDocuments documents = new MergedDocuments(inputs, scratch, () -> false, 30)) {
            assertEquals(30, documents.count());
        }
    }
}
