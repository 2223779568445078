package io.whorl.build;

import static io.whorl.testing.Thrown.assertMessage;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LimitExceededException;
import io.whorl.RandomCorpus;
import io.whorl.build.NewDocuments.ArrivedDocument;
import io.whorl.build.SpooledSegmentWriter.PartitionSorter;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RefusedDocument;
import io.whorl.bulk.RepeatedIds;
import io.whorl.bulk.TestFiles;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.query.IndexCheck;
import io.whorl.scheme.Scheme;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentLists;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.store.ScratchSpace.TempFile;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredKinds;
import io.whorl.store.TestSegments;
import io.whorl.testing.ChildJvm;
import io.whorl.testing.HeldFiles;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import io.whorl.write.NewDocument;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each limit is reported before anything overflows, with small limits. */
class AssemblyLimitsTest {
    private static final int MANY = 3_000;
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
        PartitionSorter.PostingSort sort = new PartitionSorter.PostingSort(false);
        sort.reserveMore(0, 1_000);
        int most = Integer.MAX_VALUE - 8;
        refuses(most + 1L, most, () -> sort.reserveMore(most - 10, 11));
    }

    @Test
    void tooManyBytesOfListsAreRefused() {
        ListPool.ListBatch lists = new ListPool.ListBatch(5_000);
        int[] documents = IntStream.range(0, 5_001).toArray();
        refuses(5_001, 5_000, () -> lists.add(documents, NONE, 5_001));
        lists.add(documents, NONE, 4_900);
        lists.encode();
        lists.add(documents, NONE, 99);
        // A byte for each document, and two and one for the numbers of documents.
        refuses(5_002, 5_000, lists::encode);
    }

    /** The hash decides where to look for a list, never whether two lists are equal. It has no frequencies. */
    @Test
    void differentListsWithEqualHashesAreDistinguished() throws IOException {
        ListPool.ListBatch batch = new ListPool.ListBatch(1 << 20);
        Map<List<Integer>, Integer> numbers = new HashMap<>();
        Random random = new Random(6);
        int[] documents = IntStream.range(0, MANY).toArray();
        for (int i = 0; i < 200; i++) {
            // At first long ones, so that later ones are compared with the file.
            int n = i < 90 ? MANY : 3;
            int[] frequencies = random.ints(n, 1, 3).toArray();
            int number = batch.add(documents, frequencies, n);
            assertEquals(
                    numbers.computeIfAbsent(Arrays.stream(frequencies).boxed().toList(), d -> number), number);
        }
        assertEquals(90 + 8, batch.size());
        List<TestSegments.Doc> sorted =
                TestSegments.sorted(Repeated.list(MANY, d -> new TestSegments.Doc("d" + d, 1, 0, new byte[0])));
        TestSegments.Lists written = out -> {
            try (ListPool pool = new ListPool(out, 0, new ScratchSpace(directory))) {
                pool.find(batch);
                pool.number(batch);
                long first = batch.number(0);
                pool.find(batch);
                pool.number(batch);
                assertEquals(first, batch.number(0));
            }
        };
        Segment segment = TestSegments.write(directory.resolve("lists.whs"), scheme(40, true), sorted, written, 10);
        assertEquals(batch.size(), segment.lists().count());
        numbers.forEach((frequencies, number) -> {
            DocumentLists.Cursor list = segment.lists().cursor(batch.number(number));
            frequencies.forEach(f -> assertTrue(list.next() && list.frequency() == f));
        });
    }

    @Test
    void tooManyDocumentsOfOneMergeAreRefused() throws IOException {
        Path index = directory.resolve("index");
        RandomCorpus.index(index, Scheme.builder().build(), RandomCorpus.of(3, 300, 5), BuildOptions.DEFAULT);
        SealedPart input = SealedPart.of(TestFiles.segment(index));
        int repeats = NewDocuments.MOST / 300 + 1;
        ScratchSpace scratch = new ScratchSpace(directory);
        refuses(
                300L * repeats,
                NewDocuments.MOST,
                () -> new MergedDocuments(
                        Collections.nCopies(repeats, input), SegmentMerge.FamilySource.NONE, scratch, () -> false, 0));
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
        long prefix = PREFIX << (bits - 20);
        long[] sorted = new long[n];
        for (int i = 0; i < n; i++) {
            long low = random.nextLong() >>> (Long.SIZE - spread);
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
        Assembled document = new Assembled(RandomCorpus.utf8("document " + d), 1, new byte[0], minutiae, frequencies);
        to.put(document.logged(), new byte[0], true);
    }

    @Test
    void crowdedPartitionsAreSortedAndMergedInASmallHeap() throws Exception {
        for (String[] scheme :
                LongForm.ON ? new String[][] {{"40", "false"}, {"64", "true"}} : new String[][] {{"64", "true"}}) {
            assertEquals(
                    List.of("assembled 40 documents", "merged 40 documents"),
                    ChildJvm.run(ChildJvm.command(
                            List.of("-Xmx" + HEAP + "m"), Child.class, directory.toString(), scheme[0], scheme[1])));
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
            List<SealedPart> inputs = new ArrayList<>();
            long documents = 0;
            for (int part = 0; part < 2; part++) {
                Path file = directory.resolve("segment-" + part);
                try (SegmentAssembler assembler =
                        new SegmentAssembler(scheme, StoredKinds.NONE, MEMORY, 2, directory)) {
                    for (int d = 0; d < 20; d++) {
                        add(assembler, random, 20 * part + d, crowded(random, bits, MINUTIAE, 20));
                    }
                    documents += Assembled.write(assembler, file).documents();
                }
                inputs.add(new SealedPart(Segment.open(file), DeadDocuments.none(20)));
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
                assertMessage(
                        IllegalStateException.class,
                        "a minutia has more than 32 bits",
                        () -> spool.add(new long[] {wide}, Optional.empty(), 1, 0));
            }
        }
    }

    @Test
    void aCountBeyondAnIntIsRefused() throws IOException {
        try (TempFile scratch = new TempFile(directory)) {
            Scheme counted = Scheme.builder().frequencies(true).build();
            PostingSpool spool = new PostingSpool(counted.hashing().bits(), 0, scratch, true);
            spool.add(7, 0, Integer.MAX_VALUE - 1);
            spool.add(7, 0, 1);
            spool.add(7, 0, 1);
            refuses(1L << 31, Integer.MAX_VALUE, () -> write(counted, spool, 1, ParallelTasks::runInTurn));
        }
    }

    private PostingSpool spool(long memory, TempFile scratch) throws IOException {
        PostingSpool spool = new PostingSpool(SCHEME.hashing().bits(), memory, scratch, false);
        spool.add(new Random(5).longs(4_000, 0, 1L << 40).toArray(), Optional.empty(), 4_000, 0);
        spool.finish();
        return spool;
    }

    private void write(PostingSpool spool, int workers, ParallelTasks.Runner threads) throws IOException {
        write(SCHEME, spool, workers, threads);
    }

    private void write(Scheme scheme, PostingSpool spool, int workers, ParallelTasks.Runner threads)
            throws IOException {
        ArrivedDocument only = new ArrivedDocument(0, RandomCorpus.utf8("only"), new byte[0], DocumentDate.NONE);
        Path file = directory.resolve("segment.whs");
        try {
            ScratchSpace scratch = new ScratchSpace(directory);
            new SpooledSegmentWriter(scheme, StoredKinds.NONE, 1 << 22, workers, threads, scratch, CommonMinutiae.NONE)
                    .write(file, List.of(spool), new NewDocuments(List.of(only), null, false, RepeatedIds.FIRST), true);
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
            assertTrue(scratch.size() > 0);
        }
        List<Exception> failures = new ArrayList<>();
        ParallelTasks.Runner every = tasks -> {
            for (ParallelTasks.Task task : tasks) {
                try {
                    task.run();
                } catch (Exception e) {
                    failures.add(e);
                }
            }
            throw (IOException) failures.get(0);
        };
        assertThrows(ClosedChannelException.class, () -> write(spool, 2, every));
        assertEquals(1, failures.size(), "the second of the two tasks begins no partition");
    }

    // Builds in runs that reach a limit, a full disk or the end of their threads: documents are kept, or reported as
    // lost, and no file stays open.

    /** Each document fills a run. */
    private static final BuildOptions OPTIONS =
            RunMergeTest.Runs.SMALL.runText(1).threads(1).reserve(0).storeText(true);

    private int kept;
    private int lost;

    @Test
    void aBuildContinuesOrSaysThatDocumentsAreLost() throws IOException {
        for (boolean again : new boolean[] {true, false}) {
            for (int nth = 1; run(nth, again); nth++) {
                assertTrue(nth < 100, "the second run never begins");
            }
        }
        assertTrue(kept > 0, "no build continued");
        assertTrue(lost > 0, "no build lost documents");
    }

    /** Returns whether an operation failed. */
    private boolean run(int nth, boolean again) throws IOException {
        CrashFileSystem system = CrashFileSystem.over(Files.createDirectory(directory.resolve(nth + " " + again)));
        Path index = system.root().resolve("index");
        try (IndexBuilder builder = IndexBuilder.create(index, SCHEME, OPTIONS, refused -> {})) {
            add(builder, 1);
            system.fail(Fault.at(nth, Operation.CREATE, Operation.FORCE));
            try {
                add(builder, 2);
                system.heal();
                return false;
            } catch (IOException e) {
                system.heal();
            }
            try {
                if (again) {
                    add(builder, 2);
                }
            } catch (IllegalStateException e) {
                lost(e);
                lost(assertThrows(IllegalStateException.class, builder::finish));
                return true;
            }
            try {
                assertEquals(again ? 2 : 1, builder.finish().index().documents());
            } catch (IllegalStateException e) {
                lost(e);
                return true;
            }
            kept++;
            assertEquals(List.of(), IndexCheck.check(index).problems());
            return true;
        }
    }

    private void lost(IllegalStateException e) {
        assertTrue(e.getMessage().contains("lost; make a new builder"), e.getMessage());
        lost++;
    }

    private static void add(IndexBuilder builder, int number) throws IOException {
        builder.add("document " + number, RandomCorpus.utf8("one two three four " + number), Optional.empty());
    }

    /** A system that allows no more threads has the same effect. */
    @Test
    void aBatchThatNoThreadTakesIsNotWaitedFor() throws IOException {
        BuildOptions options =
                BuildOptions.DEFAULT.memory(BuildOptions.LEAST_MEMORY).threads(1);
        try (RunBuilder run = new RunBuilder(SCHEME, options, new ScratchSpace(directory), refused -> {})) {
            run.add("a", new byte[] {'b'}, DocumentDate.NONE);
            run.threads().shutdown();
            assertThrows(RejectedExecutionException.class, run::fingerprinted);
            assertTimeoutPreemptively(
                    Duration.ofSeconds(30), () -> assertThrows(RejectedExecutionException.class, run::fingerprinted));
        }
    }

    interface Opening {
        Closeable open(Path scratch) throws IOException;
    }

    static Stream<Opening> openings() {
        return Stream.of(
                scratch -> new SegmentAssembler(SCHEME, new StoredKinds(true, true), 1 << 20, 1, scratch),
                scratch -> new RunBuilder(
                        SCHEME,
                        RunMergeTest.Runs.SMALL.storeText(true).storeFingerprints(true),
                        new ScratchSpace(scratch),
                        document -> {}));
    }

    @ParameterizedTest
    @MethodSource("openings")
    void noScratchFileStaysOpen(Opening opening) throws IOException {
        Path real = directory.toRealPath();
        CrashFileSystem system = CrashFileSystem.over(real);
        int files;
        try (Closeable opened = opening.open(system.root())) {
            files = HeldFiles.open(real).size();
            assertTrue(files > 0, opened::toString);
        }
        assertEquals(List.of(), HeldFiles.open(real));
        for (int nth = 1; nth <= files; nth++) {
            system.fail(Fault.at(nth, Operation.CREATE));
            assertThrows(IOException.class, () -> opening.open(system.root()));
            assertEquals(1, system.failures());
            assertEquals(List.of(), HeldFiles.open(real), "after " + (nth - 1) + " files");
            system.heal();
        }
    }

    // A fingerprint that is too large to be stored leaves its document out, and no other.

    private static final int MOST_BYTES = 380_000;

    /** About three bytes for each: the second one is written in two pieces. */
    private static final int[] WORDS = {40, 100_000, 150_000, 300, 27_000, 0, 20};

    private static final int TOO_LARGE = 2;

    private static byte[] text(int document) {
        return RandomCorpus.utf8(RandomCorpus.words("d" + document + "w", 0, WORDS[document]));
    }

    @Test
    void theDocumentIsRefusedAndTheOthersAreStored() throws IOException {
        List<RefusedDocument> refused = new ArrayList<>();
        BuildOptions options = RunMergeTest.Runs.SMALL.threads(1).storeFingerprints(true);
        Path file = directory.resolve("segment.whs");
        try (RunBuilder run = new RunBuilder(SCHEME, options, new ScratchSpace(directory), refused::add)) {
            run.mostFingerprint = MOST_BYTES;
            for (int d = 0; d < WORDS.length; d++) {
                run.add("document " + d, text(d), DocumentDate.NONE);
            }
            run.finish(file);
        }
        List<NewDocument> others = Repeated.list(WORDS.length, d -> new NewDocument("document " + d, text(d)));
        others.remove(TOO_LARGE);
        RandomCorpus.index(directory.resolve("others"), SCHEME, others, options);
        assertArrayEquals(TestFiles.bytes(directory.resolve("others")), Files.readAllBytes(file));
        assertEquals(1, refused.size());
        assertEquals("document " + TOO_LARGE, refused.get(0).id());
        assertEquals("bytes of a stored fingerprint", refused.get(0).reason().limit());
        assertEquals(MOST_BYTES, refused.get(0).reason().most());
    }
}
