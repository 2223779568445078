package io.whorl.write;

import static io.whorl.write.WriterFixture.DIRECT;
import static io.whorl.write.WriterFixture.SMALL;
import static io.whorl.write.WriterFixture.ids;
import static io.whorl.write.WriterFixture.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.crash.CrashFileSystem;
import io.whorl.crash.CrashFileSystem.SyncPoint;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterFixture.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots are taken and refreshed while the disk makes a writer wait. They contain only what is durable. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SlowDiskSnapshotTest {
    private static final int WORDS = 20_000;
    /** More than the batches that may wait for the scratch file. */
    private static final int DOCUMENTS = 40;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch held = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
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
        released.countDown();
        threads.shutdownNow();
    }

    private void hold() {
        held.countDown();
        try {
            if (!released.await(300, TimeUnit.SECONDS)) {
                throw new IllegalStateException("it was not released");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void holdForce(SyncPoint point) {
        if (slow.get() && !point.done()) {
            hold();
        }
    }

    private void awaitHeld() throws Exception {
        assertTrue(held.await(300, TimeUnit.SECONDS), "nothing waits for the disk");
    }

    private List<Snapshot> takenWhileHeld(IndexWriter writer, Snapshot earlier) throws Exception {
        try {
            return List.of(
                    Patience.get(threads.submit(writer::snapshot)), Patience.get(threads.submit(earlier::refresh)));
        } finally {
            slow.set(false);
            released.countDown();
        }
    }

    @Test
    void whileACommitIsForced() throws Exception {
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), SMALL)) {
            writer.add("a", text(1, 30));
            writer.commit();
            Snapshot earlier = writer.snapshot();
            writer.add("b", text(2, 30));
            system.onSync(this::holdForce);
            slow.set(true);
            Future<Long> commit = threads.submit(writer::commit);
            awaitHeld();
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
        try (IndexWriter writer = IndexWriter.create(index, Scheme.builder().build(), options)) {
            writer.add("a", text(0, 30));
            writer.commit();
            Snapshot earlier = writer.snapshot();
            system.onWrite(path -> {
                if (slow.get() && path.getFileName().toString().startsWith("spill-")) {
                    hold();
                }
            });
            slow.set(true);
            Thread adding = new Thread(() -> addAll(writer));
            adding.start();
            awaitHeld();
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
}
