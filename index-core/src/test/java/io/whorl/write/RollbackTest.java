package io.whorl.write;

import static io.whorl.testing.Thrown.assertMessage;
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

import io.whorl.NotStoredException;
import io.whorl.RandomCorpus;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.WriterException;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.log.LoggedDocument;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.StoredKinds;
import io.whorl.write.WriterFixture.HeldMerger;
import io.whorl.write.WriterFixture.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Changes that are rolled back, commits that are not waited for, and writers that create what is missing. */
class RollbackTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path folder;

    private final ExecutorService pool = Executors.newCachedThreadPool();

    @AfterEach
    void stop() throws IOException {
        pool.shutdownNow();
        if (Files.exists(index())) {
            assertEquals(List.of(), IndexCheck.check(index()).problems());
        }
    }

    private Path index() {
        return folder.resolve("index");
    }

    private IndexWriter create(WriterOptions options) throws IOException {
        return IndexWriter.create(index(), SCHEME, options);
    }

    static List<WriterOptions> ways() {
        return List.of(SMALL, DIRECT, SMALL.liveMap(WriterOptions.LiveMap.NONE));
    }

    /** With {@code DIRECT}, the changes are in scratch files. */
    @ParameterizedTest
    @MethodSource("ways")
    void uncommittedChangesAreDropped(WriterOptions options) throws IOException {
        try (IndexWriter writer = create(options)) {
            writer.add("a", text(1, 50));
            writer.add("b", text(2, 50));
            assertEquals(1, writer.commit());
            writer.add("a", text(3, 50));
            writer.delete("b");
            for (int i = 0; i < 70; i++) {
                writer.add("c" + i, text(100 + i, 50));
            }
            writer.rollback();
            assertEquals(1, writer.commit());
            assertEquals(List.of("a", "b"), writer.snapshot().ids().toList());
            assertEquals(List.of("a"), ids(writer.snapshot(), text(1, 50)));
            assertTrue(writer.delete("b"));
            assertFalse(writer.update("c1", text(4, 50)));
            assertEquals(2, writer.commit());
            writer.rollback();
            assertEquals(List.of("a", "c1"), Snapshot.open(index()).ids().toList());
        }
    }

    /** Nothing that was added before a rollback is ever committed, and everything after the last one is. */
    @Test
    void threadsAddWhileOthersRollBackAndCommit() throws Exception {
        int threads = 4;
        int rounds = 25;
        CyclicBarrier round = new CyclicBarrier(threads);
        Set<String> expected = new HashSet<>();
        try (IndexWriter writer = create(SMALL)) {
            List<Future<?>> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                int thread = t;
                running.add(pool.submit(() -> {
                    for (int r = 0; r < rounds; r++) {
                        for (int i = 0; i < 12; i++) {
                            writer.add("t" + thread + "r" + r + "i" + i, text(thread * 1_000L + r * 20 + i, 20));
                        }
                        round.await(60, TimeUnit.SECONDS);
                        if (thread == 0 && r % 2 == 0) {
                            writer.rollback();
                        } else if (thread == 0) {
                            writer.commit();
                        }
                        round.await(60, TimeUnit.SECONDS);
                    }
                    return null;
                }));
            }
            for (Future<?> r : running) {
                Patience.get(r);
            }
            for (int t = 0; t < threads; t++) {
                for (int r = 1; r < rounds; r += 2) {
                    for (int i = 0; i < 12; i++) {
                        expected.add("t" + t + "r" + r + "i" + i);
                    }
                }
            }
            assertEquals(expected, new HashSet<>(writer.snapshot().ids().toList()));
        }
    }

    @Test
    void aCommitThatWaitsForMergesIsRolledBack() throws Exception {
        HeldMerger merger = new HeldMerger();
        create(DIRECT).close();
        try (IndexWriter writer = IndexWriter.open(index(), WriterFixture.merging(DIRECT, merger))) {
            int committed = 0;
            CompletableFuture<Long> waiting = CompletableFuture.completedFuture(0L);
            while (!writer.health().waiting()) {
                writer.add("d" + committed, text(committed, 50));
                waiting = writer.commitAsync();
                CompletableFuture<Long> last = waiting;
                Patience.until(() -> last.isDone() || writer.health().waiting());
                committed += last.isDone() ? 1 : 0;
            }
            CompletableFuture<Long> refused = waiting;
            writer.rollback();
            assertReason(WriterException.Reason.ROLLED_BACK, () -> Patience.get(refused));
            writer.add("later", text(1_000, 50));
            merger.release();
            // What was added since is not committed in place of what was rolled back.
            Patience.until(() -> !writer.health().waiting());
            assertEquals(committed, writer.snapshot().documents());
            assertEquals(committed + 1, Patience.get(writer.commitAsync()));
            assertFalse(writer.snapshot().document("d" + committed).isPresent());
            assertEquals(committed + 1, writer.snapshot().documents());
        }
    }

    /** A commit whose writing fails puts its changes back, unless they were rolled back meanwhile. */
    @Test
    void changesOfACommitThatFailsAreDroppedToo() throws Exception {
        CrashFileSystem system = CrashFileSystem.over(folder);
        Path index = system.root().resolve("index");
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, SMALL)) {
            writer.add("a", text(1, 50));
            system.onWrite(file -> {
                writing.countDown();
                try {
                    assertTrue(goOn.await(60, TimeUnit.SECONDS));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            system.fail(Fault.at(1, Operation.WRITE));
            CompletableFuture<Long> failing = writer.commitAsync();
            assertTrue(writing.await(60, TimeUnit.SECONDS));
            writer.add("b", text(2, 50));
            Future<?> rollback = pool.submit(() -> {
                writer.rollback();
                return null;
            });
            // The document is among the changes until they are rolled back, and then among those that follow.
            Patience.until(() -> !writer.update("b", text(2, 50)));
            assertFalse(failing.isDone() || rollback.isDone());
            goOn.countDown();
            assertThrows(IOException.class, () -> Patience.get(failing));
            Patience.get(rollback);
            system.onWrite(file -> {});
            system.heal();
            assertFalse(writer.update("a", text(4, 50)));
            writer.rollback();
            assertEquals(0, writer.commit());
            assertEquals(0, writer.snapshot().documents());
        }
    }

    @Test
    void commitsThatAreNotWaitedForComplete() throws Exception {
        IndexWriter writer = create(SMALL);
        List<CompletableFuture<Long>> commits = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            writer.add("d" + i % 50, text(i, 20));
            commits.add(writer.commitAsync());
        }
        // An action may call the writer, and a cancelled future cancels nothing.
        writer.add("last", text(500, 20));
        CompletableFuture<Long> acted = writer.commitAsync().thenApply(number -> {
            try {
                writer.add("action", text(501, 20));
                return writer.commit();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        });
        long last = Patience.get(acted);
        writer.add("cancelled", text(502, 20));
        writer.commitAsync().cancel(true);
        CompletableFuture<Long> closing = writer.commitAsync();
        writer.close();
        assertEquals(last + 1, Patience.get(closing));
        long before = 0;
        for (CompletableFuture<Long> commit : commits) {
            long number = Patience.get(commit);
            assertTrue(number >= before && number <= last, number + " after " + before);
            before = number;
        }
        Snapshot snapshot = Snapshot.open(index());
        assertEquals(53, snapshot.documents());
        assertEquals(
                3, snapshot.documents(List.of("last", "action", "cancelled")).size());
        assertMessage(IllegalStateException.class, "closed", () -> Patience.get(writer.commitAsync()));
        assertThrows(IllegalStateException.class, writer::rollback);
    }

    @Test
    void aFailedCommitCompletesWithTheTypedError() throws Exception {
        CrashFileSystem system = CrashFileSystem.over(folder);
        try (IndexWriter writer = IndexWriter.create(system.root().resolve("index"), SCHEME, SMALL)) {
            writer.add("a", text(1, 50));
            system.fail(Fault.at(1, Operation.FORCE).andAllAfter());
            CompletableFuture<Long> failed = writer.commitAsync();
            Throwable[] seen = new Throwable[1];
            CompletableFuture<Long> told = failed.whenComplete((number, e) -> seen[0] = e);
            assertReason(WriterException.Reason.LOG, () -> Patience.get(failed));
            assertThrows(WriterException.class, () -> Patience.get(told));
            assertInstanceOf(WriterException.class, seen[0]);
            assertReason(WriterException.Reason.LOG, () -> Patience.get(writer.commitAsync()));
            assertReason(WriterException.Reason.LOG, writer::rollback);
            system.heal();
        }
    }

    @Test
    void openOrCreateCreatesOnceAndRefusesAnotherScheme() throws IOException {
        try (IndexWriter writer = IndexWriter.openOrCreate(index(), SCHEME, SMALL)) {
            writer.add("a", text(1, 50));
            writer.commit();
            assertReason(RefusedException.Reason.LOCKED, () -> IndexWriter.openOrCreate(index(), SCHEME, SMALL));
        }
        try (IndexWriter writer = IndexWriter.openOrCreate(index(), SCHEME, SMALL)) {
            assertEquals(1, writer.snapshot().documents());
        }
        Scheme other = Scheme.builder().bits(32).granularity(3).build();
        assertReason(
                SchemeException.Reason.MISMATCH,
                "granularity (4 and 3), bits (40 and 32);",
                () -> IndexWriter.openOrCreate(index(), other, SMALL));
        assertReason(
                NotStoredException.Reason.TEXT, () -> IndexWriter.openOrCreate(index(), SCHEME, SMALL.storeText(true)));
        Path foreign = Files.createDirectory(folder.resolve("foreign"));
        IndexWriter.openOrCreate(foreign, SCHEME, SMALL).close();
        Files.createFile(Files.createDirectory(folder.resolve("other")).resolve("file"));
        assertReason(
                RefusedException.Reason.EXISTS, () -> IndexWriter.openOrCreate(folder.resolve("other"), SCHEME, SMALL));
    }

    @Test
    void ofSeveralThatOpenOrCreateOneCreates() throws Exception {
        int threads = 4;
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Future<?>> running = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            int thread = t;
            running.add(pool.submit(() -> {
                start.await(60, TimeUnit.SECONDS);
                Patience.until(() -> {
                    try (IndexWriter writer = IndexWriter.openOrCreate(index(), SCHEME, SMALL)) {
                        writer.add("d" + thread, text(thread, 20));
                        writer.commit();
                        return true;
                    } catch (RefusedException e) {
                        assertEquals(RefusedException.Reason.LOCKED, e.reason(), e::getMessage);
                        return false;
                    }
                });
                return null;
            }));
        }
        for (Future<?> r : running) {
            Patience.get(r);
        }
        assertEquals(
                List.of("d0", "d1", "d2", "d3"), Snapshot.open(index()).ids().toList());
    }

    // Uncommitted changes when the disk fails.

    private static final Scheme WHOLE_SCHEME = Fingerprinter.of(SCHEME).scheme();

    private final WorkerThread spools = new WorkerThread("spools");

    @AfterEach
    void end() {
        spools.shutdown();
    }

    /** An id that takes half of the bytes of the smallest tier. */
    private static String id(String id) {
        return id + "z".repeat(16_000);
    }

    /** Adds a document without words. */
    private static void add(PendingChanges to, String name) throws IOException {
        String id = id(name);
        byte[] idBytes = RandomCorpus.utf8(id);
        to.add(
                id,
                new DocumentPreparer.PreparedDocument(
                        new LoggedDocument(idBytes, 0, new byte[0], new long[0], new int[0], 0), new byte[0], true));
    }

    private PendingChanges pending(Path scratch) {
        return new PendingChanges(WHOLE_SCHEME, StoredKinds.NONE, SMALL, scratch, spools);
    }

    @Test
    void failedChangesComeBeforeLaterOnes() throws IOException {
        PendingChanges earlier = pending(folder);
        add(earlier, "a");
        add(earlier, "b");
        earlier.delete(id("c"), RandomCorpus.utf8(id("c")));
        PendingChanges later = pending(folder);
        later.delete(id("a"), RandomCorpus.utf8(id("a")));
        add(later, "c");
        later.putBack(earlier);
        assertEquals(
                List.of(false, true, true),
                List.of(
                        later.contains(id("a")).get(),
                        later.contains(id("b")).get(),
                        later.contains(id("c")).get()));
        assertTrue(later.replay().isEmpty());
        assertEquals(3, later.added);
        assertEquals(3, later.ids());
        // Together they exceed an empty tier.
        later.settle();
        assertTrue(later.replay().isPresent());
        later.close();
    }

    @Test
    void changesThatCannotBecomeADirectSegmentAreKept() throws IOException {
        Path scratch = folder.resolve("missing");
        PendingChanges pending = pending(scratch);
        add(pending, "a");
        add(pending, "b");
        assertThrows(NoSuchFileException.class, () -> add(pending, "c"));
        assertTrue(pending.replay().isEmpty());
        Set<String> ids = new HashSet<>();
        pending.forEachId(ids::add);
        assertEquals(Set.of(id("a"), id("b")), ids);
        Files.createDirectory(scratch);
        add(pending, "c");
        pending.settle();
        assertEquals(3, pending.replay().orElseThrow().documents());
        pending.close();
    }

    @Test
    void noChangesAreAcceptedAfterAScratchFileFailed() throws IOException {
        PendingChanges pending = pending(folder);
        add(pending, "a");
        add(pending, "b");
        add(pending, "c");
        assertTrue(pending.replay().isPresent());
        pending.replay().get().close();
        assertThrows(RuntimeException.class, pending::settle);
        String reported =
                assertThrows(IOException.class, () -> add(pending, "d")).getMessage();
        assertTrue(reported.startsWith("the changes since the last commit cannot be kept"), reported);
        assertThrows(IOException.class, pending::settle);
    }
}
