package io.whorl.corpus;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Finds on their way from the thread that reads to the one that asks, bounded in number and bytes: a find of more bytes
 * passes alone, and not before the one before it, if that is as large, is done with. The result of a find may hold many
 * times its bytes, so the thread that makes it may have to wait too.
 */
final class OutcomeQueue {
    private static final long MOST_BYTES =
            Math.max(1L << 20, Math.min(16L << 20, Runtime.getRuntime().maxMemory() / 16));
    private static final int MOST_FINDS = 1 << 12;

    private final ArrayDeque<PendingOutcome> finds = new ArrayDeque<>();
    private long bytes;
    /** Of the find taken last, until the next one is asked for: its taker may still work on it. */
    private long inUse;

    private boolean ended;
    private boolean closed;
    private Throwable failure;

    /** Waits for room. @throws CancellationException if nobody wants more */
    synchronized void put(PendingOutcome find) {
        while (!closed
                && (!finds.isEmpty() && (bytes + find.bytes() > MOST_BYTES || finds.size() >= MOST_FINDS)
                        || find.bytes() > MOST_BYTES && inUse > MOST_BYTES)) {
            try {
                wait();
            } catch (InterruptedException e) {
                // Only closing interrupts whoever reads.
                Thread.currentThread().interrupt();
                closed = true;
            }
        }
        if (closed) {
            throw new CancellationException("the corpus reader is closed");
        }
        bytes += find.bytes();
        finds.add(find);
        notifyAll();
    }

    /** The next in order; waits for it. Nothing at the end. */
    synchronized Optional<PendingOutcome> take() throws InterruptedException {
        inUse = 0;
        notifyAll();
        while (finds.isEmpty() && !ended) {
            wait();
        }
        PendingOutcome find = finds.poll();
        if (find != null) {
            find.take();
            bytes -= find.bytes();
            inUse = find.bytes();
            notifyAll();
        } else if (failure instanceof Error error) {
            throw error;
        } else if (failure != null) {
            throw new IllegalStateException("reading failed: " + failure, failure);
        }
        return Optional.ofNullable(find);
    }

    /**
     * The outcome of a find is there, and holds so many bytes. Waits while there are too many and the find is among
     * them. To be told by threads that take up finds in their order: then all before this one have an outcome or get it
     * from a thread that does not wait, and are taken, and in the end this one is.
     */
    synchronized void known(PendingOutcome find, long size) throws InterruptedException {
        if (!find.isTaken() && !closed) {
            bytes += size - find.bytes();
            find.bytes(size);
            notifyAll();
        }
        while (!find.isTaken() && !closed && bytes > MOST_BYTES) {
            wait();
        }
    }

    /** Nothing more comes. */
    synchronized void end(Optional<Throwable> because) {
        ended = true;
        failure = because.orElse(null);
        notifyAll();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Nothing more is wanted. */
    synchronized void close() {
        closed = true;
        ended = true;
        finds.clear();
        notifyAll();
    }
}
