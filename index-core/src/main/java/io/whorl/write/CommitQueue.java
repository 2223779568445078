package io.whorl.write;

import io.whorl.WriterException;
import io.whorl.build.SegmentAssembler;
import io.whorl.live.CommitBuffer;
import io.whorl.live.LogSink;
import io.whorl.live.LoggedDocument;
import io.whorl.store.DocumentId;
import io.whorl.write.DocumentPreparer.PreparedDocument;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Collects the changes of all threads, and commits them on the commit thread. Thread-safe.
 *
 * <pre>
 * add, delete ─► pending ─► taken ─► commit thread: log, or a segment if they are many
 *                   ▲         │
 *                   └─────────┘ if that fails
 * </pre>
 *
 * <ol>
 *   <li>All calls that wait for a commit at the same time share one.
 *   <li>A change is pending, taken or in the state of the index. A look-up of an id asks them in this order.
 *   <li>Changes that wait for room for a segment are still pending, so others join them.
 * </ol>
 */
final class CommitQueue {
    private final StateManager states;
    private final Maintenance maintenance;
    /** Writes the scratch files of large commits. */
    private final WorkerThread spools = new WorkerThread("whorl-spool");

    private final Object lock = new Object();
    /** Guarded by the lock; read without it as a hint. */
    private volatile PendingChanges pending;
    /** Changes that the commit thread has taken and not yet committed; guarded by the lock. */
    private Optional<PendingChanges> taken = Optional.empty();
    /**
     * Set under the lock. Readers check it without the lock, which a thread may hold while it waits for a scratch file.
     */
    private volatile boolean closed;

    /** What happens to an earlier document with the id of a new one. */
    enum IfExists {
        /** It is replaced, without a look whether there is one. */
        REPLACE_UNSEEN,
        REPLACE,
        /** It stays, and the new one is left out. */
        KEEP
    }

    CommitQueue(StateManager states, Maintenance maintenance) {
        this.states = states;
        this.maintenance = maintenance;
        pending = new PendingChanges();
    }

    /** Whether the next changes go directly into a segment, so that minutiae may repeat; a hint. */
    boolean isDirect() {
        return pending.isDirect();
    }

    /**
     * Adds a document, unless its minutiae repeat and the changes no longer go directly into a segment.
     *
     * @return whether there is an earlier one with the same id, unless it is not looked for; empty if the document was
     *     not added and needs distinct minutiae
     */
    Optional<Boolean> add(String id, PreparedDocument prepared, IfExists then) throws IOException {
        synchronized (lock) {
            checkUsable();
            if (!prepared.distinct() && !pending.isDirect()) {
                return Optional.empty();
            }
            boolean exists = then != IfExists.REPLACE_UNSEEN
                    && exists(id, prepared.document().id());
            if (!exists || then != IfExists.KEEP) {
                pending.add(id, prepared);
            }
            return Optional.of(exists);
        }
    }

    /** Deletes a document. Returns whether it exists. */
    boolean delete(String id) throws IOException {
        byte[] idBytes = DocumentId.utf8(id);
        synchronized (lock) {
            checkUsable();
            boolean exists = exists(id, idBytes);
            pending.delete(id, idBytes);
            return exists;
        }
    }

    private boolean exists(String id, byte[] idBytes) {
        return Optional.ofNullable(pending.ids.get(id))
                .or(() -> taken.map(t -> t.ids.get(id)))
                .orElseGet(() -> states.reading(state -> state.contains(idBytes)));
    }

    /** Requests a commit of the changes so far. Returns its result, which is completed on the commit thread. */
    CompletableFuture<Long> request() {
        synchronized (lock) {
            checkUsable();
            if (!pending.requested) {
                PendingChanges requested = pending;
                pending.requested = true;
                maintenance.admit(room -> commit(requested, room), reason -> {
                    CompletableFuture<Long> refused = requested.done;
                    synchronized (lock) {
                        // The changes stay for the next request.
                        requested.done = new CompletableFuture<>();
                        requested.requested = false;
                    }
                    refused.completeExceptionally(reason);
                });
            }
            return pending.done;
        }
    }

    /** Drops the changes so far, those of a commit that is being written if it fails. */
    void rollback() throws IOException {
        PendingChanges dropped;
        Optional<PendingChanges> written;
        synchronized (lock) {
            checkUsable();
            dropped = pending;
            pending = new PendingChanges();
            written = taken;
            written.ifPresent(t -> t.rolledBack = true);
        }
        try (dropped) {
            dropped.done.completeExceptionally(WriterException.rolledBack());
        } finally {
            if (written.isPresent()) {
                WorkerThread.get(written.get().done.exceptionally(e -> 0L));
            }
        }
    }

    /** Commits pending changes for all callers that wait for them, unless they need room for a segment. */
    private boolean commit(PendingChanges requested, boolean room) {
        synchronized (lock) {
            if (pending != requested) {
                // They were rolled back.
                return true;
            }
            if (!room && !requested.ids.isEmpty() && (requested.isDirect() || !states.fits(requested))) {
                // Documents that are added while the commit waits become part of it.
                return false;
            }
            taken = Optional.of(requested);
            pending = new PendingChanges();
            pending.buffer.expectAsMany(requested.buffer);
        }
        commit(requested);
        return true;
    }

    private void commit(PendingChanges commit) {
        try (commit) {
            long sequence = commit.ids.isEmpty() ? states.state().sequence() : write(commit);
            synchronized (lock) {
                taken = Optional.empty();
            }
            commit.done.complete(sequence);
        } catch (Throwable e) {
            commit.done.completeExceptionally(restore(commit, e));
        }
    }

    private long write(PendingChanges commit) throws IOException {
        states.checkFailure();
        Consumer<WriterActivity.Commit> ended = states.activity.commit();
        long operations = commit.ids.size();
        commit.settle();
        boolean direct = commit.replay().isPresent();
        long postings;
        long bytes = 0;
        long sequence;
        if (direct) {
            maintenance.sealAll();
            postings = commit.replay().get().postings();
            sequence = states.commitDirect(commit);
            maintenance.madeSegment();
        } else {
            if (!states.fits(commit)) {
                maintenance.rotate();
            }
            postings = commit.buffer.postings();
            bytes = commit.buffer.bytes();
            sequence = states.commit(commit);
        }
        ended.accept(new WriterActivity.Commit(sequence, operations, postings, bytes, direct));
        return sequence;
    }

    /** Returns the changes of a failed commit to the pending ones, unless they were too many to keep. */
    private Throwable restore(PendingChanges commit, Throwable reason) {
        Throwable reported = states.record(reason);
        synchronized (lock) {
            taken = Optional.empty();
            if (commit.rolledBack) {
                reported.addSuppressed(WriterException.rolledBack());
                return reported;
            }
            if (commit.replay().isEmpty()) {
                try {
                    pending.putBack(commit);
                    return reported;
                } catch (IOException | RuntimeException e) {
                    reported.addSuppressed(e);
                }
            }
            return reported instanceof IOException
                    ? new IOException(
                            "the commit of " + commit.added + " documents was not written; they must be added again: "
                                    + reported.getMessage(),
                            reported)
                    : reported;
        }
    }

    /**
     * Throws if changes are no longer accepted. Waits for nothing.
     *
     * @throws IllegalStateException after {@link #stop}
     * @throws io.whorl.WriterException if the writer has failed
     */
    void checkUsable() {
        if (closed) {
            throw WorkerThread.closed(null);
        }
        states.checkFailure();
    }

    /** Whether the writer is neither closed nor failed. Waits for nothing. */
    boolean isUsable() {
        return !closed && states.failure == null;
    }

    /** Accepts no more changes. Returns whether it did before. */
    boolean stop() {
        synchronized (lock) {
            boolean before = !closed;
            closed = true;
            return before;
        }
    }

    /** Drops uncommitted changes, after {@link #stop} and after the last commit. */
    void drop() throws IOException {
        spools.shutdown();
        synchronized (lock) {
            pending.close();
            pending.done.completeExceptionally(new IllegalStateException("the writer was closed before the commit"));
        }
    }

    /**
     * The changes since the last commit. A few are in heap, encoded as in the log. Beyond the size of an empty live
     * tier they go to a {@link DirectSegment}. Guarded by the lock of the queue until the commit thread has taken it.
     */
    final class PendingChanges implements Closeable {
        /** The largest number of bytes of operations in heap. Deletions have neither postings nor documents. */
        private static final long MOST_BUFFERED = 256L << 20;

        /** The ids that were added or deleted, and whether they have a document now. */
        final Map<String, Boolean> ids = new HashMap<>();

        CommitBuffer buffer = new CommitBuffer(states.scheme.hashing().bits(), states.scheme.frequencies());
        /** Any thread may read it as a hint. */
        private volatile Optional<DirectSegment> direct = Optional.empty();

        private Optional<Exception> failure = Optional.empty();
        /** The number of documents added, including replaced ones. */
        int added;
        /** Bytes of the ids, extras and stored forms of added documents. */
        long held;
        /** The result of the commit that will contain these changes. */
        CompletableFuture<Long> done = new CompletableFuture<>();

        boolean requested;
        /** Whether these changes must not be put back if their commit fails. */
        boolean rolledBack;

        /** Whether the changes go directly into a segment, so that minutiae may repeat. This does not change back. */
        boolean isDirect() {
            return direct.isPresent();
        }

        /** Adds a document. Its minutiae are distinct unless {@link #isDirect}. */
        void add(String id, PreparedDocument p) throws IOException {
            makeRoom(1, p.document().n(), p.held());
            if (direct.isPresent()) {
                Operation add = replay -> replay.put(p.document(), p.fingerprint(), p.distinct());
                spooling(() -> direct.get().add(add, p.document().n(), p.held()));
            } else {
                buffer.add(p.document());
            }
            ids.put(id, true);
            added++;
            held += p.held();
        }

        void delete(String id, byte[] idBytes) throws IOException {
            makeRoom(0, 0, 0);
            if (direct.isPresent()) {
                spooling(() -> direct.get().add(replay -> replay.delete(idBytes), 0, idBytes.length));
            } else {
                buffer.delete(idBytes);
            }
            ids.put(id, false);
        }

        /** Must be called before the commit: afterwards all changes are in the buffer, or all in the segment. */
        void settle() throws IOException {
            makeRoom(0, 0, 0);
            if (direct.isPresent()) {
                spooling(direct.get()::settle);
            }
        }

        private void spooling(WorkerThread.Task step) throws IOException {
            try {
                step.run();
            } catch (IOException | RuntimeException e) {
                failure = Optional.of(e);
                throw e;
            }
        }

        private void makeRoom(int more, int postings, long bytes) throws IOException {
            if (failure.isPresent()) {
                throw new IOException(
                        "the changes since the last commit cannot be kept; no more are accepted until the next commit: "
                                + failure.get().getMessage(),
                        failure.get());
            }
            WriterOptions options = states.options;
            if (direct.isEmpty()
                    && (added + more > options.liveDocuments() / 2
                            || buffer.postings() + postings > options.directPostings()
                            || held + bytes > options.limits().bytes()
                            || buffer.bytes() > MOST_BUFFERED)) {
                direct = Optional.of(new DirectSegment());
                spooling(() -> direct.get().read(buffer, id -> true));
                buffer.clear();
            }
        }

        /** The documents of the direct segment; empty if the changes go to the log. */
        Optional<SegmentAssembler> replay() {
            return direct.map(d -> d.replay);
        }

        /** Puts back earlier changes that could not be committed, before these. */
        void putBack(PendingChanges earlier) throws IOException {
            if (direct.isPresent()) {
                // Without the ids that these changes mention.
                spooling(() -> direct.get().read(earlier.buffer, id -> !ids.containsKey(id)));
            } else {
                earlier.buffer.append(buffer);
                buffer = earlier.buffer;
            }
            earlier.ids.forEach(ids::putIfAbsent);
            added += earlier.added;
            held += earlier.held;
        }

        @Override
        public void close() throws IOException {
            if (direct.isPresent()) {
                direct.get().close();
            }
        }

        private interface Operation {
            void on(SegmentAssembler segment) throws IOException;
        }

        /**
         * Changes that are replayed directly into a segment, like those of a log. They are handed in batches to the
         * thread that spools their postings; on a caller's thread, an interrupt would close the scratch file and lose
         * the documents of others. Adding blocks only if that thread falls behind. Guarded like its
         * {@link PendingChanges}.
         */
        private final class DirectSegment implements Closeable {
            private static final int BATCH_POSTINGS = 1 << 16;
            private static final int BATCH_BYTES = 1 << 20;

            /** Complete after {@link #settle}. */
            private final SegmentAssembler replay;
            /** The batch that is spooled, while the next one is filled. */
            private CompletableFuture<Void> sent = CompletableFuture.completedFuture(null);

            private List<Operation> batch = new ArrayList<>();
            private long batchPostings;
            private long batchBytes;

            DirectSegment() throws IOException {
                replay = WorkerThread.get(spools.submit(() -> new SegmentAssembler(
                        states.scheme,
                        states.directory.stored(),
                        states.options.memory(),
                        states.options.threads(),
                        states.directory.path())));
            }

            /** @throws IOException if an earlier operation failed; then no segment can be made */
            void add(Operation operation, int postings, long bytes) throws IOException {
                if (batchPostings > BATCH_POSTINGS || batchBytes > BATCH_BYTES) {
                    send();
                }
                batch.add(operation);
                batchPostings += postings;
                batchBytes += bytes;
            }

            private void send() throws IOException {
                List<Operation> operations = batch;
                batch = new ArrayList<>();
                batchPostings = 0;
                batchBytes = 0;
                WorkerThread.get(sent);
                sent = spools.submit(() -> {
                    for (Operation operation : operations) {
                        operation.on(replay);
                    }
                });
            }

            /** Adds the operations of a buffer on some ids. */
            void read(CommitBuffer from, Predicate<String> which) throws IOException {
                spools.run(() -> from.read(new LogSink() {
                    @Override
                    public void add(LoggedDocument d) throws IOException {
                        if (which.test(new String(d.id(), StandardCharsets.UTF_8))) {
                            replay.add(d);
                        }
                    }

                    @Override
                    public void delete(byte[] id) {
                        if (which.test(new String(id, StandardCharsets.UTF_8))) {
                            replay.delete(id);
                        }
                    }
                }));
            }

            /** Waits until the segment has every operation. */
            void settle() throws IOException {
                send();
                WorkerThread.get(sent);
            }

            @Override
            public void close() throws IOException {
                try {
                    WorkerThread.get(sent);
                } catch (IOException | RuntimeException e) {
                    // The result is not needed; only wait, so that the segment is not closed while that thread uses it.
                }
                replay.close();
            }
        }
    }
}
