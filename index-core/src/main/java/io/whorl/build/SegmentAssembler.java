package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.agrona.collections.Object2IntHashMap;
import io.whorl.build.NewDocuments.ArrivedDocument;
import io.whorl.bulk.RepeatedIds;
import io.whorl.concurrent.QueryPriority;
import io.whorl.live.LogSink;
import io.whorl.live.LoggedDocument;
import io.whorl.scheme.Scheme;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.ScratchSpace.TempFile;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredFingerprint;
import io.whorl.store.StoredFingerprint.FingerprintEncoder;
import io.whorl.store.StoredKinds;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Makes one segment from fingerprinted documents: of a live tier, or those that remain when a log is replayed. The file
 * is byte for byte what a bulk build of the same documents writes, whatever the order of adding. Postings are in memory
 * up to a bound, and then in a scratch file; ids, counts and extras stay in heap. Replaying an operation twice is
 * harmless, because a deleted document stays deleted. One thread at a time.
 */
public final class SegmentAssembler implements LogSink, Closeable {
    /** Bytes of heap for the replay of a log by a reader. */
    public static final long MEMORY = Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 8);

    private static final int NONE = -1;

    private final Scheme scheme;
    private final StoredKinds stored;
    private final long memory;
    private final int threads;
    private final ScratchSpace space;
    private final TempFile scratch;
    private final PostingSpool spool;
    private final FingerprintEncoder encoder;
    private final List<ArrivedDocument> documents = new ArrayList<>();
    /** By id, the number of its newest document, if that may still be replaced. */
    private final Object2IntHashMap<String> latest = new Object2IntHashMap<>(NONE);

    private Consumer<byte[]> unknown = id -> {};
    /** False while a step may leave postings behind, and after the segment is written. */
    private boolean usable = true;

    private int leftOut;
    private long postings;
    private long commits;

    /**
     * @param stored what the segment stores of its documents
     * @param memory bytes of heap for data that grow with the postings, at least 0; more goes to a scratch file
     * @param threads threads that sort; with 1 the caller sorts
     * @param scratchDirectory directory for scratch files; each is unlinked as soon as it is open
     */
    public SegmentAssembler(Scheme scheme, StoredKinds stored, long memory, int threads, Path scratchDirectory)
            throws IOException {
        this.scheme = scheme;
        this.stored = stored;
        this.memory = memory;
        this.threads = threads;
        encoder = new FingerprintEncoder(scheme.frequencies());
        space = new ScratchSpace(scratchDirectory);
        scratch = new TempFile(space);
        spool = new PostingSpool(scheme.hashing().bits(), memory / 2, scratch, scheme.frequencies());
    }

    /** Sets what receives the id of each document that is added or deleted and that this segment does not have. */
    public SegmentAssembler unknown(Consumer<byte[]> value) {
        unknown = value;
        return this;
    }

    @Override
    public void add(LoggedDocument d) throws IOException {
        byte[] fingerprint =
                stored.fingerprints() ? encoder.encode(d.minutiae(), d.frequencies(), d.n()) : StoredFingerprint.NONE;
        put(d, fingerprint, true);
    }

    /** Adds a document in place of the one with its id, if there is one; see {@link #append}. */
    public void put(LoggedDocument d, byte[] fingerprint, boolean distinct) throws IOException {
        QueryPriority.step();
        String id = new String(d.id(), StandardCharsets.UTF_8);
        leaveOut(id, d.id());
        latest.put(id, append(d, fingerprint, distinct));
    }

    /**
     * Adds a document whose id no other one has. The arrays of minutiae and frequencies are read only during the call.
     *
     * @param fingerprint its stored form, if the segment stores fingerprints
     * @param distinct false if its minutiae are in any order and may repeat, which gives their frequencies
     * @return the number of the document, counted from 0 in the order of adding
     * @throws IOException if the scratch file cannot be written; then the assembler can only be closed
     */
    public int append(LoggedDocument d, byte[] fingerprint, boolean distinct) throws IOException {
        LimitExceededException.require(
                "documents of one segment",
                documents.size() + 1L,
                NewDocuments.MOST,
                "commit more often, or keep several indexes");
        begin();
        ArrivedDocument document = new ArrivedDocument(documents.size(), d.id(), ArrivedDocument.NOTHING, d.date());
        spool.add(d.minutiae(), distinct ? Optional.of(d.frequencies()) : Optional.empty(), d.n(), document.number);
        document.words = d.words();
        document.extra = d.extra().length == 0 ? ArrivedDocument.NOTHING : d.extra();
        if (stored.texts()) {
            document.storedText = store(d.text());
        }
        if (stored.fingerprints()) {
            document.storedFingerprint = store(fingerprint);
        }
        documents.add(document);
        postings += d.n();
        usable = true;
        return document.number;
    }

    private ArrivedDocument.Extent store(byte[] form) throws IOException {
        return new ArrivedDocument.Extent(scratch.append(ByteBuffer.wrap(form)), form.length);
    }

    /**
     * Adds one posting of a document that was added before.
     *
     * @param document its number
     * @param frequency at least 1; ignored if the scheme stores none
     * @throws IOException if the scratch file cannot be written; then the assembler can only be closed
     */
    public void add(long minutia, int document, int frequency) throws IOException {
        begin();
        spool.add(minutia, document, frequency);
        postings++;
        usable = true;
    }

    @Override
    public void delete(byte[] id) {
        String key = new String(id, StandardCharsets.UTF_8);
        leaveOut(key, id);
        latest.removeKey(key);
    }

    private void leaveOut(String key, byte[] id) {
        int before = latest.getValue(key);
        if (before == NONE) {
            unknown.accept(id);
        } else {
            documents.get(before).state = ArrivedDocument.State.REMOVED;
            leftOut++;
        }
    }

    @Override
    public boolean storesTexts() {
        return stored.texts();
    }

    @Override
    public void commit(long sequence) {
        commits++;
    }

    public long commits() {
        return commits;
    }

    /** The postings added: (minutia, document) pairs, including those of documents left out, and repetitions. */
    public long postings() {
        return postings;
    }

    /** The number of documents that remain. */
    public int documents() {
        return documents.size() - leftOut;
    }

    /**
     * Writes the remaining documents as a segment of an index, and forces the file to disk, not its directory; once. If
     * this fails, the file is deleted and the assembler can only be closed.
     *
     * @param file is created or replaced
     * @param forced false for a file that is only needed while the process runs: it is not forced to disk
     * @throws IllegalStateException if two documents that remain have the same id
     */
    public SegmentCounts write(Path file, boolean forced) throws IOException {
        begin();
        NewDocuments ordered = new NewDocuments(documents, scratch, false, RepeatedIds.FIRST);
        if (ordered.repeatedIds() > 0) {
            throw new IllegalStateException(ordered.repeatedIds() + " documents have the id of an earlier one");
        }
        ParallelTasks.Runner runner = tasks -> ParallelTasks.runAll(tasks, threads);
        return new SpooledSegmentWriter(scheme, stored, memory, threads, runner, space, CommonMinutiae.NONE)
                .write(file, List.of(spool), ordered, forced);
    }

    private void begin() {
        if (!usable) {
            throw new IllegalStateException("the segment is written, or an earlier step failed; make a new assembler");
        }
        usable = false;
    }

    /** Releases the scratch file. A written segment is not affected. */
    @Override
    public void close() throws IOException {
        usable = false;
        documents.clear();
        scratch.close();
    }
}
