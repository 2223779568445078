package io.whorl.history;

import io.whorl.concurrent.DaemonThreads;
import io.whorl.store.AscendingCursor;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads the minutiae of a table in ascending order, in blocks. With a thread of its own, it decodes the next block
 * while the current one is used.
 */
final class MinutiaBlocks implements Closeable {
    private static final int BLOCK = 1 << 12;

    /** Two blocks: one is read while the other is filled. */
    private static final class Block {
        private final long[] minutiae = new long[BLOCK];
        private final long[] payloads = new long[BLOCK];
        private int size;
    }

    private final AscendingCursor cursor;
    private final Optional<ExecutorService> thread;
    private Block current = new Block();
    private Block spare = new Block();
    private Optional<Future<Block>> next = Optional.empty();
    private int at;
    private boolean ended;

    /** @param ahead whether a thread decodes the next block */
    MinutiaBlocks(AscendingCursor cursor, boolean ahead) {
        this.cursor = cursor;
        thread = ahead
                ? Optional.of(Executors.newSingleThreadExecutor(DaemonThreads.named("whorl-changes")))
                : Optional.empty();
        thread.ifPresent(t -> next = Optional.of(t.submit(filling(spare))));
    }

    private Callable<Block> filling(Block block) {
        return () -> fill(block);
    }

    private Block fill(Block block) {
        int n = 0;
        while (n < BLOCK && cursor.next()) {
            block.minutiae[n] = cursor.minutia();
            block.payloads[n++] = cursor.payload();
        }
        block.size = n;
        return block;
    }

    /** Moves to the next minutia; false at the end. */
    boolean next() throws IOException {
        if (++at < current.size) {
            return true;
        }
        if (ended) {
            return false;
        }
        at = 0;
        Block used = current;
        current = next.isPresent() ? await(next.get()) : fill(current);
        ended = current.size < BLOCK;
        if (thread.isPresent() && !ended) {
            next = Optional.of(thread.get().submit(filling(used)));
        }
        return current.size > 0;
    }

    private static Block await(Future<Block> block) throws IOException {
        try {
            return block.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (InterruptedIOException)
                    new InterruptedIOException("interrupted while an index was read").initCause(e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException r) {
                throw r;
            }
            throw new IOException(e.getCause());
        }
    }

    long minutia() {
        return current.minutiae[at];
    }

    long payload() {
        return current.payloads[at];
    }

    /** Ends the thread, which may read no longer when the index is closed. */
    @Override
    public void close() throws IOException {
        thread.ifPresent(ExecutorService::shutdown);
        if (next.isPresent() && !next.get().isDone()) {
            await(next.get());
        }
    }
}
