package io.whorl.write;

import static io.whorl.testing.Thrown.assertMessage;
import static io.whorl.testing.Thrown.assertReason;
import static io.whorl.write.WriterFixture.DIRECT;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.change;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.NotStoredException;
import io.whorl.RefusedException;
import io.whorl.SchemeException;
import io.whorl.WriterException;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.Fault;
import io.whorl.crash.CrashFileSystem.Operation;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.Segment;
import io.whorl.testing.Repeated;
import io.whorl.write.WriterFixture.HeldMerger;
import io.whorl.write.WriterFixture.Patience;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The commits, seals and merges of a writer, changes that are rolled back, commits that are not waited for, and writers
 * that create what is missing.
 */
class WriterTest {
    @TempDir
    Path directory;

    private static final Scheme SCHEME = Scheme.builder().build();

    // Documents are prepared for the current commit, and may become part of the next one.

    /** Repeats the text, so that selected minutiae are not distinct. */
    private static byte[] doubled(int i) {
        String once = new String(text(i, 30), StandardCharsets.UTF_8);
        return (once + once).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void commitsCanComeBetweenPreparingAndAdding() throws Exception {
        Scheme scheme = Scheme.builder().frequencies(true).build();
        List<NewDocument> documents = Repeated.list(6_000, i -> new NewDocument("d" + i % 4_000, doubled(i)));
        try (IndexWriter writer = IndexWriter.create(index(), scheme, SMALL)) {
            Future<Long> adding = Patience.start(() -> writer.addAll(documents));
            while (!adding.isDone()) {
                writer.commit();
            }
            assertEquals(6_000, Patience.get(adding));
            writer.commit();
            assertEquals(4_000, writer.snapshot().documents());
            for (int i = 2_000; i < 6_000; i += 97) {
                assertEquals(List.of("d" + i % 4_000), ids(writer.snapshot(), doubled(i)));
            }
            assertEquals(List.of(), ids(writer.snapshot(), doubled(7)));
        }
        assertEquals(4_000, Snapshot.open(index()).documents());
    }

    // A failure after MANIFEST names a segment must not delete the segment.

    @Test
    void onlyUnpublishedFilesAreDeleted() throws IOException {
        Path index = directory.resolve("index");
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, SMALL.liveMap(LiveMap.NONE))) {
            change(writer, 60, "a=1 ; |");
        }
        Path named =
                index.resolve(IndexFiles.readManifest(index).segments().get(0).name());
        try (IndexDirectory directory = IndexDirectory.open(index)) {
            Segment segment = Segment.openCounted(named);
            StateManager.discard(SealedPart.of(segment), directory, new IOException("late"));
            assertTrue(Files.exists(named));
            assertEquals(1, segment.reading(() -> segment.documents().size()));
            segment.release();
            Path other = Files.copy(named, index.resolve(directory.newSegmentName()));
            Segment unnamed = Segment.openCounted(other);
            StateManager.discard(SealedPart.of(unnamed), directory, new IOException("early"));
            assertFalse(Files.exists(other));
            assertThrows(IllegalStateException.class, unnamed::retain);
        }
    }

    // Edge cases: limits, empty input, repeated ids; through the log and by direct commits.

    private Path index() {
        return directory.resolve("index");
    }

    static List<WriterOptions> ways() {
        return List.of(SMALL, DIRECT);
    }

    @AfterEach
    void assertWholeAndReopensTheSame() throws IOException {
        assertEquals(List.of(), IndexCheck.check(index()).problems());
        long documents = Snapshot.open(index()).documents();
        for (WriterOptions options : ways()) {
            try (IndexWriter writer = IndexWriter.open(index(), options)) {
                assertEquals(documents, writer.snapshot().documents());
            }
        }
        assertEquals(documents, Snapshot.open(index()).documents());
    }

    @Test
    void invalidIdsAreRefused() throws IOException {
        try (IndexWriter writer = create(SMALL)) {
            for (String bad : List.of("", "y".repeat(65_536), "\u00e9".repeat(32_768), "half \uD83D", "\uDE00 half")) {
                assertThrows(IllegalArgumentException.class, () -> writer.add(bad, text(1, 30)));
                assertThrows(IllegalArgumentException.class, () -> writer.update(new NewDocument(bad, text(1, 30))));
                assertThrows(IllegalArgumentException.class, () -> writer.delete(bad));
            }
            assertEquals(0, writer.commit());
        }
    }

    /**
     * Long ids take space without postings: written with large limits, they do not fit a smaller tier that replays
     * them.
     */
    @Test
    void longIdsInALogCanBeReplayedByASmallerTier() throws IOException {
        try (IndexWriter writer =
                IndexWriter.create(index(), SCHEME, SMALL.livePostings(100_000).liveDocuments(1_000))) {
            for (int i = 0; i < 5; i++) {
                writer.add(i + "y".repeat(60_000), text(i, 10));
                writer.commit();
            }
        }
        try (IndexWriter writer = IndexWriter.open(index(), SMALL)) {
            assertEquals(5, writer.snapshot().documents());
        }
    }

    /** Deletions do not fill a tier, but every opening replays them. */
    @Test
    void aLogOfDeletionsIsReplaced() throws IOException {
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            change(writer, 30, "a=1 b=2 ;");
            for (int i = 0; i < 200; i++) {
                change(writer, 0, "-" + "d".repeat(1_000) + i + " ;");
            }
            change(writer, 0, "-b ; |");
            assertTrue(IndexFiles.readManifest(index()).log() > 3);
            assertTrue(IndexFiles.readManifest(index()).sequence() == 202);
            assertEquals(List.of("a"), ids(Snapshot.open(index()), text(1, 30)));
            assertEquals(1, writer.snapshot().documents());
        }
    }

    /** Too many documents, too many postings, and exactly the size of the tier. */
    @ParameterizedTest
    @CsvSource({"7, 50, 4, 4", "5, 1, 703, 5", "2, 1, 1003, 2"})
    void aCommitThatDoesNotFitTheTierSealsFirst(int commits, int documents, int words, int segments)
            throws IOException {
        try (IndexWriter writer = create(SMALL.directPostings(1_000).mergeFactor(64))) {
            for (int commit = 0; commit < commits; commit++) {
                for (int i = 0; i < documents; i++) {
                    writer.add(commit + "/" + i, text(i, words));
                }
                writer.commit();
            }
            writer.seal();
            assertEquals(commits * documents, writer.snapshot().documents());
            assertEquals(segments, writer.snapshot().stats().segments());
            assertEquals(commits, ids(writer.snapshot(), text(0, words)).size());
        }
    }

    @Test
    void addAllStopsWhereItFails() throws IOException {
        List<NewDocument> documents = Repeated.list(600, i -> new NewDocument(i == 40 ? "" : "d" + i, text(i, 5)));
        try (IndexWriter writer = IndexWriter.create(index(), SCHEME, SMALL)) {
            assertThrows(IllegalArgumentException.class, () -> writer.addAll(documents));
            writer.commit();
            assertEquals(40, writer.snapshot().documents());
            Iterator<NewDocument> failing = IntStream.rangeClosed(0, 20)
                    .mapToObj(next -> {
                        if (next == 20) {
                            throw new NoSuchElementException("the source is at its end");
                        }
                        return new NewDocument("e" + next, text(next, 5));
                    })
                    .iterator();
            assertThrows(NoSuchElementException.class, () -> writer.addAll(() -> failing));
            writer.commit();
            assertEquals(60, writer.snapshot().documents());
        }
    }

    private IndexWriter create(WriterOptions options) throws IOException {
        return IndexWriter.create(index(), SCHEME, options);
    }

    @Test
    void aCommitThatWaitsForMergesIsRolledBack() throws Exception {
        HeldMerger merger = new HeldMerger();
        create(DIRECT).close();
        try (IndexWriter writer = IndexWriter.open(index(), DIRECT.merger(merger))) {
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
        CrashFileSystem system = CrashFileSystem.over(directory);
        Path index = system.root().resolve("index");
        AtomicBoolean writing = new AtomicBoolean();
        AtomicBoolean goOn = new AtomicBoolean();
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, SMALL)) {
            writer.add("a", text(1, 50));
            system.onWrite(file -> {
                writing.set(true);
                assertDoesNotThrow(() -> Patience.until(goOn::get));
            });
            system.fail(Fault.at(1, Operation.WRITE));
            CompletableFuture<Long> failing = writer.commitAsync();
            Patience.until(writing::get);
            writer.add("b", text(2, 50));
            Future<Void> rollback = Patience.begin(writer::rollback);
            // The document is among the changes until they are rolled back, and then among those that follow.
            Patience.until(() -> !writer.update(new NewDocument("b", text(2, 50))));
            assertFalse(failing.isDone() || rollback.isDone());
            goOn.set(true);
            assertThrows(IOException.class, () -> Patience.get(failing));
            Patience.get(rollback);
            system.onWrite(file -> {});
            system.heal();
            assertFalse(writer.update(new NewDocument("a", text(4, 50))));
            writer.rollback();
            assertEquals(0, writer.commit());
            assertEquals(0, writer.snapshot().documents());
        }
    }

    @Test
    void commitsThatAreNotWaitedForComplete() throws Exception {
        IndexWriter writer = create(SMALL);
        List<CompletableFuture<Long>> commits = Repeated.list(200, i -> {
            writer.add("d" + i % 50, text(i, 20));
            return writer.commitAsync();
        });
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
        CrashFileSystem system = CrashFileSystem.over(directory);
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
            change(writer, 50, "a=1 ;");
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
        Path foreign = Files.createDirectory(directory.resolve("foreign"));
        IndexWriter.openOrCreate(foreign, SCHEME, SMALL).close();
    }

    @Test
    void ofSeveralThatOpenOrCreateOneCreates() throws Exception {
        int threads = 4;
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Future<Void>> running = Repeated.list(
                threads,
                thread -> Patience.begin(() -> {
                    start.await(60, TimeUnit.SECONDS);
                    Patience.until(() -> {
                        try (IndexWriter writer = IndexWriter.openOrCreate(index(), SCHEME, SMALL)) {
                            change(writer, 20, "d" + thread + "=" + thread + " ;");
                            return true;
                        } catch (RefusedException e) {
                            assertEquals(RefusedException.Reason.LOCKED, e.reason(), e::getMessage);
                            return false;
                        }
                    });
                }));
        for (Future<Void> r : running) {
            Patience.get(r);
        }
        assertEquals(
                List.of("d0", "d1", "d2", "d3"), Snapshot.open(index()).ids().toList());
    }

    /** They stay among the changes, before those that follow. */
    @Test
    void changesThatCannotBeWrittenAreKept() throws IOException {
        CrashFileSystem system = CrashFileSystem.over(directory);
        // An id that takes half of the bytes of the smallest tier.
        String half = "z".repeat(16_000);
        try (IndexWriter writer = IndexWriter.create(system.root().resolve("index"), SCHEME, SMALL)) {
            writer.add("a", text(1, 30));
            writer.add("b", text(2, 30));
            assertEquals(1, writer.commit());
            writer.add("a", text(3, 30));
            writer.delete("b");
            system.fail(Fault.at(1, Operation.WRITE));
            assertThrows(IOException.class, writer::commit);
            assertTrue(writer.delete("a"));
            assertFalse(writer.update(new NewDocument("b", text(4, 30))));
            assertEquals(2, writer.commit());
            assertEquals(List.of("b"), writer.snapshot().ids().toList());
            assertEquals(List.of("b"), ids(writer.snapshot(), text(4, 30)));
            // More than the tier holds goes to a scratch file, which cannot be made.
            writer.add("1" + half, "");
            writer.add("2" + half, "");
            system.fail(Fault.at(1, Operation.CREATE));
            assertThrows(IOException.class, () -> writer.add("3" + half, ""));
            system.heal();
            writer.add("3" + half, "");
            assertEquals(3, writer.commit());
            assertEquals(
                    List.of("1" + half, "2" + half, "3" + half, "b"),
                    writer.snapshot().ids().toList());
        }
    }
}
