package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.internal.Ranges;
import io.whorl.scheme.Scheme;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentSource.Form;
import io.whorl.store.DocumentTable;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredKinds;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Makes one segment from fingerprinted documents. The file is byte for byte what a bulk build of the same documents
 * writes, whatever the order of adding. Postings are in memory up to a bound, and then in a scratch file; ids, counts
 * and extras stay in heap. One thread at a time.
 */
public final class SegmentAssembler implements Closeable {
    private static final int BATCH_BITS = 9;
    private static final int BATCH = 1 << BATCH_BITS;
    private static final int MOST_DOCUMENTS = Integer.MAX_VALUE - 8;

    private enum State {
        FILLING,
        WRITTEN,
        FAILED,
        CLOSED
    }

    private final Scheme scheme;
    private final long memory;
    private final int threads;
    private final ScratchSpace space;
    private final TempFile scratch;
    private final PostingSpool spool;
    private final StoredKinds stored;
    private final List<DocumentBatch> batches = new ArrayList<>();
    private Runnable between = () -> {};
    private int mostLists = ListPool.MOST;
    private State state = State.FILLING;
    private int added;
    private int leftOut;
    private long postings;

    /**
     * @param memory bytes of heap for data that grow with the postings, at least 0; more goes to a scratch file
     * @param threads threads that sort, 1 to 1,024; with 1 the caller sorts
     * @param scratchDirectory directory for scratch files; each is unlinked as soon as it is open
     */
    public SegmentAssembler(Scheme scheme, long memory, int threads, Path scratchDirectory) throws IOException {
        this(scheme, StoredKinds.NONE, memory, threads, scratchDirectory);
    }

    /**
     * The same for a segment that may store the texts and the fingerprints of its documents.
     *
     * @param stored what is stored; {@link #store} must be called for each document that is not left out
     */
    public SegmentAssembler(Scheme scheme, StoredKinds stored, long memory, int threads, Path scratchDirectory)
            throws IOException {
        if (memory < 0 || threads < 1 || threads > 1_024) {
            throw new IllegalArgumentException("memory is " + memory + " and threads " + threads
                    + "; memory must be at least 0, threads from 1 to 1024");
        }
        this.scheme = scheme;
        this.stored = stored;
        this.memory = memory;
        this.threads = threads;
        space = new ScratchSpace(scratchDirectory);
        scratch = new TempFile(space);
        spool = new PostingSpool(scheme.hashing().bits(), memory / 2, scratch, scheme.frequencies());
    }

    /**
     * Adds a document. The arrays are read only during the call.
     *
     * @param id 1 to 65,535 bytes of UTF-8; an earlier document with this id must be left out before {@link #write}
     * @param words its surviving words
     * @param extra data that the scheme's strategy stores for each document; empty for most strategies
     * @param minutiae distinct, in the first {@code n} places
     * @param frequencies of each minutia, at least 1; ignored if the scheme stores none
     * @return the number of the document, counted from 0 in the order of adding
     * @throws IOException if the scratch file cannot be written; then the assembler can only be closed
     */
    public int add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) throws IOException {
        check(State.FILLING);
        checkDocument(id, words, minutiae, n);
        checkFrequencies(frequencies, n);
        state = State.FAILED;
        spool.add(minutiae, Optional.of(frequencies), n, added);
        return added(id, words, extra, n);
    }

    /**
     * Adds a document by its selected minutiae, which may repeat. The frequency of a minutia is the number of its
     * repetitions.
     *
     * @param selected in any order, in the first {@code n} places
     * @return the number of the document, counted from 0 in the order of adding
     */
    public int add(byte[] id, long words, byte[] extra, long[] selected, int n) throws IOException {
        check(State.FILLING);
        checkDocument(id, words, selected, n);
        state = State.FAILED;
        spool.add(selected, n, added);
        return added(id, words, extra, n);
    }

    private int added(byte[] id, long words, byte[] extra, int n) {
        if ((added & BATCH - 1) == 0) {
            batches.add(new DocumentBatch(added));
        }
        DocumentBatch batch = batches.get(added >>> BATCH_BITS);
        batch.add(id, words, extra);
        if (batch.size() == BATCH) {
            batch.fingerprinted();
        }
        postings += n;
        state = State.FILLING;
        return added++;
    }

    /**
     * Adds one posting of a document that was added before.
     *
     * @param document its number
     * @param frequency at least 1; ignored if the scheme stores none
     * @throws IOException if the scratch file cannot be written; then the assembler can only be closed
     */
    public void add(long minutia, int document, int frequency) throws IOException {
        check(State.FILLING);
        checkNumber(document);
        if (scheme.frequencies() && frequency < 1) {
            throw new IllegalArgumentException("frequency is " + frequency + "; it must be at least 1");
        }
        state = State.FAILED;
        spool.add(minutia, document, scheme.frequencies() ? frequency : 1);
        postings++;
        state = State.FILLING;
    }

    /**
     * Stores the text and the fingerprint of a document that was added before.
     *
     * @param document its number
     * @param text its stored form ({@link io.whorl.store.StoredText}); ignored if the segment stores no texts
     * @param fingerprint its stored form ({@link io.whorl.store.StoredFingerprint}); ignored if it stores none
     * @throws IOException if the scratch file cannot be written; then the assembler can only be closed
     */
    public void store(int document, byte[] text, byte[] fingerprint) throws IOException {
        check(State.FILLING);
        checkNumber(document);
        state = State.FAILED;
        if (stored.texts()) {
            store(document, Form.TEXT, text);
        }
        if (stored.fingerprints()) {
            store(document, Form.FINGERPRINT, fingerprint);
        }
        state = State.FILLING;
    }

    private void store(int document, Form kind, byte[] form) throws IOException {
        long place = scratch.append(ByteBuffer.wrap(form));
        batches.get(document >>> BATCH_BITS).stored(kind, document & BATCH - 1, place, form.length);
    }

    /**
     * Sets the date of a document that was added before.
     *
     * @param document its number
     * @param date as in {@link DocumentDate}
     */
    public void date(int document, long date) {
        check(State.FILLING);
        checkNumber(document);
        batches.get(document >>> BATCH_BITS).date(document & BATCH - 1, DocumentDate.checked(date));
    }

    private void checkDocument(byte[] id, long words, long[] minutiae, int n) {
        if (id.length < 1 || id.length > DocumentTable.LONGEST_ID) {
            throw new IllegalArgumentException(
                    "id has " + id.length + " bytes of UTF-8; it must have from 1 to " + DocumentTable.LONGEST_ID);
        }
        Ranges.checkAtLeast("words", words, 0);
        if (n < 0 || n > minutiae.length) {
            throw new IllegalArgumentException("n is " + n + "; there are " + minutiae.length + " minutiae");
        }
        LimitExceededException.require(
                "documents of one segment", added + 1L, MOST_DOCUMENTS, "commit more often, or keep several indexes");
    }

    private void checkFrequencies(int[] frequencies, int n) {
        if (scheme.frequencies() && n > frequencies.length) {
            throw new IllegalArgumentException("n is " + n + "; there are " + frequencies.length + " frequencies");
        }
        for (int i = 0; i < n && scheme.frequencies(); i++) {
            if (frequencies[i] < 1) {
                throw new IllegalArgumentException(
                        "frequencies[" + i + "] is " + frequencies[i] + "; it must be at least 1");
            }
        }
    }

    /**
     * Leaves a document out, because it was replaced or deleted. Its id may be added again. Repeated calls have no
     * effect.
     *
     * @param document its number
     */
    public void leaveOut(int document) {
        check(State.FILLING);
        checkNumber(document);
        byte[] left = batches.get(document >>> BATCH_BITS).left;
        leftOut += left[document & BATCH - 1] == DocumentBatch.REMOVED ? 0 : 1;
        left[document & BATCH - 1] = DocumentBatch.REMOVED;
    }

    private void checkNumber(int document) {
        if (document < 0 || document >= added) {
            throw new IllegalArgumentException("document is " + document + "; there are " + added);
        }
    }

    /** The postings added: (minutia, document) pairs, including those of documents left out, and repetitions. */
    public long postings() {
        return postings;
    }

    /** The number of documents that were added and not left out. */
    public int documents() {
        return added - leftOut;
    }

    /** Sets the limit of a {@link ListPool}. */
    void mostLists(int value) {
        mostLists = value;
    }

    /** Sets what the thread that writes the segment calls often between short steps, such as to wait; one thread. */
    void between(Runnable value) {
        between = value;
    }

    /**
     * Writes the segment and forces the file to disk, not its directory; once. If this fails, the file is deleted and
     * the assembler can only be closed.
     *
     * @param file is created or replaced
     * @throws IllegalStateException if two documents that are not left out have the same id, or one has no text or no
     *     fingerprint although the segment stores these
     */
    public SegmentCounts write(Path file) throws IOException {
        return write(file, CollectionFrequencies.none(), true);
    }

    /**
     * The same for a segment of an index with other segments. Only the stored weights of the documents depend on them.
     *
     * @param others the documents of the index that are not in this segment
     * @param forced false for a file that is only needed while the process runs: it is not forced to disk
     */
    public SegmentCounts write(Path file, CollectionFrequencies others, boolean forced) throws IOException {
        check(State.FILLING);
        state = State.FAILED;
        DocumentOrder documents = new DocumentOrder(batches, added, scratch);
        if (documents.repeatedIds() > 0) {
            throw new IllegalStateException(documents.repeatedIds() + " documents have the id of an earlier one;"
                    + " leave the earlier one out");
        }
        requireForms(documents, stored.texts(), Form.TEXT);
        requireForms(documents, stored.fingerprints(), Form.FINGERPRINT);
        SegmentCounts counts = threads == 1
                ? write(file, documents, others, forced, this::runInTurn)
                : DaemonThreads.with(
                        threads, pool -> write(file, documents, others, forced, ParallelTasks.Runner.on(pool)));
        state = State.WRITTEN;
        return counts;
    }

    private SegmentCounts write(
            Path file,
            DocumentOrder documents,
            CollectionFrequencies others,
            boolean forced,
            ParallelTasks.Runner runner)
            throws IOException {
        return new SpooledSegmentWriter(scheme, stored, memory, threads, runner, space)
                .mostLists(mostLists)
                .write(file, List.of(spool), documents, others, forced);
    }

    private void runInTurn(List<Callable<Void>> tasks) throws IOException {
        for (Callable<Void> task : tasks) {
            between.run();
            ParallelTasks.runInTurn(List.of(task));
        }
    }

    private static void requireForms(DocumentOrder documents, boolean stored, Form form) {
        for (int i = 0; stored && i < documents.count(); i++) {
            if (documents.bytes(form, i) == 0) {
                throw new IllegalStateException("document " + documents.arrival(i) + " has no stored "
                        + form.name().toLowerCase(Locale.ROOT) + "; call store()");
            }
        }
    }

    private void check(State wanted) {
        if (state != wanted) {
            throw new IllegalStateException(
                    "the assembler is " + state.name().toLowerCase(Locale.ROOT) + "; make a new one");
        }
    }

    /** Releases the scratch file. A written segment is not affected. */
    @Override
    public void close() throws IOException {
        state = State.CLOSED;
        batches.clear();
        scratch.close();
    }
}
