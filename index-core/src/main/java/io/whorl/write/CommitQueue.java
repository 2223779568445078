package io.whorl.write;

import io.whorl.WriterException;
import io.whorl.store.DocumentId;
import io.whorl.write.DocumentPreparer.PreparedDocument;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Collects the changes of all threads, and commits them on the commit thread. All calls that wait for a commit at the
 * same time share one. Thread-safe.
 */
final class CommitQueue {
    private final StateManager states;
    private final Maintenance maintenance;
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
        pending = newPending();
    }

    private PendingChanges newPending() {
        return new PendingChanges(states, spools);
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
        return pending.contains(id)
                .or(() -> taken.flatMap(t -> t.contains(id)))
                .orElseGet(() -> states.reading(state -> state.contains(idBytes)));
    }

    /** Commits the changes so far, and waits for it. Returns the number of the commit. */
    long commit() throws IOException {
        return WorkerThread.get(request());
    }

    /** Requests a commit of the changes so far. Returns its result, which is completed on the commit thread. */
    CompletableFuture<Long> request() {
        synchronized (lock) {
            checkUsable();
            if (!pending.requested) {
                PendingChanges requested = pending;
                pending.requested = true;
                maintenance.admit(room -> commit(requested, room), reason -> {
                    CompletableFuture<Long> waiting;
                    synchronized (lock) {
                        waiting = requested.postpone();
                    }
                    waiting.completeExceptionally(reason);
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
            pending = newPending();
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
            if (!room && !requested.isEmpty() && (requested.isDirect() || !states.fits(requested))) {
                // Documents that are added while the commit waits become part of it.
                return false;
            }
            taken = Optional.of(requested);
            pending = newPending();
        }
        commit(requested);
        return true;
    }

    private void commit(PendingChanges commit) {
        try (commit) {
            long sequence = commit.isEmpty() ? states.state().sequence() : write(commit);
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
        long operations = commit.ids();
        commit.settle();
        boolean direct = commit.replay().isPresent();
        long postings;
        long bytes = 0;
        long sequence;
        if (direct) {
            maintenance.sealAll();
            postings = commit.replay().get().postings();
            sequence = states.commitDirect(commit);
            maintenance.merges.sealed();
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
        return !closed && !states.hasFailed();
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
}
