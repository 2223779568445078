package io.whorl.write;

import static io.whorl.testing.Thrown.assertReason;
import static io.whorl.write.WriterFixture.DIRECT;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.DiskSpaceException;
import io.whorl.WriterException;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.TestSets;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;
import io.whorl.testing.LongForm;
import io.whorl.testing.Repeated;
import io.whorl.write.Maintenance.SegmentMerger;
import io.whorl.write.WriterFixture.HeldMerger;
import io.whorl.write.WriterFixture.Patience;
import io.whorl.write.WriterHealth.MergeFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Background merges that fail, and segments that arrive faster than they are merged. */
class MergeFailureTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path folder;

    private boolean damaged;

    @AfterEach
    void stop() throws IOException {
        assertTrue(damaged || IndexCheck.check(index()).problems().isEmpty());
    }

    private final List<MergeFailure> reported = new CopyOnWriteArrayList<>();

    private Path index() {
        return folder.resolve("index");
    }

    private WriterOptions telling(WriterOptions options) {
        return options.onMergeFailure(reported::add);
    }

    private IndexWriter open(WriterOptions options, UnaryOperator<SegmentMerger> merger) throws IOException {
        IndexWriter.create(index(), SCHEME, options).close();
        return IndexWriter.open(index(), telling(options).merger(merger));
    }

    private static void commit(IndexWriter writer, int from, int count) throws IOException {
        for (int i = from; i < from + count; i++) {
            writer.add("d" + i, text(i, 100));
            writer.commit();
        }
    }

    private static WriterHealth assertHealth(IndexWriter writer, Predicate<WriterHealth> expected) {
        WriterHealth health = writer.health();
        assertTrue(expected.test(health), health::toString);
        return health;
    }

    private List<String> names() throws IOException {
        return IndexFiles.readManifest(index()).segments().stream()
                .map(SegmentFile::name)
                .toList();
    }

    /** Creates an index of one segment with a flipped bit in its table. Returns the name of the segment. */
    private String damaged() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, DIRECT)) {
            // Enough text that the table is in the middle of the file.
            writer.add("d0", text(0, 900));
            writer.commit();
        }
        damaged = true;
        String name = names().get(0);
        Path file = index().resolve(name);
        TestSets.flip(file, Files.size(file) / 2);
        assertTrue(IndexCheck.check(index()).problems().toString().contains("TABLE"));
        return name;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void aDamagedSegmentDoesNotStopOtherMerges(int factor) throws IOException {
        String damaged = damaged();
        int commits = LongForm.of(30, 100);
        try (IndexWriter writer = IndexWriter.open(index(), telling(DIRECT.mergeFactor(factor)))) {
            commit(writer, 1, commits);
            assertHealth(writer, h -> h.segments() <= h.mostSegments() && h.mostSegments() < 6 * factor);
            // After this call no merge runs, so none fails while the failures are compared.
            assertThrows(CorruptIndexException.class, writer::forceMerge);
            WriterHealth health =
                    assertHealth(writer, h -> !h.isWell() && h.setAside().size() == 1);
            MergeFailure failure = health.setAside().get(0);
            assertEquals(List.of(damaged), failure.segments());
            CorruptIndexException cause = assertInstanceOf(CorruptIndexException.class, failure.cause());
            assertTrue(cause.file().endsWith(damaged), cause::getMessage);
            // It is tried again, less and less often.
            assertTrue(failure.attempts() > 1 && failure.attempts() < 10, failure::toString);
            assertEquals(health.failedMerges(), reported.size());
            assertEquals(failure, reported.get(reported.size() - 1));
            for (int i = 0; i < reported.size(); i++) {
                assertEquals(i + 1, reported.get(i).attempts());
                assertEquals(Math.min(1_024, 1 << i), reported.get(i).retryAfter());
            }
            assertEquals(commits + 1, writer.snapshot().documents());
            assertTrue(names().contains(damaged));
        }
        assertEquals(commits + 1, Snapshot.open(index()).documents());
    }

    /** A call that waits for merges throws the failure after it has merged the other segments. Failures are logged. */
    @Test
    void awaitMergesThrowsTheFailure() throws IOException {
        String damaged = damaged();
        try (IndexWriter writer = IndexWriter.open(index(), DIRECT.mergeFactor(64))) {
            commit(writer, 1, 10);
        }
        Logger logger = Logger.getLogger("io.whorl.write");
        List<LogRecord> records = new CopyOnWriteArrayList<>();
        logger.setFilter(r -> r.getLevel() == Level.WARNING && !records.add(r));
        try (IndexWriter writer = IndexWriter.open(index(), DIRECT.mergeFactor(3))) {
            // The damaged segment is the largest, so it is in the last group to be merged.
            assertThrows(CorruptIndexException.class, writer::awaitMerges);
            assertTrue(names().contains(damaged) && names().size() <= 4, names()::toString);
            assertEquals(11, writer.snapshot().documents());
        } finally {
            logger.setFilter(null);
        }
        assertFalse(records.isEmpty());
        assertTrue(
                records.stream()
                        .allMatch(r ->
                                r.getMessage().contains(damaged) && r.getThrown() instanceof CorruptIndexException),
                () -> records.size() + " records");
    }

    /** A background merge finds the damage, and merges the other segments, so no merge of the damaged one is due. */
    @Test
    void awaitMergesThrowsDamageThatTheBackgroundFound() throws Exception {
        String damaged = damaged();
        try (IndexWriter writer = IndexWriter.open(index(), DIRECT.mergeFactor(64))) {
            // Larger than the damaged segment, which is merged first therefore.
            for (int i = 1; i <= 3; i++) {
                writer.add("d" + i, text(i, 950));
                writer.commit();
            }
        }
        try (IndexWriter writer = IndexWriter.open(index(), telling(DIRECT.mergeFactor(3)))) {
            Patience.until(() -> writer.health().segments() == 2);
            assertEquals(1, reported.size());
            CorruptIndexException e = assertThrows(CorruptIndexException.class, writer::awaitMerges);
            assertTrue(e.file().endsWith(damaged), e::getMessage);
            assertEquals(1, reported.size());
        }
    }

    /** If every merge fails, the index stops growing at a limit, but the writer stays usable. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anIndexThatCannotBeMergedGrowsToALimit(boolean direct) throws Exception {
        AtomicBoolean failing = new AtomicBoolean(true);
        UnaryOperator<SegmentMerger> merger = inner -> (inputs, memory, cancelled) -> {
            if (failing.get()) {
                throw new IOException("no merge today");
            }
            return inner.merge(inputs, memory, cancelled);
        };
        int committed = 0;
        try (IndexWriter writer = open(direct ? DIRECT : SMALL, merger)) {
            WriterException refused;
            while (true) {
                try {
                    writer.add("d" + committed, text(committed, 400));
                    writer.commit();
                    committed++;
                    writer.seal();
                } catch (WriterException e) {
                    refused = e;
                    break;
                }
                assertTrue(committed < 500, "the index grows without a limit");
            }
            assertTrue(
                    refused.getMessage().matches("(?s).* has \\d\\d segments, .*no merge today.*"),
                    refused::getMessage);
            WriterHealth health = assertHealth(writer, h -> h.segments() <= 4 * h.mostSegments() && !h.isWell());
            assertTrue(reported.size() > 3, reported::toString);
            assertEquals(List.of(1L, 0L), List.of(health.refusedCommits(), health.merges()));
            assertReason(WriterException.Reason.MERGES, direct ? writer::commit : writer::seal);
            assertEquals(2, writer.health().refusedCommits());
            assertEquals(committed, writer.snapshot().documents());
            failing.set(false);
            // A refused call makes the writer try again; the last attempt may have been too early.
            for (int i = 0; i < 3; i++) {
                try {
                    writer.commit();
                    writer.seal();
                    break;
                } catch (WriterException e) {
                    assertTrue(i < 2, e::getMessage);
                }
            }
            writer.awaitMerges();
            assertHealth(writer, h -> h.isWell() && h.segments() < 20);
            // The refused changes were kept.
            assertEquals(committed + (direct ? 1 : 0), writer.snapshot().documents());
        }
    }

    @Test
    void aMergeKeepsTheReserveFree() throws IOException {
        WriterOptions options = DIRECT.mergeReserve(1L << 50);
        try (IndexWriter writer = open(options, UnaryOperator.identity())) {
            commit(writer, 0, 10);
            assertThrows(DiskSpaceException.class, writer::awaitMerges);
            assertEquals(10, writer.health().segments());
            assertInstanceOf(
                    DiskSpaceException.class, writer.health().setAside().get(0).cause());
            assertThrows(DiskSpaceException.class, writer::forceMerge);
        }
        try (IndexWriter writer = IndexWriter.open(index(), options.mergeReserve(0))) {
            writer.awaitMerges();
            assertHealth(writer, h -> h.isWell() && h.segments() < 5);
        }
    }

    @Test
    void largeSegmentsAreMergedOnlyByForce() throws IOException {
        WriterOptions options = DIRECT.mergePostings(150);
        try (IndexWriter writer = open(options, UnaryOperator.identity())) {
            commit(writer, 0, 40);
            writer.awaitMerges();
            List<Long> postings = new ArrayList<>();
            for (String name : names()) {
                postings.add(Segment.open(index().resolve(name)).counts().postings());
            }
            // Two segments of 97 each are merged; the result is too large to merge.
            assertTrue(postings.size() >= 20 && postings.stream().allMatch(n -> n <= 2 * 150), postings::toString);
            assertHealth(writer, h -> h.segments() <= h.mostSegments());
            writer.forceMerge();
            assertEquals(1, writer.health().segments());
        }
    }

    private static final int COMMITS = 40;

    private static final int SEALS = 100;
    private static final long MINUTE = TimeUnit.SECONDS.toNanos(60);
    private static final int WORDS = 403;
    private static final int POSTINGS = 400;
    private final AtomicInteger sealed = new AtomicInteger();
    private volatile boolean over;

    private int sealUntilClosed(IndexWriter writer, String name, int words, int most) throws Exception {
        return untilClosed(writer, name, words, most, writer::seal);
    }

    /**
     * Commits documents, and calls the writer after each, until it is closed or this is over. Returns how many commits
     * succeeded.
     */
    private int untilClosed(IndexWriter writer, String name, int words, int most, Patience.Call call) throws Exception {
        int committed = 0;
        try {
            while (committed < most && !over) {
                writer.add(name + committed, text(name.hashCode() * 100_003L + committed, words));
                writer.commit();
                committed++;
                call.run();
                sealed.incrementAndGet();
            }
        } catch (IllegalStateException closed) {
            assertTrue(closed.getMessage().contains("closed"), closed::getMessage);
        }
        return committed;
    }

    static List<WriterOptions> ways() {
        return List.of(SMALL, DIRECT);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void commitsThatMakeSegmentsWaitForMerges(WriterOptions options) throws Exception {
        HeldMerger merger = new HeldMerger();
        try (IndexWriter writer = open(options, merger)) {
            Future<Integer> sealing = Patience.start(() -> sealUntilClosed(writer, "d", 200, COMMITS));
            Patience.until(() -> writer.health().waiting());
            assertHealth(writer, h -> h.segments() <= h.mostSegments() && h.mostSegments() < 10);
            assertHealth(writer, h -> h.isWell() && h.stalls() == 1);
            if (options == SMALL) {
                // A commit that fits the log overtakes those that wait.
                writer.add("passing", text(1_000, 20));
                writer.commit();
                assertEquals(List.of("passing"), ids(writer.snapshot(), text(1_000, 20)));
                assertFalse(sealing.isDone());
            }
            merger.release();
            assertEquals(COMMITS, Patience.get(sealing));
            // The last step reports to its caller before the queue reports that nothing waits.
            Patience.until(() -> !writer.health().waiting());
            assertHealth(writer, h -> h.segments() <= h.mostSegments());
        }
        assertEquals(
                COMMITS + (options == SMALL ? 1 : 0), Snapshot.open(index()).documents());
    }

    @ParameterizedTest
    @MethodSource("ways")
    void closeEndsTheWait(WriterOptions options) throws Exception {
        IndexWriter writer = open(options, new HeldMerger());
        List<Future<Integer>> sealing = Repeated.list(
                3, t -> Patience.start(() -> sealUntilClosed(writer, "thread " + t + "/", 200, Integer.MAX_VALUE)));
        Patience.until(() -> writer.health().waiting());
        Patience.run(writer::close);
        int committed = 0;
        for (Future<Integer> s : sealing) {
            committed += Patience.get(s);
        }
        // A commit that waited has returned and is visible. It may include documents that others had just added.
        long documents = Snapshot.open(index()).documents();
        assertTrue(documents >= committed && documents <= committed + sealing.size(), documents + " of " + committed);
        assertThrows(IllegalStateException.class, writer::seal);
    }

    /** A call that a close interrupts throws IllegalStateException, whatever it was doing. */
    @Test
    void closeEndsConcurrentCalls() throws Exception {
        int committed = 0;
        for (int round = 0; round < 5; round++) {
            IndexWriter writer = IndexWriter.openOrCreate(index(), SCHEME, SMALL);
            Map<String, Patience.Call> calls = Map.of(
                    round + "/commit/", writer::commit,
                    round + "/seal/", writer::seal,
                    round + "/merge/", writer::forceMerge,
                    round + "/refresh/", () -> writer.snapshot().refresh().close());
            List<Future<Integer>> ends = new ArrayList<>();
            calls.forEach((name, call) ->
                    ends.add(Patience.start(() -> untilClosed(writer, name, 30, Integer.MAX_VALUE, call))));
            for (String name : calls.keySet()) {
                Patience.until(() -> writer.snapshot().ids(name).count() > 2);
            }
            Patience.run(writer::close);
            for (Future<Integer> end : ends) {
                committed += Patience.get(end);
            }
            // The last commit may not have been reported.
            long found = Snapshot.open(index()).documents();
            assertTrue(found >= committed, found + " documents, " + committed + " committed");
        }
    }

    /** More is sealed during the merge than was merged, so merging until nothing is due would never end. */
    @ParameterizedTest
    @ValueSource(strings = {"forceMerge", "awaitMerges"})
    void awaitMergesReturnsEvenIfOthersKeepSealing(String call) throws Exception {
        IndexWriter[] opened = new IndexWriter[1];
        UnaryOperator<SegmentMerger> outrun = merger -> (inputs, memory, cancelled) -> {
            int before = sealed.get();
            while (!cancelled.getAsBoolean()
                    && sealed.get() < before + 3
                    && !opened[0].health().waiting()) {
                LockSupport.parkNanos(100_000);
            }
            return merger.merge(inputs, memory, cancelled);
        };
        try (IndexWriter writer = open(SMALL, outrun)) {
            opened[0] = writer;
            Future<Integer> sealing = Patience.start(() -> sealUntilClosed(writer, "d", 20, Integer.MAX_VALUE));
            for (int i = 0; i < 3; i++) {
                Patience.until(() -> writer.health().segments() > 2);
                List<String> before = names();
                Patience.run(call.equals("forceMerge") ? writer::forceMerge : writer::awaitMerges);
                List<String> left = names().stream().filter(before::contains).toList();
                assertTrue(call.equals("awaitMerges") || left.isEmpty(), () -> left + " were there before");
                assertFalse(sealing.isDone());
            }
            writer.close();
            assertTrue(Patience.get(sealing) > 3);
        }
    }

    /**
     * A forced merge takes all segments. Segments that arrive meanwhile are merged separately, and wait only for each
     * other.
     */
    @Test
    void otherThreadsContinueDuringAForcedMerge() throws Exception {
        HeldMerger forced = new HeldMerger();
        int[] large = {Integer.MAX_VALUE};
        UnaryOperator<SegmentMerger> merger = inner -> (inputs, memory, cancelled) ->
                (inputs.size() >= large[0] ? forced.apply(inner) : inner).merge(inputs, memory, cancelled);
        try (IndexWriter writer = open(DIRECT.mergeFactor(3), merger)) {
            sealUntilClosed(writer, "before ", 200, 20);
            writer.awaitMerges();
            // As many as without due merges, which is more than a background merge takes.
            for (int i = 0; writer.health().segments() < 4; i++) {
                writer.add("more " + i, text(i, 200 * (1 + i)));
                writer.commit();
                writer.awaitMerges();
            }
            large[0] = 4;
            Future<Void> all = Patience.begin(writer::forceMerge);
            Patience.until(forced::isHolding);
            // Merged repeatedly while none of the first segments can be.
            sealUntilClosed(writer, "beside ", 200, COMMITS);
            assertFalse(all.isDone());
            assertHealth(writer, h -> h.segments() <= h.mostSegments());
            forced.release();
            Patience.get(all);
            writer.forceMerge();
            assertEquals(1, writer.health().segments());
        }
    }

    // Two threads add and seal as fast as they can with a merge factor of 2; then a third forces a merge while they
    // continue. The long form continues for a minute.

    @Test
    void segmentsStayLogarithmic() throws Exception {
        int most = 0;
        int documents = 0;
        try (IndexWriter writer = IndexWriter.create(index(), Scheme.builder().build(), SMALL)) {
            List<Future<Integer>> sealing = Repeated.list(
                    2, t -> Patience.start(() -> sealUntilClosed(writer, t + "/", WORDS, Integer.MAX_VALUE)));
            long begin = System.nanoTime();
            while (LongForm.ON ? System.nanoTime() - begin < MINUTE : sealed.get() < SEALS) {
                assertTrue(sealing.stream().noneMatch(Future::isDone), "a thread has ended");
                most = Math.max(
                        most, IndexFiles.readManifest(index()).segments().size());
                Thread.sleep(1);
            }
            Patience.run(writer::forceMerge);
            over = true;
            for (Future<Integer> s : sealing) {
                documents += Patience.get(s);
            }
            double factor = (double) documents * POSTINGS / SMALL.livePostings();
            int levels = 1 + (int) Math.ceil(Math.log(Math.max(1, factor)) / Math.log(2));
            // One segment on each level without due merges, and four more during merges.
            assertTrue(most <= levels + 4, most + " segments of " + documents + " documents");
            writer.awaitMerges();
            assertHealth(writer, h -> h.segments() <= levels && h.isWell());
        } finally {
            over = true;
        }
        assertEquals(documents, Snapshot.open(index()).documents());
    }
}
