package io.whorl.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.whorl.RandomCorpus;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.StoredKinds;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A partition that fails ends the sorting of all others. */
class FailedSortTest {
    private static final Scheme SCHEME = Scheme.builder().build();
    private static final Duration HANGS = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private PostingSpool spool(long memory, TempFile scratch) throws IOException {
        PostingSpool spool = new PostingSpool(SCHEME.hashing().bits(), memory, scratch, false);
        spool.add(new Random(5).longs(4_000, 0, 1L << 40).toArray(), 4_000, 0);
        spool.finish();
        return spool;
    }

    private void write(PostingSpool spool, int workers, ParallelTasks.Runner threads) throws IOException {
        DocumentBatch batch = new DocumentBatch(0);
        batch.add(RandomCorpus.utf8("only"), 1, DocumentBatch.NOTHING);
        batch.fingerprinted();
        Path file = directory.resolve("segment.whs");
        try {
            new SpooledSegmentWriter(SCHEME, StoredKinds.NONE, 1 << 22, workers, threads, new ScratchSpace(directory))
                    .write(
                            file,
                            List.of(spool),
                            new DocumentOrder(List.of(batch), 1),
                            null,
                            CollectionFrequencies.none(),
                            true);
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
        }
        assertTrue(spool.hasSpilled());
        Queue<Exception> failures = new ConcurrentLinkedQueue<>();
        ExecutorService one = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>()) {
            @Override
            protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
                return super.newTaskFor(() -> {
                    try {
                        return task.call();
                    } catch (Exception e) {
                        failures.add(e);
                        throw e;
                    }
                });
            }
        };
        try {
            assertTimeoutPreemptively(
                    HANGS,
                    () -> assertThrows(
                            ClosedChannelException.class, () -> write(spool, 2, ParallelTasks.Runner.on(one))));
        } finally {
            one.shutdownNow();
        }
        // The second of the two tasks begins no partition.
        assertEquals(1, failures.size());
        assertInstanceOf(ClosedChannelException.class, failures.remove());
    }
}
