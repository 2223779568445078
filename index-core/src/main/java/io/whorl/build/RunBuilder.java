package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.build.NewDocuments.ArrivedDocument;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RefusedDocument;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;
import io.whorl.score.DocumentExtras.ExtrasTally;
import io.whorl.store.Channels;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentId;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.ScratchSpace.TempFile;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredFingerprint.FingerprintEncoder;
import io.whorl.store.StoredKinds;
import io.whorl.store.StoredText.TextEncoder;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Builds one run of a long build: a segment of some of its documents. Fingerprints the documents in batches on several
 * threads, while further ones are added, and spools their postings by partition, and their texts and fingerprints if
 * the index stores them. {@link RunMerge} merges the run with the other runs. A finished run can be kept, and the
 * places where runs end do not change the bytes of the merged segment. One thread adds.
 *
 * <pre>
 * add ─► batch ─► thread: words ─► minutiae ─► its spool of postings, in 256 partitions ─► SpooledSegmentWriter
 *                           └► stored text and fingerprint ─► file of forms ───────────────┘
 * </pre>
 *
 * <ol>
 *   <li>The bytes of the segment do not depend on the threads: documents have the number of their arrival.
 *   <li>The memory is divided up front. What exceeds a share goes to a file, makes the caller wait, or ends the run.
 *   <li>After the first failure of any thread, the run can only be closed.
 * </ol>
 */
public final class RunBuilder implements Closeable {
    /** So that every file of a run can be mapped as a whole. */
    static final int MOST_DOCUMENTS = 1 << 26;

    private static final int BATCH_BYTES = 1 << 19;
    private static final int BATCH_DOCUMENTS = 512;
    /** Bytes of a large stored fingerprint that are held before they are written. */
    private static final int PIECE = 1 << 18;
    /** An upper estimate of the bytes of a segment for each posting. */
    private static final long POSTING = 8;

    private static final long ENTRY = 16;

    /** About the bytes that are kept of each document and its order, without id and extra. */
    private static final long KEPT = 104;
    /** The same for its digests, their table and its family. */
    private static final long DIGESTS = DocumentDigests.BYTES + 24;
    /** The same for the place of its stored text or fingerprint. */
    private static final long FORM = 24;
    /** The same for each thread: the number of minutiae, and the sum of their logarithms. */
    private static final long THREAD = Integer.BYTES + Long.BYTES;
    /** The largest ratio of spooled postings to memory. Beyond it, sorting would read each partition too many times. */
    private static final long MOST_SPOOLED = 8;
    /** About the bytes of a text that is queued, beside its content. */
    private static final long OBJECT = 64;
    /** The share of the memory for texts that are queued, in so many parts. */
    private static final int PARTS = 1 << 20;

    final BuildOptions options;
    final ScratchSpace space;
    private final Scheme scheme;
    private final Consumer<RefusedDocument> refused;
    private final long perDocument;
    /** The postings that do not fit the memory. */
    private final TempFile scratch;
    /** The texts and fingerprints that are stored. */
    private final Optional<TempFile> forms;

    /** One for each thread that has begun to work. */
    private final List<Worker> workers = Collections.synchronizedList(new ArrayList<>());

    private final ThreadLocal<Worker> worker = ThreadLocal.withInitial(() -> {
        Worker begun = new Worker();
        workers.add(begun);
        return begun;
    });
    /** Collects the minutiae of a document that does not fit the share of a thread; shared by all threads. */
    private final DocumentMinutiae large;

    private final ExecutorService threads;
    private final Semaphore inFlight = new Semaphore(PARTS);
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final AtomicLong malformed = new AtomicLong();
    private final AtomicLong extraBytes = new AtomicLong();
    private final List<ArrivedDocument> documents = new ArrayList<>();
    private List<ArrivedDocument> batch = new ArrayList<>();
    private long batchBytes;
    private long idBytes;
    private long textBytes;
    private long repeatedIds;
    /** The largest stored fingerprint in bytes; tests set a smaller one. */
    int mostFingerprint = Integer.MAX_VALUE - 8;

    /**
     * @param options {@link BuildOptions#replace} has no effect
     * @param refused receives documents that cannot be fingerprinted in the given memory, on any thread, one at a time
     * @throws io.whorl.SchemeException if the scheme cannot be used
     */
    public RunBuilder(Scheme scheme, BuildOptions options, ScratchSpace space, Consumer<RefusedDocument> refused)
            throws IOException {
        this.options = options;
        this.space = space;
        this.refused = refused;
        // First, so that a scheme that cannot be used leaves no file open.
        this.scheme = Fingerprinter.of(scheme).scheme();
        perDocument = KEPT
                + (options.duplicates().sought() ? DIGESTS : 0)
                + (options.storeText() ? FORM : 0)
                + (options.storeFingerprints() ? FORM : 0)
                + THREAD * options.threads();
        scratch = new TempFile(space);
        boolean storing = options.storeText() || options.storeFingerprints();
        forms = Channels.orElse(scratch, () -> storing ? Optional.of(new TempFile(space)) : Optional.empty());
        // Half of the memory is for postings. An eighth each is for queued texts, for what is kept of documents, for
        // the minutiae of current documents, and for one large document. Sorting and entries later use the share of
        // the latter two.
        large = minutiae(options.memory() / 8);
        threads = Executors.newFixedThreadPool(options.threads(), DaemonThreads.named("whorl-bulk"));
    }

    private DocumentMinutiae minutiae(long memory) {
        return new DocumentMinutiae(scheme, memory, Optional.of(space));
    }

    /**
     * The segment file of a run.
     *
     * @param number of the run, from 1, in the order of arrival
     */
    public static Path file(Path directory, int number) {
        return directory.resolve(String.format(Locale.ROOT, "run-%06d.whs", number));
    }

    /** The scheme with all parameters. */
    public Scheme scheme() {
        return scheme;
    }

    /**
     * Adds a document; see {@link io.whorl.bulk.IndexBuilder#add}. A full run accepts more, but exceeds its memory.
     *
     * @param date as in {@link DocumentDate}
     * @throws io.whorl.DiskSpaceException if the disk would be full; then the run can only be closed
     */
    public void add(String id, byte[] utf8, long date) throws IOException {
        // Before the batch changes: half an addition would shift the documents after it.
        Objects.requireNonNull(utf8, "utf8");
        byte[] idUtf8 = DocumentId.utf8(id);
        DocumentDate.checked(date);
        if (documents.size() == MOST_DOCUMENTS) {
            throw new IllegalStateException("a run holds at most " + MOST_DOCUMENTS + " documents; finish it");
        }
        rethrow();
        ArrivedDocument document = new ArrivedDocument(documents.size(), idUtf8, utf8, date);
        documents.add(document);
        batch.add(document);
        batchBytes += utf8.length;
        textBytes += utf8.length;
        idBytes += idUtf8.length;
        if (batchBytes >= BATCH_BYTES || batch.size() == BATCH_DOCUMENTS) {
            submit();
        }
        if (utf8.length > options.memory() / 8) {
            // It uses the memory of all queued texts, so the caller waits until it is fingerprinted.
            await();
        }
    }

    /** Submits the batch; blocks while too much text is queued. */
    private void submit() throws IOException {
        List<ArrivedDocument> full = batch;
        double bytes = batchBytes + OBJECT * full.size();
        // A text above the bound waits until no other is left.
        int parts = (int) Math.max(1, Math.min(PARTS, bytes / (options.memory() / 8) * PARTS));
        batch = new ArrayList<>();
        batchBytes = 0;
        enter(parts);
        try {
            threads.execute(() -> fingerprint(full, parts));
        } catch (Throwable e) {
            // For example, the system allows no more threads. The batch is lost.
            failure.compareAndSet(null, e);
            inFlight.release(parts);
            throw e;
        }
    }

    private void fingerprint(List<ArrivedDocument> full, int parts) {
        try {
            if (failure.get() == null) {
                worker.get().fingerprint(full);
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
        } finally {
            inFlight.release(parts);
        }
    }

    private void enter(int parts) throws IOException {
        try {
            if (!inFlight.tryAcquire(parts)) {
                inFlight.acquire(parts);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted while building");
            interrupted.initCause(e);
            // The current batch is lost, so nothing may be published any more.
            failure.compareAndSet(null, interrupted);
            throw interrupted;
        }
    }

    /** Waits until every submitted batch is fingerprinted. */
    private void await() throws IOException {
        enter(PARTS);
        inFlight.release(PARTS);
        rethrow();
    }

    /** Throws the first failure of any thread. */
    private void rethrow() throws IOException {
        Throwable e = failure.get();
        if (e != null) {
            ParallelTasks.rethrow(e);
        }
    }

    /** Whether the run has used its share of the memory, or has as many postings or as much text as a run may have. */
    public boolean isFull() {
        return documents.size() * perDocument + idBytes + extraBytes.get() >= options.memory() / 8
                || scratch.size() >= options.memory() * MOST_SPOOLED
                || textBytes >= options.runText()
                || documents.size() == MOST_DOCUMENTS;
    }

    /**
     * Writes the run, forces its file to disk, not its directory, and closes this. If this fails, the file is deleted.
     *
     * @return the bytes of the file
     */
    public long finish(Path segment) throws IOException {
        try (RunBuilder closing = this) {
            closing.fingerprinted();
            NewDocuments kept = documents(true);
            repeatedIds = kept.repeatedIds();
            write(segment, kept, CommonMinutiae.NONE);
            return Files.size(segment);
        }
    }

    /** Waits until every added document is fingerprinted. Returns them in the order of arrival. */
    List<ArrivedDocument> fingerprinted() throws IOException {
        if (!batch.isEmpty()) {
            submit();
        }
        await();
        return documents;
    }

    /** The documents in the order of their ids; see {@link NewDocuments}. */
    NewDocuments documents(boolean ofRun) {
        return new NewDocuments(documents, forms.orElse(scratch), ofRun, options.repeatedIds());
    }

    /** Writes the segment of the added documents; once. */
    SegmentCounts write(Path file, NewDocuments kept, CommonMinutiae common) throws IOException {
        List<PostingSpool> spools = workers.stream().map(w -> w.spool).toList();
        long postings = spools.stream().mapToLong(PostingSpool::count).sum();
        space.require(idBytes
                + forms.map(TempFile::size).orElse(0L)
                + postings * POSTING
                + Math.max(0, postings * ENTRY - options.memory() / 4));
        StoredKinds stored = new StoredKinds(options.storeText(), options.storeFingerprints());
        ParallelTasks.Runner runner = ParallelTasks.Runner.on(threads);
        return new SpooledSegmentWriter(scheme, stored, options.memory(), options.threads(), runner, space, common)
                .write(file, spools, kept, true);
    }

    public int documents() {
        return documents.size();
    }

    /** The documents that were left out of the finished run because another one has their id. */
    public long repeatedIds() {
        return repeatedIds;
    }

    public long textBytes() {
        return textBytes;
    }

    /** The malformed UTF-8 sequences of the documents that are fingerprinted. */
    public long malformed() {
        return malformed.get();
    }

    /** The threads, for tests. */
    ExecutorService threads() {
        return threads;
    }

    /** Ends the run. The documents are lost unless they were written. */
    @Override
    public void close() throws IOException {
        failure.compareAndSet(
                null, new IllegalStateException("an earlier step failed and documents are lost; make a new builder"));
        threads.shutdownNow();
        try {
            scratch.close();
        } finally {
            TempFile.close(forms);
        }
    }

    /** Fingerprints batches and spools their postings. One thread at a time. */
    private final class Worker {
        private final MinutiaExtractor extractor = MinutiaExtractor.of(scheme);
        private final PostingSpool spool = new PostingSpool(
                scheme.hashing().bits(), options.memory() / 2 / options.threads(), scratch, scheme.frequencies());
        private final DocumentMinutiae minutiae = minutiae(options.memory() / 8 / options.threads());
        private final DocumentExtras extras = DocumentExtras.of(scheme);
        private final ExtrasTally tally = extras.tally();
        private final Optional<DocumentDigests> digests =
                options.duplicates().sought() ? Optional.of(new DocumentDigests()) : Optional.empty();
        private final Optional<TextEncoder> texts =
                options.storeText() ? Optional.of(new TextEncoder()) : Optional.empty();
        private final FingerprintEncoder fingerprints = new FingerprintEncoder(scheme.frequencies());

        private void fingerprint(List<ArrivedDocument> full) throws IOException {
            for (ArrivedDocument d : full) {
                fingerprint(d);
                if (texts.isPresent() && d.state != ArrivedDocument.State.REMOVED) {
                    byte[] stored = texts.get().encode(d.text);
                    d.storedText = store(stored, stored.length);
                }
                d.text = ArrivedDocument.NOTHING;
            }
            spool.endBatch();
        }

        private void fingerprint(ArrivedDocument d) throws IOException {
            DocumentCounts counts;
            try {
                counts = extract(d, minutiae);
            } catch (LimitExceededException e) {
                fingerprintLarge(d);
                return;
            }
            take(d, counts, minutiae);
        }

        /** Fingerprints a document that exceeds a thread's share: one at a time, in the shares of all threads. */
        private void fingerprintLarge(ArrivedDocument d) throws IOException {
            synchronized (large) {
                DocumentCounts counts;
                try {
                    counts = extract(d, large);
                } catch (LimitExceededException e) {
                    refuse(d, e);
                    return;
                }
                take(d, counts, large);
            }
        }

        /** Leaves a document out. Its postings, if there are any, are dropped with it. */
        private void refuse(ArrivedDocument d, LimitExceededException reason) {
            d.state = ArrivedDocument.State.REMOVED;
            synchronized (refused) {
                refused.accept(new RefusedDocument(new String(d.id, StandardCharsets.UTF_8), reason));
            }
        }

        private DocumentCounts extract(ArrivedDocument d, DocumentMinutiae to) throws IOException {
            try {
                DocumentCounts counts = extractor.extract(d.text, 0, d.text.length, to, digests);
                d.digests = digests.map(DocumentDigests::copy).orElse(ArrivedDocument.NOTHING);
                return counts;
            } catch (Throwable e) {
                try {
                    // A large document has memory and a scratch file.
                    to.clear();
                } catch (IOException also) {
                    e.addSuppressed(also);
                }
                throw e;
            }
        }

        private void take(ArrivedDocument d, DocumentCounts counts, DocumentMinutiae of) throws IOException {
            malformed.addAndGet(counts.malformed());
            d.words = counts.words();
            try {
                if (counts.words() < options.minDocument()) {
                    d.state = ArrivedDocument.State.TOO_SHORT;
                    of.clear();
                } else {
                    byte[] extra = spool(of, d.number, counts.words());
                    d.extra = extra.length == 0 ? ArrivedDocument.NOTHING : extra;
                    extraBytes.addAndGet(extra.length);
                }
                if (options.storeFingerprints()) {
                    try {
                        d.storedFingerprint = encode(of);
                    } catch (LimitExceededException e) {
                        refuse(d, e);
                    }
                }
            } finally {
                if (!of.isPlain()) {
                    // Free the memory that only a large document needs.
                    of.clear();
                }
            }
        }

        private byte[] spool(DocumentMinutiae of, int document, long words) throws IOException {
            if (of.isPlain() && !scheme.frequencies()) {
                long[] selected = of.selected().array();
                int n = of.selected().size();
                byte[] extra = extras.of(selected, n, words);
                spool.add(selected, Optional.empty(), n, document);
                return extra;
            }
            tally.start();
            of.forEach((minutia, count) -> {
                tally.add(minutia, count);
                spool.add(minutia, document, count);
            });
            return tally.finish(words);
        }

        private ArrivedDocument.Extent store(byte[] stored, int bytes) throws IOException {
            TempFile to = forms.orElseThrow();
            synchronized (to) {
                return new ArrivedDocument.Extent(to.append(ByteBuffer.wrap(stored, 0, bytes)), bytes);
            }
        }

        /**
         * Stores a fingerprint: at once, or that of a large document in pieces, before anything else is stored.
         *
         * @throws LimitExceededException if it is too large
         */
        private ArrivedDocument.Extent encode(DocumentMinutiae of) throws IOException {
            fingerprints.clear();
            fingerprints.begin();
            if (of.isPlain()) {
                of.forEach(fingerprints::add);
                fingerprints.end();
                return store(fingerprints.bytes(), fingerprints.size());
            }
            TempFile to = forms.orElseThrow();
            synchronized (to) {
                long offset = to.size();
                of.forEach((minutia, count) -> {
                    fingerprints.add(minutia, count);
                    if (fingerprints.size() >= PIECE) {
                        pass(to, offset);
                    }
                });
                fingerprints.end();
                pass(to, offset);
                return new ArrivedDocument.Extent(offset, (int) (to.size() - offset));
            }
        }

        private void pass(TempFile to, long offset) throws IOException {
            int n = fingerprints.size();
            LimitExceededException.require(
                    "bytes of a stored fingerprint", to.size() - offset + n, mostFingerprint, "split the document");
            to.append(ByteBuffer.wrap(fingerprints.bytes(), 0, n));
            fingerprints.clear();
        }
    }
}
