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
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

    /** A pool that cannot start a thread, as in a process that has too many. */
    private static final class NoThreads extends AbstractExecutorService {
        @Override
        public void execute(Runnable work) {
            throw new OutOfMemoryError("unable to create native thread");
        }

        @Override
        public void shutdown() {}

        @Override
        public List<Runnable> shutdownNow() {
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return true;
        }
    }

    @Test
    void aDocumentWithoutAThreadStillHasAnOutcome() throws Exception {
        SourceList page = SourceList.of(List.of(Files.writeString(dir.resolve("a.html"), "<html><p>text")));
        FormatRegistry formats = FormatRegistry.load(ReaderOptions.DEFAULT);
        new PartWalker(page, ReaderOptions.DEFAULT, formats, CorpusReader.Position.START, queue, new NoThreads()).run();
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
