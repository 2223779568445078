package io.whorl.write;

import static io.whorl.write.WriterFixture.DIRECT;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.change;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.bulk.TestFiles;
import io.whorl.cluster.Pair;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.SyncPoint;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.shard.TestSets;
import io.whorl.testing.HeldFiles;
import io.whorl.testing.Repeated;
import io.whorl.write.WriterFixture.HeldMerger;
import io.whorl.write.WriterFixture.Patience;
import io.whorl.write.WriterOptions.LiveMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Snapshots are taken and refreshed while the disk makes a writer wait. They contain only what is durable. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SnapshotRefreshTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    private static final int WORDS = 20_000;
    /** More than the batches that may wait for the scratch file. */
    private static final int DOCUMENTS = 40;

    private volatile boolean held;
    private volatile boolean released;
    private final AtomicBoolean slow = new AtomicBoolean();

    @TempDir
    Path folder;

    private CrashFileSystem system;
    private Path index;

    @BeforeEach
    void begin() throws IOException {
        system = CrashFileSystem.over(Files.createDirectory(folder.resolve("disk")));
        index = system.root().resolve("index");
    }

    @AfterEach
    void end() {
        released = true;
    }

    private void hold() {
        held = true;
        assertDoesNotThrow(() -> Patience.until(() -> released));
    }

    private void holdForce(SyncPoint point) {
        if (slow.get() && !point.done()) {
            hold();
        }
    }

    private List<Snapshot> takenWhileHeld(IndexWriter writer, Snapshot earlier) throws Exception {
        try {
            return List.of(
                    Patience.get(Patience.start(writer::snapshot)), Patience.get(Patience.start(earlier::refresh)));
        } finally {
            slow.set(false);
            released = true;
        }
    }

    @Test
    void whileACommitIsForced() throws Exception {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, SMALL)) {
            change(writer, 30, "a=1 ;");
            Snapshot earlier = writer.snapshot();
            writer.add("b", text(2, 30));
            system.onSync(this::holdForce);
            slow.set(true);
            Future<Long> commit = Patience.start(writer::commit);
            Patience.until(() -> held);
            for (Snapshot s : takenWhileHeld(writer, earlier)) {
                assertEquals(List.of("a"), ids(s, text(1, 30)));
                assertEquals(List.of(), ids(s, text(2, 30)));
            }
            assertEquals(2, Patience.get(commit));
            assertEquals(List.of("b"), ids(writer.snapshot(), text(2, 30)));
        }
    }

    @Test
    void whileDocumentsWaitForAScratchFile() throws Exception {
        WriterOptions options = DIRECT.storeText(true);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, options)) {
            change(writer, 30, "a=0 ;");
            Snapshot earlier = writer.snapshot();
            system.onWrite(path -> {
                if (slow.get() && path.getFileName().toString().startsWith("spill-")) {
                    hold();
                }
            });
            slow.set(true);
            Thread adding = new Thread(() -> addAll(writer));
            adding.start();
            Patience.until(() -> held);
            // It waits for the thread that spools.
            Patience.until(() -> adding.getState() == Thread.State.WAITING);
            for (Snapshot s : takenWhileHeld(writer, earlier)) {
                assertEquals(1, s.documents());
            }
            adding.join(TimeUnit.SECONDS.toMillis(300));
            assertFalse(adding.isAlive(), "the thread that adds has not ended");
            writer.commit();
            assertEquals(1 + DOCUMENTS, writer.snapshot().documents());
            writer.close();
            assertThrows(IllegalStateException.class, writer::snapshot);
        }
    }

    private static void addAll(IndexWriter writer) {
        try {
            for (int d = 0; d < DOCUMENTS; d++) {
                writer.add("large " + d, text(1 + d, WORDS));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    // Refreshes of a snapshot of the files after merges and seals.

    private static final int FEW_WORDS = 20;

    @Test
    void aMergeDoesNotMakeAReaderReadTheLogAgain() throws IOException {
        Path index = folder.resolve("index");
        IndexWriter.create(index, SCHEME, SMALL).close();
        HeldMerger held = new HeldMerger();
        try (IndexWriter writer = IndexWriter.open(index, SMALL.merger(held))) {
            change(writer, FEW_WORDS, "d0=0 d1=1 d2=2 ; | d4=4 d5=5 d6=6 ; | d8=8 d9=9 d10=10 ; | -d0 d5=50 ;");
            try (Snapshot before = Snapshot.open(index)) {
                change(writer, FEW_WORDS, "-d9 d1=10 ;");
                try (Snapshot merging = before.refresh()) {
                    assertEquals(3, merging.stats().segments());
                    TestSets.flip(log(index), 100);
                    assertThrows(CorruptIndexException.class, () -> Snapshot.open(index));
                    held.release();
                    writer.awaitMerges();
                    try (Snapshot merged = merging.refresh()) {
                        assertTrue(merged.stats().segments() < 3);
                        requireSame(writer, merged);
                        change(writer, FEW_WORDS, "d5=51 -d10 late=60 ;");
                        try (Snapshot after = merged.refresh()) {
                            requireSame(writer, after);
                        }
                    }
                }
            }
        }
    }

    /** The reader sees a log that is being sealed and the next log, then the MANIFEST that names the new segment. */
    @Test
    void aSealDoesNotMakeAReaderReadTheNextLogAgain() throws IOException {
        Path index = folder.resolve("index");
        Path seen = folder.resolve("seen");
        WriterOptions options = SMALL.mergeFactor(64);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, options)) {
            change(writer, FEW_WORDS, "a0=0 a1=1 a2=2 a3=3 ; | b0=10 b1=11 b2=12 b3=13 -a0 a1=20 ;");
            TestFiles.copy(index, seen);
            Path log = log(index);
            Path kept = Files.createLink(folder.resolve("kept.wal"), log);
            // Two segments are made from this log: one has the version of b2 that the other one replaces.
            Snapshot begun = Snapshot.open(seen);
            change(writer, FEW_WORDS, "b2=23 ; | -a2 -b0 a1=21 b1=22 ; c=30 ;");
            Files.copy(kept, seen.resolve("live").resolve(log.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            Path next = Files.copy(
                    log(index), seen.resolve("live").resolve(log(index).getFileName()));
            try (begun;
                    Snapshot sealing = begun.refresh()) {
                requireSame(writer, sealing);
                TestSets.flip(next, 100);
                TestFiles.copy(index, seen, next.getFileName());
                assertThrows(CorruptIndexException.class, () -> Snapshot.open(seen));
                try (Snapshot sealed = sealing.refresh()) {
                    assertEquals(2, sealed.stats().segments());
                    requireSame(writer, sealed);
                }
            }
        }
    }

    private static void requireSame(IndexWriter writer, Snapshot read) {
        try (Snapshot expected = writer.snapshot()) {
            assertEquals(expected.documents(), read.documents());
            for (int seed = 0; seed <= 60; seed++) {
                byte[] query = text(seed, FEW_WORDS);
                assertEquals(ids(expected, query), ids(read, query), "seed " + seed);
            }
        }
    }

    /** The newest log. Only a reader that starts at its beginning sees byte 100. */
    private static Path log(Path index) throws IOException {
        List<Path> logs = TestFiles.files(index, ".*\\.wal");
        return logs.get(logs.size() - 1);
    }

    // The mappings of snapshots and writers: a file is unmapped when its last user closes, at once if the JDK supports
    // that, otherwise when it is collected.

    private static final WriterOptions WITHOUT_MAP = SMALL.liveMap(LiveMap.NONE);
    private static final boolean AT_ONCE = Runtime.version().feature() >= 22;
    private static final int READERS = 3;

    private interface Part {
        void run(Path index) throws Exception;
    }

    private enum Parts {
        REMOVED(SnapshotRefreshTest::removedFiles, true),
        SHARED(SnapshotRefreshTest::sharedFiles, true),
        CLOSED(SnapshotRefreshTest::closedWhileRead, true),
        FORGOTTEN(SnapshotRefreshTest::forgotten, false),
        FAMILIES(SnapshotRefreshTest::families, false);

        private final Part part;
        private final boolean closesAll;

        Parts(Part part, boolean closesAll) {
            this.part = part;
            this.closesAll = closesAll;
        }

        /** In a frame of its own, because its variables would keep snapshots from being collected. */
        void run(Path index) throws Exception {
            part.run(index);
            if (AT_ONCE && closesAll) {
                assertEquals(0, HeldFiles.mapped(index));
            } else {
                HeldFiles.assertCollected(index);
            }
        }
    }

    private static void removedFiles(Path index) throws Exception {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WITHOUT_MAP)) {
            Snapshot reader = Snapshot.open(index);
            for (int i = 0; i < 24; i++) {
                writer.add("d" + i, text(i, 60));
                writer.delete("d" + (i - 5));
                writer.commit();
                if (i % 2 == 1) {
                    writer.seal();
                }
                writer.awaitMerges();
                Snapshot next = reader.refresh();
                reader.close();
                reader = next;
                try (Snapshot own = writer.snapshot()) {
                    assertEquals(List.of("d" + i), ids(own, text(i, 60)));
                }
                assertEquals(List.of("d" + i), ids(reader, text(i, 60)));
                assertEquals(1, reader.pairs(SimilarityOptions.PAIRS).toList().size() + 1);
                if (AT_ONCE) {
                    assertEquals(List.of(), HeldFiles.removed(index));
                }
            }
            reader.close();
        }
    }

    private static void sharedFiles(Path index) throws Exception {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WITHOUT_MAP)) {
            change(writer, 60, "a=1 ; |");
            Snapshot first = Snapshot.open(index);
            Snapshot own = writer.snapshot();
            change(writer, 60, "b=2 ;");
            Snapshot second = first.refresh();
            change(writer, 60, "| *");
            Snapshot third = second.refresh();
            first.close();
            first.close();
            assertEquals(List.of("a"), ids(second, text(1, 60)));
            assertEquals(List.of("b"), ids(second, text(2, 60)));
            second.close();
            assertEquals(List.of("a"), ids(third, text(1, 60)));
            assertEquals(List.of("a"), ids(own, text(1, 60)));
            writer.close();
            assertEquals(List.of("b"), ids(third, text(2, 60)));
            third.close();
            assertEquals(1, own.documents());
            own.close();
        }
    }

    private static void forgotten(Path index) throws Exception {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WITHOUT_MAP)) {
            for (int i = 0; i < 6; i++) {
                change(writer, 60, "d" + i + "=" + i + " ; |");
                assertEquals(i + 1, Snapshot.open(index).refresh().documents());
            }
        }
    }

    private static void families(Path index) throws Exception {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WITHOUT_MAP)) {
            change(writer, 60, "a=1 b=1 ; |");
            assertFamily(Snapshot.open(index), "a", "b");
            change(writer, 60, "c=1 ;");
            // Two parts, which are merged to a scratch segment.
            assertFamily(Snapshot.open(index), "a", "b", "c");
            try (Snapshot snapshot = Snapshot.open(index)) {
                assertTrue(snapshot.pairs(SimilarityOptions.PAIRS).hasNext(), "never closed");
            }
        }
    }

    private static void assertFamily(Snapshot snapshot, String... ids) {
        List<Pair> pairs = snapshot.pairs(SimilarityOptions.PAIRS).toList();
        snapshot.close();
        assertEquals(1, pairs.size());
        List<String> found = new ArrayList<>();
        pairs.get(0).family().orElseThrow().forEach(found::add);
        assertEquals(List.of(ids), found);
    }

    private static void closedWhileRead(Path index) throws Exception {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WITHOUT_MAP)) {
            for (int d = 0; d < 40; d++) {
                writer.add("d" + d, text(d, 60));
            }
            writer.commit();
            writer.seal();
            for (int round = 0; round < 20; round++) {
                Snapshot snapshot = Snapshot.open(index);
                CountDownLatch reading = new CountDownLatch(READERS);
                List<Future<Void>> readers =
                        Repeated.list(READERS, r -> Patience.start(() -> readUntilClosed(snapshot, r, reading)));
                assertTrue(reading.await(60, TimeUnit.SECONDS));
                snapshot.close();
                for (Future<Void> reader : readers) {
                    Patience.get(reader);
                }
            }
        }
    }

    /** Every answer is right until the error that the snapshot is closed. */
    private static Void readUntilClosed(Snapshot snapshot, int d, CountDownLatch reading) {
        try {
            for (int i = 0; ; i++) {
                assertEquals(List.of("d" + d), ids(snapshot, text(d, 60)));
                assertTrue(snapshot.document("d" + d).isPresent());
                if (i == 0) {
                    reading.countDown();
                }
            }
        } catch (IllegalStateException e) {
            assertTrue(e.getMessage().startsWith("the snapshot is closed"), e::toString);
            return null;
        }
    }

    @ParameterizedTest
    @EnumSource
    void filesAreReleased(Parts part) throws Exception {
        part.run(folder.toRealPath().resolve("index"));
    }
}
