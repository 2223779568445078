package io.whorl.write;

import io.whorl.build.SegmentAssembler;
import io.whorl.log.CommitBuffer;
import io.whorl.log.LogSink;
import io.whorl.log.LoggedDocument;
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
 * The changes since the last commit. A few are in heap, encoded as in the log. Beyond the size of an empty live tier
 * they go to a {@link DirectSegment}. Guarded by the lock of the {@link CommitQueue} until the commit thread has taken
 * it.
 */
final class PendingChanges implements Closeable {
    /** The largest number of bytes of operations in heap. Deletions have neither postings nor documents. */
    private static final long MOST_BUFFERED = 256L << 20;

    private final StateManager states;
    private final WorkerThread spools;
    /** The ids that were added or deleted, and whether they have a document now. */
    private final Map<String, Boolean> ids = new HashMap<>();

    CommitBuffer buffer;
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

    /** @param spools as in {@link DirectSegment} */
    PendingChanges(StateManager states, WorkerThread spools) {
        this.states = states;
        this.spools = spools;
        buffer = new CommitBuffer(states.scheme.hashing().bits(), states.scheme.frequencies());
    }

    /** Whether these changes add a document with this id; empty if they do not mention the id. */
    Optional<Boolean> contains(String id) {
        return Optional.ofNullable(ids.get(id));
    }

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
            direct = Optional.of(new DirectSegment(states, spools));
            spooling(() -> direct.get().read(buffer, id -> true));
            buffer.clear();
        }
    }

    /** Keeps the changes for the next request of a commit. Returns the result for the requests so far. */
    CompletableFuture<Long> postpone() {
        CompletableFuture<Long> before = done;
        done = new CompletableFuture<>();
        requested = false;
        return before;
    }

    boolean isEmpty() {
        return ids.isEmpty();
    }

    /** The documents of the direct segment; empty if the changes go to the log. */
    Optional<SegmentAssembler> replay() {
        return direct.map(d -> d.replay);
    }

    /** The number of ids that were added or deleted. */
    int ids() {
        return ids.size();
    }

    /** Passes on all ids that were added or deleted. */
    void forEachId(Consumer<String> consumer) {
        ids.keySet().forEach(consumer);
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
     * Changes that are replayed directly into a segment, like those of a log. They are handed in batches to the thread
     * that spools their postings. Adding blocks only if that thread falls behind. Guarded like its
     * {@link PendingChanges}.
     */
    private static final class DirectSegment implements Closeable {
        private static final int BATCH_POSTINGS = 1 << 16;
        private static final int BATCH_BYTES = 1 << 20;

        private final WorkerThread spools;
        /** Complete after {@link #settle}. */
        private final SegmentAssembler replay;
        /** The batch that is spooled, while the next one is filled. */
        private CompletableFuture<Void> sent = CompletableFuture.completedFuture(null);

        private List<Operation> batch = new ArrayList<>();
        private long batchPostings;
        private long batchBytes;

        /**
         * @param spools the thread that writes the scratch file: on a caller's thread, an interrupt would close the
         *     file and lose the documents of others
         */
        DirectSegment(StateManager states, WorkerThread spools) throws IOException {
            this.spools = spools;
            replay = spools.call(() -> new SegmentAssembler(
                    states.scheme,
                    states.directory.stored(),
                    states.options.memory(),
                    states.options.threads(),
                    states.directory.path()));
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
