package io.whorl.write;

import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.ChildJvm;
import io.whorl.LaterJava;
import io.whorl.cluster.Pair;
import io.whorl.cluster.PairsOptions;
import io.whorl.live.Mappings;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterOptions.LiveMap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The mappings of snapshots and writers: a file is unmapped when its last user closes, at once if the JDK supports
 * that, otherwise when it is collected. Each test runs here and in a child process on a later JDK.
 */
class ReleaseTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    private static final WriterOptions WITHOUT_MAP = SMALL.liveMap(LiveMap.NONE);
    private static final boolean AT_ONCE = Runtime.version().feature() >= 22;
    private static final int READERS = 3;

    @TempDir
    Path folder;

    private interface Part {
        void run(Path index) throws Exception;
    }

    private enum Parts {
        REMOVED(ReleaseTest::removedFiles, true),
        SHARED(ReleaseTest::sharedFiles, true),
        CLOSED(ReleaseTest::closedWhileRead, true),
        FORGOTTEN(ReleaseTest::forgotten, false),
        FAMILIES(ReleaseTest::families, false);

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
                assertEquals(0, Mappings.of(index));
            } else {
                Mappings.assertCollected(index);
            }
        }
    }

    /** Runs all parts in a process of its own: {@code FOLDER}. */
    public static void main(String[] args) throws Exception {
        for (Parts p : Parts.values()) {
            p.run(Path.of(args[0]).toRealPath().resolve(p.name()));
            System.out.println("done " + p);
        }
    }

    @Test
    void filesAreReleasedOnALaterJdk() throws Exception {
        Optional<Path> home = LaterJava.home();
        Assumptions.assumeTrue(home.isPresent(), "there is no JDK of release 25, and JAVA25_HOME names none");
        List<String> command = new ArrayList<>(ChildJvm.command(List.of(), ReleaseTest.class, folder.toString()));
        command.set(0, home.get().resolve("bin/java").toString());
        try (ChildJvm child = ChildJvm.of(command)) {
            for (Parts p : Parts.values()) {
                child.awaitLine("done " + p);
            }
        }
    }

    @Test
    void removedFilesAreUnmapped() throws Exception {
        Parts.REMOVED.run(folder.toRealPath().resolve("index"));
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
                assertEquals(1, reader.pairs(PairsOptions.DEFAULT).toList().size() + 1);
                if (AT_ONCE) {
                    assertEquals(List.of(), Mappings.removed(index));
                }
            }
            reader.close();
        }
    }

    @Test
    void aFileOfTwoSnapshotsStaysMappedForTheSecond() throws Exception {
        Parts.SHARED.run(folder.toRealPath().resolve("index"));
    }

    private static void sharedFiles(Path index) throws Exception {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WITHOUT_MAP)) {
            writer.add("a", text(1, 60));
            writer.commit();
            writer.seal();
            Snapshot first = Snapshot.open(index);
            Snapshot own = writer.snapshot();
            writer.add("b", text(2, 60));
            writer.commit();
            Snapshot second = first.refresh();
            writer.seal();
            writer.forceMerge();
            Snapshot third = second.refresh();
            first.close();
            first.close();
            assertClosed(() -> first.query(text(1, 60), QueryOptions.DEFAULT));
            assertClosed(() -> first.document("a"));
            assertClosed(first::stats);
            assertClosed(first::refresh);
            assertClosed(() -> first.pairs(PairsOptions.DEFAULT));
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

    private static void assertClosed(Callable<?> call) {
        String reported = assertThrows(IllegalStateException.class, call::call).getMessage();
        assertTrue(reported.startsWith("the snapshot is closed"), reported);
    }

    @Test
    void snapshotsThatAreNeverClosedAreCollected() throws Exception {
        Parts.FORGOTTEN.run(folder.toRealPath().resolve("index"));
    }

    private static void forgotten(Path index) throws Exception {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WITHOUT_MAP)) {
            for (int i = 0; i < 6; i++) {
                writer.add("d" + i, text(i, 60));
                writer.commit();
                writer.seal();
                assertEquals(i + 1, Snapshot.open(index).refresh().documents());
            }
        }
    }

    @Test
    void familiesAreReadAfterEverythingIsClosed() throws Exception {
        Parts.FAMILIES.run(folder.toRealPath().resolve("index"));
    }

    private static void families(Path index) throws Exception {
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WITHOUT_MAP)) {
            writer.add("a", text(1, 60));
            writer.add("b", text(1, 60));
            writer.commit();
            writer.seal();
            assertFamily(Snapshot.open(index), "a", "b");
            writer.add("c", text(1, 60));
            writer.commit();
            // Two parts, which are merged to a scratch segment.
            assertFamily(Snapshot.open(index), "a", "b", "c");
            try (Snapshot snapshot = Snapshot.open(index)) {
                assertTrue(snapshot.pairs(PairsOptions.DEFAULT).hasNext(), "never closed");
            }
        }
    }

    private static void assertFamily(Snapshot snapshot, String... ids) {
        List<Pair> pairs = snapshot.pairs(PairsOptions.DEFAULT).toList();
        snapshot.close();
        assertEquals(1, pairs.size());
        List<String> found = new ArrayList<>();
        pairs.get(0).family().orElseThrow().forEach(found::add);
        assertEquals(List.of(ids), found);
    }

    @Test
    void closingDuringReadsIsSafe() throws Exception {
        Parts.CLOSED.run(folder.toRealPath().resolve("index"));
    }

    private static void closedWhileRead(Path index) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(READERS);
        try (IndexWriter writer = IndexWriter.create(index, SCHEME, WITHOUT_MAP)) {
            for (int d = 0; d < 40; d++) {
                writer.add("d" + d, text(d, 60));
            }
            writer.commit();
            writer.seal();
            for (int round = 0; round < 20; round++) {
                Snapshot snapshot = Snapshot.open(index);
                CountDownLatch reading = new CountDownLatch(READERS);
                List<Future<Void>> readers = new ArrayList<>();
                for (int r = 0; r < READERS; r++) {
                    int mine = r;
                    readers.add(threads.submit(() -> readUntilClosed(snapshot, mine, reading)));
                }
                assertTrue(reading.await(60, TimeUnit.SECONDS));
                snapshot.close();
                for (Future<Void> reader : readers) {
                    reader.get(60, TimeUnit.SECONDS);
                }
            }
        } finally {
            threads.shutdownNow();
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
}
