package io.whorl.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.whorl.corpus.OutcomeQueue.Outcome;
import io.whorl.corpus.OutcomeQueue.PendingOutcome;
import io.whorl.corpus.format.Skipped;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutcomeQueueTest {
    private static final long MANY = 20L << 20;
    private static final Outcome NONE = Outcome.of(new Skipped("", Skipped.Reason.INVALID, ""));

    @TempDir
    Path dir;

    private final OutcomeQueue queue = new OutcomeQueue();

    private PendingOutcome put(long bytes) {
        PendingOutcome entry = new PendingOutcome(
                CompletableFuture.completedFuture(List.of(NONE)), bytes, 0, CorpusReader.Position.START);
        queue.put(entry);
        return entry;
    }

    /** Starts a thread that reports the outcome of an entry and waits. */
    private Thread waiting(PendingOutcome entry) throws InterruptedException {
        Thread thread = new Thread(() -> {
            try {
                queue.known(entry, MANY);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            assertFalse(thread.getState() == Thread.State.TERMINATED, "it did not wait");
            Thread.onSpinWait();
        }
        return thread;
    }

    @Test
    void aLargeResultWaitsUntilItIsTaken() throws InterruptedException {
        PendingOutcome first = put(1);
        PendingOutcome second = put(1);
        Thread maker = waiting(second);
        assertSame(first, queue.take().orElseThrow());
        assertSame(second, queue.take().orElseThrow());
        maker.join();
        // An entry that was taken no longer counts, and no thread waits for it.
        queue.known(second, MANY);
        // Otherwise both calls would wait for room forever.
        put(15L << 20);
        put(1L << 20);
    }

    @Test
    void aSmallResultMakesRoom() throws InterruptedException {
        PendingOutcome large = put(15L << 20);
        queue.known(large, 10);
        // Otherwise this call would wait forever.
        put(15L << 20);
        assertSame(large, queue.take().orElseThrow());
    }

    /** At most two large documents are in memory. */
    @Test
    void aLargeEntryWaitsUntilThePreviousOneIsReleased() throws InterruptedException {
        long large = 17L << 20;
        PendingOutcome first = put(large);
        assertSame(first, queue.take().orElseThrow());
        Thread reader = new Thread(() -> put(large));
        reader.start();
        while (reader.getState() != Thread.State.WAITING) {
            assertFalse(reader.getState() == Thread.State.TERMINATED, "it did not wait");
            Thread.onSpinWait();
        }
        assertFalse(queue.take().orElseThrow() == first);
        reader.join();
    }

    @Test
    void closeReleasesWaitingThreads() throws InterruptedException {
        put(1);
        Thread maker = waiting(put(1));
        queue.close();
        maker.join();
    }

    @Test
    void aDocumentWithoutAThreadStillHasAnOutcome() throws Exception {
        SourceList page = SourceList.of(List.of(Files.writeString(dir.resolve("a.html"), "<html><p>text")));
        FormatRegistry formats = FormatRegistry.load(ReaderOptions.DEFAULT);
        ExecutorService pool = Executors.newSingleThreadExecutor(work -> {
            throw new OutOfMemoryError("unable to create native thread");
        });
        new PartWalker(page, ReaderOptions.DEFAULT, formats, CorpusReader.Position.START, queue, pool).run();
        assertEquals(
                "text",
                new String(queue.take()
                        .orElseThrow()
                        .outcome
                        .get()
                        .get(0)
                        .document()
                        .orElseThrow()
                        .utf8()));
        assertThrows(OutOfMemoryError.class, queue::take);
    }
}
