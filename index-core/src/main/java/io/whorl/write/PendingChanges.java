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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
    /** The place of an id whose document was deleted. */
    private static final int DELETED = -2;
    /** The largest number of bytes of operations in heap. Deletions have neither postings nor documents. */
    private static final long MOST_BUFFERED = 256L << 20;

    private final Scheme scheme;
    private final StoredKinds stored;
    private final WriterOptions options;
    private final Path scratch;
    private final WorkerThread spools;
    /**
     * For each id that was mentioned: the place of its document among all added to the buffer or the direct segment.
     */
    private Object2IntHashMap<String> places = new Object2IntHashMap<>(MISSING);

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
        int place = places.getValue(id);
        return place == MISSING ? Optional.empty() : Optional.of(place != DELETED);
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
        put(id, DELETED);
    }

    private void put(String id, int place) {
        int replaced = places.put(id, place);
        if (replaced >= 0 && direct.isPresent()) {
            direct.get().leaveOut(replaced);
        }
    }

    private int spool(PreparedDocument p) throws IOException {
        return spooling(d -> d.add(p));
    }

    /** Must be called before the commit: afterwards all changes are in the buffer, or all in the assembler. */
    void settle() throws IOException {
        makeRoom(0, 0, 0);
        if (direct.isPresent()) {
            spooling(d -> {
                d.settle();
                return 0;
            });
        }
    }

    private interface Spooling {
        int of(DirectSegment segment) throws IOException;
    }

    private int spooling(Spooling step) throws IOException {
        try {
            return step.of(direct.orElseThrow());
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
                if (earlier.places.getValue(id) != place++
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
                places.put(id, spool(new PreparedDocument(kept, fingerprint, true)));
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
        return places.size();
    }

    /** Passes on all ids that were added or deleted. */
    void forEachId(Consumer<String> consumer) {
        places.keySet().forEach(consumer);
    }

    /** Puts back earlier changes that could not be committed, before these. */
    void putBack(PendingChanges earlier) throws IOException {
        if (direct.isPresent()) {
            spoolAll(earlier);
            for (String id : earlier.places.keySet()) {
                if (earlier.places.getValue(id) == DELETED && !places.containsKey(id)) {
                    places.put(id, DELETED);
                }
            }
        } else {
            earlier.buffer.append(buffer);
            buffer = earlier.buffer;
            for (String id : places.keySet()) {
                // The places of the later documents are behind those of the earlier ones.
                int place = places.getValue(id);
                earlier.places.put(id, place == DELETED ? DELETED : earlier.added + place);
            }
            places = earlier.places;
        }
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

        private final WorkerThread spools;
        /** Complete after {@link #settle}. */
        private final SegmentAssembler assembler;

        /** The batch that is spooled, while the next one is filled. */
        private Future<Void> sent = CompletableFuture.completedFuture(null);

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
            WorkerThread.get(sent);
            sent = spools.submit(() -> spool(documents, gone));
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
            WorkerThread.get(sent);
        }

        @Override
        public void close() throws IOException {
            try {
                WorkerThread.get(sent);
            } catch (IOException | RuntimeException e) {
                // The result is not needed; only wait, so that the assembler is not closed while that thread uses it.
            }
            assembler.close();
        }
    }
}
