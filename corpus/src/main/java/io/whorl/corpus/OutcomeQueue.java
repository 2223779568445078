package io.whorl.corpus;

import io.whorl.corpus.CorpusReader.Position;
import io.whorl.corpus.format.Skipped;
import io.whorl.corpus.format.TextMap;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;

/**
 * Entries on the way from the reading thread to the caller, in order, bounded in number and bytes. An entry above the
 * byte limit passes alone, and only after the caller is done with a previous entry above the limit. The result of a
 * conversion may be much larger than its input, so the converting thread may have to wait too.
 */
final class OutcomeQueue {
    private static final long MAX_BYTES =
            Math.max(1L << 20, Math.min(16L << 20, Runtime.getRuntime().maxMemory() / 16));
    private static final int MAX_ENTRIES = 1 << 12;

    private final ArrayDeque<PendingOutcome> entries = new ArrayDeque<>();
    private long bytes;
    /** Bytes of the entry taken last, until the next is requested: the caller may still use it. */
    private long inUse;

    private boolean ended;
    private boolean closed;
    private Throwable failure;

    /**
     * Adds an entry; waits for room.
     *
     * @throws CancellationException if the queue is closed
     */
    synchronized void put(PendingOutcome entry) {
        while (!closed
                && (!entries.isEmpty() && (bytes + entry.bytes > MAX_BYTES || entries.size() >= MAX_ENTRIES)
                        || entry.bytes > MAX_BYTES && inUse > MAX_BYTES)) {
            try {
                wait();
            } catch (InterruptedException e) {
                // Only close() interrupts the reading thread.
                Thread.currentThread().interrupt();
                closed = true;
            }
        }
        if (closed) {
            throw new CancellationException("the corpus reader is closed");
        }
        bytes += entry.bytes;
        entries.add(entry);
        notifyAll();
    }

    /** Takes the next entry; waits for it. Returns nothing at the end. */
    synchronized Optional<PendingOutcome> take() throws InterruptedException {
        inUse = 0;
        notifyAll();
        while (entries.isEmpty() && !ended) {
            wait();
        }
        PendingOutcome entry = entries.poll();
        if (entry != null) {
            entry.taken = true;
            bytes -= entry.bytes;
            inUse = entry.bytes;
            notifyAll();
        } else if (failure instanceof Error error) {
            throw error;
        } else if (failure != null) {
            throw new IllegalStateException("reading failed: " + failure, failure);
        }
        return Optional.ofNullable(entry);
    }

    /**
     * Records that the outcome of an entry is known and occupies this many bytes. Waits while the queue is over its
     * limit and contains the entry. There is no deadlock if threads take up entries in their order: all earlier entries
     * then have an outcome or get it from a thread that does not wait, so they are taken, and finally this one is.
     */
    synchronized void known(PendingOutcome entry, long size) throws InterruptedException {
        if (!entry.taken && !closed) {
            bytes += size - entry.bytes;
            entry.bytes = size;
            notifyAll();
        }
        while (!entry.taken && !closed && bytes > MAX_BYTES) {
            wait();
        }
    }

    synchronized void end(Optional<Throwable> because) {
        ended = true;
        failure = because.orElse(null);
        notifyAll();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Closes the queue: the caller takes no more entries. */
    synchronized void close() {
        closed = true;
        ended = true;
        entries.clear();
        notifyAll();
    }

    /** An entry of the queue: documents or reports that may not be known yet. */
    static final class PendingOutcome {
        final Future<List<Outcome>> outcome;
        /** The bytes of the sources that were read before it. */
        final long position;
        /** Where a reader that should deliver it can begin at the latest. */
        final Position from;
        /** The memory known so far. Guarded by the queue. */
        private long bytes;
        /** True if the entry has left the queue. Guarded by the queue. */
        private boolean taken;

        PendingOutcome(Future<List<Outcome>> outcome, long bytes, long position, Position from) {
            this.outcome = outcome;
            this.bytes = bytes;
            this.position = position;
            this.from = from;
        }
    }

    /**
     * The result of reading a part: a document, or a report that it was skipped.
     *
     * @param bytes about the memory that it takes
     */
    record Outcome(Optional<Document> document, Optional<Skipped> skipped, long bytes) {
        /**
         * About the memory of the objects of one outcome without its characters and bytes. Records may be that small.
         */
        static final int OBJECTS = 200;

        static Outcome of(Document document) {
            long map = document.map().map(TextMap::bytes).orElse(0L);
            long bytes = OBJECTS + document.utf8().length + characters(document.id(), document.place()) + map;
            return new Outcome(Optional.of(document), Optional.empty(), bytes);
        }

        static Outcome of(Skipped skipped) {
            long bytes = OBJECTS + characters(skipped.place(), skipped.detail());
            return new Outcome(Optional.empty(), Optional.of(skipped), bytes);
        }

        static long bytes(List<Outcome> outcomes) {
            return outcomes.stream().mapToLong(Outcome::bytes).sum();
        }

        private static long characters(String a, String b) {
            return (long) Character.BYTES * (a.length() + b.length());
        }
    }
}
