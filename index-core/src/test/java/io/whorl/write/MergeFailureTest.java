package io.whorl.write;

import static io.whorl.testing.Thrown.assertReason;
import static io.whorl.write.WriterFixture.DIRECT;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.CorruptIndexException;
import io.whorl.DiskSpaceException;
import io.whorl.LongForm;
import io.whorl.WriterException;
import io.whorl.query.IndexCheck;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.store.IndexFiles;
import io.whorl.store.Segment;
import io.whorl.store.SegmentFile;
import io.whorl.write.MergeScheduler.SegmentMerger;
import io.whorl.write.WriterFixture.Patience;
import io.whorl.write.WriterHealth.MergeFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Background merges that fail. */
class MergeFailureTest {
    private static final Scheme SCHEME = Scheme.builder().build();

    @TempDir
    Path folder;

    private final List<MergeFailure> reported = new CopyOnWriteArrayList<>();

    private Path index() {
        return folder.resolve("index");
    }

    private WriterOptions telling(WriterOptions options) {
        return options.onMergeFailure(reported::add);
    }

    private IndexWriter open(WriterOptions options, UnaryOperator<SegmentMerger> merger) throws IOException {
        IndexWriter.create(index(), SCHEME, options).close();
        return IndexWriter.open(index(), WriterFixture.merging(telling(options), merger));
    }

    private static void commit(IndexWriter writer, int from, int count) throws IOException {
        for (int i = from; i < from + count; i++) {
            writer.add("d" + i, text(i, 100));
            writer.commit();
        }
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
        String name = names().get(0);
        try (RandomAccessFile file = new RandomAccessFile(index().resolve(name).toFile(), "rw")) {
            file.seek(file.length() / 2);
            int b = file.read();
            file.seek(file.length() / 2);
            file.write(b ^ 1);
        }
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
            WriterHealth behind = writer.health();
            assertTrue(behind.segments() <= behind.mostSegments(), behind::toString);
            assertTrue(behind.mostSegments() < 6 * factor, behind::toString);
            // After this call no merge runs, so none fails while the failures are compared.
            assertThrows(CorruptIndexException.class, writer::forceMerge);
            WriterHealth health = writer.health();
            assertTrue(!health.isWell() && health.setAside().size() == 1, health::toString);
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

    /** A call that waits for merges throws the failure after it has merged the other segments. */
    @Test
    void awaitMergesThrowsTheFailure() throws IOException {
        String damaged = damaged();
        try (IndexWriter writer = IndexWriter.open(index(), DIRECT.mergeFactor(64))) {
            commit(writer, 1, 10);
        }
        try (IndexWriter writer = IndexWriter.open(index(), telling(DIRECT.mergeFactor(3)))) {
            // The damaged segment is the largest, so it is in the last group to be merged.
            assertThrows(CorruptIndexException.class, writer::awaitMerges);
            assertTrue(names().contains(damaged) && names().size() <= 4, () -> writer.health()
                    .toString());
            assertTrue(reported.stream().allMatch(f -> f.segments().equals(List.of(damaged))), reported::toString);
            assertEquals(11, writer.snapshot().documents());
        }
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

    @Test
    void failuresAreLogged() throws IOException {
        Logger logger = Logger.getLogger("io.whorl.write");
        List<LogRecord> records = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord r) {
                records.add(r);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            String damaged = damaged();
            try (IndexWriter writer = IndexWriter.open(index(), DIRECT)) {
                commit(writer, 1, 3);
                assertThrows(CorruptIndexException.class, writer::awaitMerges);
            }
            assertTrue(
                    records.stream()
                            .anyMatch(r -> r.getLevel() == Level.WARNING
                                    && r.getMessage().contains(damaged)
                                    && r.getThrown() instanceof CorruptIndexException),
                    () -> records.size() + " records");
        } finally {
            logger.removeHandler(handler);
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
                assertTrue(committed < 500, () -> writer.health().toString());
            }
            assertTrue(
                    refused.getMessage().matches("(?s).* has \\d\\d segments, .*no merge today.*"),
                    refused::getMessage);
            WriterHealth health = writer.health();
            assertTrue(health.segments() <= 4 * health.mostSegments() && !health.isWell(), health::toString);
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
            assertTrue(writer.health().isWell() && writer.health().segments() < 20, () -> writer.health()
                    .toString());
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
            assertTrue(writer.health().isWell() && writer.health().segments() < 5);
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
            assertTrue(writer.health().segments() <= writer.health().mostSegments(), () -> writer.health()
                    .toString());
            writer.forceMerge();
            assertEquals(1, writer.health().segments());
        }
    }
}
