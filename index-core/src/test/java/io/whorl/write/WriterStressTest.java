package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.LongForm;
import io.whorl.cluster.PairsOptions;
import io.whorl.live.Mappings;
import io.whorl.query.IndexCheck;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterFixture.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads add, delete, commit and roll back at the same time, and are interrupted, during seals, merges, reads of every
 * kind and a close. Documents are added and deleted in pairs of one text, x and y: a snapshot with only one of them
 * shows a partial commit. All threads add between commits and commit together, because a commit takes what every thread
 * added.
 */
class WriterStressTest {
    private static final int WRITERS = 4;
    private static final int READERS = 3;
    private static final int ROUNDS = LongForm.of(12, 2_000);
    /** No thread may take longer. */
    private static final long SECONDS = LongForm.of(200, 7_000);

    private static final QueryOptions ALL = QueryOptions.DEFAULT.top(10_000);

    @TempDir
    Path folder;

    private final Phaser together = new Phaser(WRITERS);
    /** Texts whose pair is committed, before other threads learn of it. */
    private final Set<Integer> committed = new ConcurrentSkipListSet<>();

    private final AtomicLong answers = new AtomicLong();
    /** An interrupt closes the file that its thread uses, so these threads may use no file of the writer. */
    private final AtomicReferenceArray<Thread> writing = new AtomicReferenceArray<>(WRITERS);

    private volatile Snapshot shared;
    private volatile boolean over;

    private static byte[] text(int number) {
        return WriterFixture.text(number, 12 + number % 50);
    }

    @Test
    void readersSeeOnlyWholeCommits() throws Exception {
        Path index = folder.resolve("index");
        IndexWriter writer = IndexWriter.create(
                index,
                Scheme.builder().build(),
                SMALL.livePostings(2_000).liveDocuments(200).storeText(true));
        shared = writer.snapshot();
        ExecutorService pool = Executors.newFixedThreadPool(WRITERS + 2 * READERS + 1);
        try {
            List<Future<?>> readers = new ArrayList<>();
            for (int i = 0; i < 2 * READERS; i++) {
                SplittableRandom random = new SplittableRandom(i);
                boolean elsewhere = i % 2 == 1;
                readers.add(pool.submit(() -> read(elsewhere ? Snapshot.open(index) : writer.snapshot(), random)));
            }
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int thread = i;
                writers.add(pool.submit(() -> writeOrRelease(writer, thread)));
            }
            Future<?> maintenance = pool.submit(() -> keepUp(writer));
            for (Future<?> w : writers) {
                w.get(SECONDS, TimeUnit.SECONDS);
            }
            maintenance.get(SECONDS, TimeUnit.SECONDS);
            // All threads have added when the first commits, so one commit serves all.
            long commits = writer.commit();
            assertTrue(commits < ROUNDS * WRITERS / 2, commits + " commits");
            writer.close();
            long before = answers.get();
            // Readers continue after the close.
            Patience.until(() ->
                    answers.get() >= before + 4 * READERS || readers.stream().anyMatch(Future::isDone));
            over = true;
            for (Future<?> r : readers) {
                r.get(SECONDS, TimeUnit.SECONDS);
            }
        } finally {
            over = true;
            together.forceTermination();
            pool.shutdownNow();
        }
        shared = null;
        // Half of the snapshots were dropped without closing.
        Mappings.assertCollected(index.resolve("live"));
        assertEquals(2L * committed.size(), Snapshot.open(index).documents());
        assertEquals(committed, pairs(Snapshot.open(index)));
        assertEquals(List.of(), IndexCheck.check(index).problems());
    }

    /** If a writer fails, the others must not wait for it. */
    private Void writeOrRelease(IndexWriter writer, int thread) throws IOException {
        boolean done = false;
        try {
            write(writer, thread);
            done = true;
        } finally {
            if (!done) {
                together.forceTermination();
            }
        }
        return null;
    }

    private void write(IndexWriter writer, int thread) throws IOException {
        SplittableRandom random = new SplittableRandom(100 + thread);
        writing.set(thread, Thread.currentThread());
        long last = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<Integer> added = new ArrayList<>();
            // One round in ten exceeds the log.
            for (int i = random.nextInt(random.nextInt(10) == 0 ? 40 : 4); i >= 0; i--) {
                int number = (round * 64 + i) * WRITERS + thread;
                writer.add("x" + number, text(number));
                writer.add("y" + number, text(number));
                added.add(number);
            }
            List<Integer> mine =
                    committed.stream().filter(n -> n % WRITERS == thread).toList();
            int gone = mine.isEmpty() ? -1 : mine.get(random.nextInt(mine.size()));
            if (gone >= 0) {
                assertTrue(writer.delete("x" + gone) && writer.delete("y" + gone));
                // Before the commit: from now on readers may or may not find it.
                committed.remove(gone);
            }
            together.arriveAndAwaitAdvance();
            if (round % 5 < 4) {
                long sequence = writer.commit();
                assertTrue(sequence > last, sequence + " after " + last);
                last = sequence;
                committed.addAll(added);
            } else {
                // What the threads added and deleted since the last commit is never committed.
                if (thread == 0) {
                    writer.rollback();
                }
                if (gone >= 0) {
                    committed.add(gone);
                }
            }
            if (thread == 0) {
                Snapshot before = shared;
                shared = writer.snapshot();
                if (random.nextBoolean()) {
                    before.close();
                }
            }
            together.arriveAndAwaitAdvance();
        }
        together.arriveAndDeregister();
    }

    private Void keepUp(IndexWriter writer) throws IOException {
        for (int i = 0; !together.isTerminated(); i++) {
            if (i % 3 == 2) {
                writer.forceMerge();
            } else {
                writer.seal();
            }
            Thread one = writing.get(i % WRITERS);
            if (one != null) {
                one.interrupt();
            }
            if (i % 8 == 0) {
                // Dropped snapshots release their tiers while other snapshots read them.
                System.gc();
            }
        }
        return null;
    }

    private Void read(Snapshot first, SplittableRandom random) throws IOException {
        Snapshot snapshot = first;
        while (!over) {
            TreeSet<Integer> before = new TreeSet<>(List.copyOf(committed));
            Snapshot next = snapshot.refresh();
            if (next != snapshot && random.nextBoolean()) {
                snapshot.close();
            }
            snapshot = next;
            if (!before.isEmpty()) {
                check(snapshot, before, random);
            }
            other(random);
            answers.incrementAndGet();
        }
        return null;
    }

    private void check(Snapshot snapshot, TreeSet<Integer> before, SplittableRandom random) {
        assertEquals(0, snapshot.documents() % 2);
        for (int i = 0; i < 5; i++) {
            Integer number = before.ceiling(random.nextInt(before.last() + 1));
            Matches matches = snapshot.query(text(number), ALL);
            List<String> ids = matches.matches().stream().map(Match::id).toList();
            if (committed.contains(number)) {
                // Before the snapshot and still now, so all the time in between.
                assertEquals(List.of("x" + number, "y" + number), ids);
            } else {
                assertTrue(ids.isEmpty() || ids.size() == 2, ids::toString);
            }
            assertEquals(ids.isEmpty() ? 0 : 1, matches.known());
            ids.forEach(id -> assertArrayEquals(text(number), snapshot.text(id).orElseThrow(), id));
            assertEquals(
                    ids.size(),
                    (snapshot.document("x" + number).isPresent() ? 1 : 0)
                            + (snapshot.document("y" + number).isPresent() ? 1 : 0));
        }
        if (random.nextInt(8) == 0) {
            assertEquals(snapshot.documents(), snapshot.stats().documents());
            assertEquals(snapshot.documents() / 2, pairs(snapshot).size());
        }
    }

    /** The texts whose pair a snapshot contains. */
    private static Set<Integer> pairs(Snapshot snapshot) {
        return snapshot.pairs(PairsOptions.DEFAULT.minScore(0.99).expanded(true)).toList().stream()
                .map(p -> {
                    assertEquals(p.a().substring(1), p.b().substring(1));
                    return Integer.parseInt(p.a().substring(1));
                })
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Queries a snapshot that others query and close. */
    private void other(SplittableRandom random) {
        Snapshot of = shared;
        try {
            if (random.nextInt(10) == 0) {
                of.close();
            }
            long documents = of.documents();
            int found = of.query(text(random.nextInt(200)), ALL).matches().size();
            assertTrue(found == 0 || found == 2 && documents > 0);
            if (random.nextInt(20) == 0) {
                assertEquals(documents, of.stats().documents());
            }
        } catch (IllegalStateException closed) {
            assertTrue(closed.getMessage().contains("closed"), closed::getMessage);
        }
    }
}
