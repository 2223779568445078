package io.whorl.write;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.agrona.collections.Object2IntHashMap;
import io.whorl.build.SegmentAssembler;
import io.whorl.log.CommitBuffer;
import io.whorl.log.LogSink;
import io.whorl.log.LoggedDocument;
import io.whorl.scheme.Scheme;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredFingerprint.FingerprintEncoder;
import io.whorl.store.StoredKinds;
import io.whorl.write.DocumentPreparer.PreparedDocument;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * The changes since the last commit. A few are in heap, encoded as in the log. Beyond the size of an empty live tier
 * they go to a {@link DirectSegment}. Guarded by the lock of the {@link CommitQueue} until the commit thread has taken
 * it.
 */
final class PendingChanges implements Closeable {
    private static final int MISSING = -1;
    /** The largest number of bytes of operations in heap. Deletions have neither postings nor documents. */
    private static final long MOST_BUFFERED = 256L << 20;

    private final Scheme scheme;
    private final StoredKinds stored;
    private final WriterOptions options;
    private final Path scratch;
    private final WorkerThread spools;
    /** For each id that has a document: its place among all added to the buffer, or to the direct segment. */
    private final Object2IntHashMap<String> documents = new Object2IntHashMap<>(MISSING);
    /** The other ids that were mentioned. */
    private final Set<String> deleted = new HashSet<>();

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

    /**
     * @param stored what the index stores of its documents
     * @param spools as in {@link DirectSegment}
     */
    PendingChanges(Scheme scheme, StoredKinds stored, WriterOptions options, Path scratch, WorkerThread spools) {
        this.scheme = scheme;
        this.stored = stored;
        this.options = options;
        this.scratch = scratch;
        this.spools = spools;
        buffer = new CommitBuffer(scheme.hashing().bits(), scheme.frequencies());
    }

    /** Whether these changes add a document with this id; empty if they do not mention the id. */
    Optional<Boolean> contains(String id) {
        return documents.containsKey(id)
                ? Optional.of(true)
                : deleted.contains(id) ? Optional.of(false) : Optional.empty();
    }

    /** Whether the changes go directly into a segment, so that minutiae may repeat. This does not change back. */
    boolean isDirect() {
        return direct.isPresent();
    }

    /** Adds a document. Its minutiae are distinct unless {@link #isDirect}. */
    void add(String id, PreparedDocument p) throws IOException {
        makeRoom(1, p.document().n(), p.held());
        if (direct.isPresent()) {
            put(id, spool(p));
        } else {
            buffer.add(p.document());
            put(id, added);
        }
        added++;
        held += p.held();
    }

    void delete(String id, byte[] idBytes) throws IOException {
        makeRoom(0, 0, 0);
        if (direct.isEmpty()) {
            buffer.delete(idBytes);
        }
        leaveOut(documents.removeKey(id));
        deleted.add(id);
    }

    private void put(String id, int place) {
        leaveOut(documents.put(id, place));
        deleted.remove(id);
    }

    private void leaveOut(int replaced) {
        if (replaced != MISSING && direct.isPresent()) {
            direct.get().leaveOut(replaced);
        }
    }

    private int spool(PreparedDocument p) throws IOException {
        try {
            return direct.orElseThrow().add(p);
        } catch (IOException | RuntimeException e) {
            failure = Optional.of(e);
            throw e;
        }
    }

    /** Must be called before the commit: afterwards all changes are in the buffer, or all in the assembler. */
    void settle() throws IOException {
        makeRoom(0, 0, 0);
        if (direct.isPresent()) {
            try {
                direct.get().settle();
            } catch (IOException | RuntimeException e) {
                failure = Optional.of(e);
                throw e;
            }
        }
    }

    private void makeRoom(int more, int postings, long bytes) throws IOException {
        if (failure.isPresent()) {
            throw new IOException(
                    "the changes since the last commit cannot be kept; no more are accepted until the next commit: "
                            + failure.get().getMessage(),
                    failure.get());
        }
        if (direct.isEmpty()
                && (added + more > options.liveDocuments() / 2
                        || buffer.postings() + postings > options.directPostings()
                        || held + bytes > options.limits().bytes()
                        || buffer.bytes() > MOST_BUFFERED)) {
            direct = Optional.of(new DirectSegment(scheme, stored, options, scratch, spools));
            spoolAll(this);
            buffer.clear();
        }
    }

    /**
     * Adds the remaining documents of a buffer to the direct segment.
     *
     * @param earlier these changes, or earlier ones: without documents whose ids these changes mention
     */
    private void spoolAll(PendingChanges earlier) throws IOException {
        FingerprintEncoder encoder = new FingerprintEncoder(scheme.frequencies());
        earlier.buffer.read(new LogSink() {
            private int place;

            @Override
            public void add(LoggedDocument d) throws IOException {
                String id = new String(d.id(), StandardCharsets.UTF_8);
                if (earlier.documents.getValue(id) != place++
                        || earlier != PendingChanges.this && contains(id).isPresent()) {
                    return;
                }
                // Copy the arrays, because the reader reuses them.
                long[] minutiae = Arrays.copyOf(d.minutiae(), d.n());
                int[] frequencies = Arrays.copyOf(d.frequencies(), Math.min(d.frequencies().length, d.n()));
                byte[] fingerprint =
                        stored.fingerprints() ? encoder.encode(minutiae, frequencies, d.n()) : StoredFingerprint.NONE;
                LoggedDocument kept = new LoggedDocument(
                        d.id(), d.words(), d.extra(), minutiae, frequencies, d.n(), d.text(), d.date());
                documents.put(id, spool(new PreparedDocument(kept, fingerprint, true)));
            }
        });
    }

    /** Keeps the changes for the next request of a commit. Returns the result for the requests so far. */
    CompletableFuture<Long> postpone() {
        CompletableFuture<Long> before = done;
        done = new CompletableFuture<>();
        requested = false;
        return before;
    }

    boolean isEmpty() {
        return ids() == 0;
    }

    /** The assembler of the direct segment; empty if the changes go to the log. */
    Optional<SegmentAssembler> assembler() {
        return direct.map(d -> d.assembler);
    }

    /** The number of ids that were added or deleted. */
    int ids() {
        return documents.size() + deleted.size();
    }

    /** Passes on all ids that were added or deleted. */
    void forEachId(Consumer<String> consumer) {
        documents.keySet().forEach(consumer);
        deleted.forEach(consumer);
    }

    /** Puts back earlier changes that could not be committed, before these. */
    void putBack(PendingChanges earlier) throws IOException {
        if (direct.isPresent()) {
            spoolAll(earlier);
        } else {
            earlier.buffer.append(buffer);
            buffer = earlier.buffer;
            // The places of the later documents are behind those of the earlier ones.
            documents.keySet().forEach(id -> earlier.documents.put(id, earlier.added + documents.getValue(id)));
            deleted.forEach(earlier.documents::removeKey);
            documents.putAll(earlier.documents);
        }
        earlier.deleted.stream().filter(id -> !documents.containsKey(id)).forEach(deleted::add);
        added += earlier.added;
        held += earlier.held;
    }

    @Override
    public void close() throws IOException {
        if (direct.isPresent()) {
            direct.get().close();
        }
    }

    /**
     * Documents that go directly into a segment. They are numbered here and handed in batches to the thread that spools
     * their postings. Adding blocks only if that thread falls behind. Guarded like its {@link PendingChanges}.
     */
    private static final class DirectSegment implements Closeable {
        private static final int BATCH_POSTINGS = 1 << 16;
        private static final int BATCH_BYTES = 1 << 20;
        private static final int MOST_UNDER_WAY = 4;

        private final WorkerThread spools;
        /** Complete after {@link #settle}. */
        private final SegmentAssembler assembler;

        private final Deque<Future<Void>> underWay = new ArrayDeque<>();
        private List<PreparedDocument> batch = new ArrayList<>();
        private IntArrayList leftOut = new IntArrayList();
        private long batchPostings;
        private long batchBytes;
        private int added;

        /**
         * @param stored what the index stores of its documents
         * @param spools the thread that writes the scratch file: on a caller's thread, an interrupt would close the
         *     file and lose the documents of others
         */
        DirectSegment(Scheme scheme, StoredKinds stored, WriterOptions options, Path scratch, WorkerThread spools)
                throws IOException {
            this.spools = spools;
            assembler = spools.call(
                    () -> new SegmentAssembler(scheme, stored, options.memory(), options.threads(), scratch));
        }

        /**
         * Adds a document.
         *
         * @return its number, from 0
         * @throws IOException if an earlier one could not be spooled; then no segment can be made
         */
        int add(PreparedDocument document) throws IOException {
            if (batchPostings > BATCH_POSTINGS || batchBytes > BATCH_BYTES) {
                send();
            }
            batch.add(document);
            batchPostings += document.document().n();
            batchBytes += document.held();
            return added++;
        }

        /** Leaves out a document that was replaced or deleted. */
        void leaveOut(int number) {
            leftOut.addInt(number);
        }

        private void send() throws IOException {
            List<PreparedDocument> documents = batch;
            IntArrayList gone = leftOut;
            batch = new ArrayList<>();
            leftOut = new IntArrayList();
            batchPostings = 0;
            batchBytes = 0;
            while (underWay.size() >= MOST_UNDER_WAY) {
                WorkerThread.get(underWay.remove());
            }
            underWay.add(spools.submit(() -> spool(documents, gone)));
        }

        private void spool(List<PreparedDocument> documents, IntArrayList gone) throws IOException {
            for (PreparedDocument p : documents) {
                LoggedDocument d = p.document();
                int document = p.distinct()
                        ? assembler.add(d.id(), d.words(), d.extra(), d.minutiae(), d.frequencies(), d.n())
                        : assembler.add(d.id(), d.words(), d.extra(), d.minutiae(), d.n());
                assembler.store(document, d.text(), p.fingerprint());
                assembler.date(document, d.date());
            }
            for (int i = 0; i < gone.size(); i++) {
                assembler.leaveOut(gone.getInt(i));
            }
        }

        /** Waits until the assembler has every document. */
        void settle() throws IOException {
            send();
            while (!underWay.isEmpty()) {
                WorkerThread.get(underWay.remove());
            }
        }

        @Override
        public void close() throws IOException {
            while (!underWay.isEmpty()) {
                try {
                    WorkerThread.get(underWay.remove());
                } catch (IOException | RuntimeException e) {
                    // The result is not needed; only wait, so that the assembler is not closed while that thread uses
                    // it.
                }
            }
            assembler.close();
        }
    }
}
