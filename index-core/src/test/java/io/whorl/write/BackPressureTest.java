package io.whorl.write;

import static io.whorl.write.WriterFixture.DIRECT;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.SegmentFile;
import io.whorl.write.MergeScheduler.SegmentMerger;
import io.whorl.write.WriterFixture.HeldMerger;
import io.whorl.write.WriterFixture.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Segments that arrive faster than they are merged. */
class BackPressureTest {
    private static final int COMMITS = 40;

    @TempDir
    Path folder;

    private final ExecutorService pool = Executors.newCachedThreadPool();
    private static final int SEALS = 100;
    private static final long MINUTE = TimeUnit.SECONDS.toNanos(60);
    private static final int WORDS = 403;
    private static final int POSTINGS = 400;
    private final AtomicInteger sealed = new AtomicInteger();
    private volatile boolean over;

    @AfterEach
    void stop() throws IOException {
        pool.shutdownNow();
        assertEquals(List.of(), IndexCheck.check(index()).problems());
    }

    private Path index() {
        return folder.resolve("index");
    }

    private IndexWriter open(WriterOptions options, UnaryOperator<SegmentMerger> merger) throws IOException {
        IndexWriter.create(index(), Scheme.builder().build(), options).close();
        return IndexWriter.open(index(), WriterFixture.merging(options, merger));
    }

    /** Commits and seals documents until the writer is closed. Returns how many commits succeeded. */
    private static int sealUntilClosed(IndexWriter writer, String name, int most) throws IOException {
        int committed = 0;
        try {
            while (committed < most) {
                writer.add(name + committed, text(committed, 200));
                writer.commit();
                committed++;
                writer.seal();
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
            Future<Integer> sealing = pool.submit(() -> sealUntilClosed(writer, "d", COMMITS));
            Patience.until(() -> writer.health().waiting());
            WriterHealth health = writer.health();
            assertTrue(health.segments() <= health.mostSegments() && health.mostSegments() < 10, health::toString);
            assertTrue(health.isWell() && health.stalls() == 1, health::toString);
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
            assertTrue(writer.health().segments() <= writer.health().mostSegments(), () -> writer.health()
                    .toString());
        }
        assertEquals(
                COMMITS + (options == SMALL ? 1 : 0), Snapshot.open(index()).documents());
    }

    @ParameterizedTest
    @MethodSource("ways")
    void closeEndsTheWait(WriterOptions options) throws Exception {
        IndexWriter writer = open(options, new HeldMerger());
        List<Future<Integer>> sealing = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            String name = "thread " + t + "/";
            sealing.add(pool.submit(() -> sealUntilClosed(writer, name, Integer.MAX_VALUE)));
        }
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

    /** More is sealed during the merge than was merged, so merging until nothing is due would never end. */
    @ParameterizedTest
    @ValueSource(strings = {"forceMerge", "awaitMerges"})
    void awaitMergesReturnsEvenIfOthersKeepSealing(String call) throws Exception {
        AtomicInteger seals = new AtomicInteger();
        IndexWriter[] opened = new IndexWriter[1];
        UnaryOperator<SegmentMerger> outrun = merger -> (inputs, memory, cancelled) -> {
            int before = seals.get();
            while (!cancelled.getAsBoolean()
                    && seals.get() < before + 3
                    && !opened[0].health().waiting()) {
                LockSupport.parkNanos(100_000);
            }
            return merger.merge(inputs, memory, cancelled);
        };
        try (IndexWriter writer = open(SMALL, outrun)) {
            opened[0] = writer;
            Future<Integer> sealing = pool.submit(() -> {
                for (int i = 0; ; i++) {
                    try {
                        writer.add("d" + i, text(i, 20));
                        writer.commit();
                        writer.seal();
                        seals.incrementAndGet();
                    } catch (IllegalStateException closed) {
                        return i;
                    }
                }
            });
            for (int i = 0; i < 3; i++) {
                Patience.until(() -> writer.health().segments() > 2);
                List<String> before = segments();
                Patience.run(call.equals("forceMerge") ? writer::forceMerge : writer::awaitMerges);
                List<String> left = segments().stream().filter(before::contains).toList();
                assertTrue(call.equals("awaitMerges") || left.isEmpty(), () -> left + " were there before");
                assertFalse(sealing.isDone());
            }
            writer.close();
            assertTrue(Patience.get(sealing) > 3);
        }
    }

    private List<String> segments() throws IOException {
        return IndexFiles.readManifest(index()).segments().stream()
                .map(SegmentFile::name)
                .toList();
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
            sealUntilClosed(writer, "before ", 20);
            writer.awaitMerges();
            // As many as without due merges, which is more than a background merge takes.
            for (int i = 0; writer.health().segments() < 4; i++) {
                writer.add("more " + i, text(i, 200 * (1 + i)));
                writer.commit();
                writer.awaitMerges();
            }
            large[0] = 4;
            Future<Void> all = pool.submit(() -> {
                writer.forceMerge();
                return null;
            });
            Patience.until(forced::isHolding);
            // Merged repeatedly while none of the first segments can be.
            sealUntilClosed(writer, "beside ", COMMITS);
            assertFalse(all.isDone());
            assertTrue(writer.health().segments() <= writer.health().mostSegments(), () -> writer.health()
                    .toString());
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
        Path index = folder.resolve("index");
        ExecutorService pool = Executors.newCachedThreadPool();
        int most = 0;
        int documents = 0;
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SMALL)) {
            List<Future<Integer>> sealing = new ArrayList<>();
            for (int t = 0; t < 2; t++) {
                int who = t;
                sealing.add(pool.submit(() -> addAndSeal(writer, who)));
            }
            long begin = System.nanoTime();
            while (LongForm.ON ? System.nanoTime() - begin < MINUTE : sealed.get() < SEALS) {
                assertTrue(sealing.stream().noneMatch(Future::isDone), "a thread has ended");
                most = Math.max(most, IndexFiles.readManifest(index).segments().size());
                Thread.sleep(1);
            }
            long queries = System.nanoTime();
            Patience.run(writer::forceMerge);
            double forced = (System.nanoTime() - queries) / 1e9;
            over = true;
            for (Future<Integer> s : sealing) {
                documents += Patience.get(s);
            }
            System.out.printf(
                    "merge pressure: %,d documents sealed one by one, at most %d segments; a forced merge"
                            + " beside it %.2f s%n",
                    documents, most, forced);
            int levels = 1;
            for (long size = (long) documents * POSTINGS; size > SMALL.livePostings(); size /= 2) {
                levels++;
            }
            // One segment on each level without due merges, and four more during merges.
            assertTrue(most <= levels + 4, most + " segments of " + documents + " documents");
            writer.awaitMerges();
            WriterHealth rest = writer.health();
            assertTrue(rest.segments() <= levels && rest.isWell(), rest::toString);
        } finally {
            over = true;
            pool.shutdownNow();
        }
        assertEquals(documents, Snapshot.open(index).documents());
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    private int addAndSeal(IndexWriter writer, int who) throws IOException {
        int added = 0;
        while (!over) {
            writer.add(who + "/" + added, text(2L * added + who, WORDS));
            writer.commit();
            writer.seal();
            added++;
            sealed.incrementAndGet();
        }
        return added;
    }
}
