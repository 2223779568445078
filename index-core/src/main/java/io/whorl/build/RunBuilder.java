package io.whorl.build;

import io.whorl.LimitExceededException;
import io.whorl.build.RunMerge.Run;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RefusedDocument;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.internal.Ranges;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.DocumentMinutiae.RunScratch;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.minutiae.MinutiaExtractor.DocumentCounts;
import io.whorl.scheme.Scheme;
import io.whorl.score.DocumentExtras;
import io.whorl.score.DocumentExtras.ExtrasTally;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentId;
import io.whorl.store.DocumentSource.Form;
import io.whorl.store.ParallelTasks;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredFingerprint.FingerprintEncoder;
import io.whorl.store.StoredKinds;
import io.whorl.store.StoredText.TextEncoder;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Builds one run of a long build: a segment of some of its documents, with notes about duplicates. Fingerprints the
 * documents in batches on several threads, and spools their postings by partition, and their texts and fingerprints if
 * the index stores them. {@link RunMerge} merges the run with the other runs. A finished run can be kept, and the
 * places where runs end do not change the bytes of the merged segment. One thread adds.
 */
public final class RunBuilder implements Closeable {
    private static final int BATCH_BYTES = 1 << 19;
    private static final int BATCH_DOCUMENTS = 512;
    /** An upper estimate of the bytes of a segment for each posting. */
    private static final long POSTING = 8;

    private static final long ENTRY = 16;

    private final BuildOptions options;
    private final ScratchSpace space;
    private final Scheme scheme;
    private final TempFile scratch;
    private final FingerprintPool threads;
    private final RunUsage share;
    private final List<DocumentBatch> batches = new ArrayList<>();
    private DocumentBatch batch = new DocumentBatch(0);
    private boolean written;

    /**
     * A run in files that are kept; see {@link #finish(Path)}.
     *
     * @param options {@link BuildOptions#replace} has no effect
     * @param directory existing directory for scratch files
     * @param refused as in {@link io.whorl.bulk.IndexBuilder#create(Path, Scheme, BuildOptions, Consumer)}
     * @throws io.whorl.SchemeException if the scheme cannot be used
     */
    public RunBuilder(Scheme scheme, BuildOptions options, Path directory, Consumer<RefusedDocument> refused)
            throws IOException {
        this(scheme, options, new ScratchSpace(directory, options.reserve()), refused);
    }

    /**
     * @param refused receives documents that cannot be fingerprinted in the given memory, on any thread, one at a time
     */
    public RunBuilder(Scheme scheme, BuildOptions options, ScratchSpace space, Consumer<RefusedDocument> refused)
            throws IOException {
        this.options = options;
        this.space = space;
        // First, so that a scheme that cannot be used leaves no file open.
        this.scheme = Fingerprinter.of(scheme).scheme();
        share = new RunUsage(options);
        scratch = new TempFile(space);
        threads = new FingerprintPool(this.scheme, options, scratch, space, document -> {
            synchronized (refused) {
                refused.accept(document);
            }
        });
    }

    /**
     * The segment file of a run. Its notes have the same name and end in {@code .notes}.
     *
     * @param number of the run, from 1, in the order of arrival
     */
    public static Path file(Path directory, int number) {
        Ranges.checkAtLeast("number", number, 1);
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
        if (share.documents == RunUsage.MOST_DOCUMENTS) {
            throw new IllegalStateException("a run holds at most " + RunUsage.MOST_DOCUMENTS + " documents; finish it");
        }
        threads.rethrow();
        batch.add(idUtf8, utf8);
        batch.date(batch.size() - 1, date);
        share.take(idUtf8.length + (date == DocumentDate.NONE ? 0 : Long.BYTES), utf8.length);
        if (batch.textBytes() >= BATCH_BYTES || batch.size() == BATCH_DOCUMENTS) {
            submit();
        }
        if (utf8.length > options.memory() / 8) {
            // It uses the memory of all queued texts, so the caller waits until it is fingerprinted.
            threads.drain();
        }
    }

    private void submit() throws IOException {
        DocumentBatch full = batch;
        batches.add(full);
        batch = new DocumentBatch(share.documents);
        threads.submit(full);
    }

    /** Whether the run has used its share of the memory, or has as many postings or as much text as a run may have. */
    public boolean isFull() {
        long extraBytes = 0;
        for (FingerprintWorker worker : threads.workers) {
            extraBytes += worker.extraBytes;
        }
        return share.isUsedUp(extraBytes, scratch.size() - formBytes());
    }

    /** Bytes of stored texts and fingerprints in the scratch file. */
    private long formBytes() {
        return threads.workers.stream().mapToLong(worker -> worker.formBytes).sum();
    }

    /**
     * Writes the run and forces its files to disk, not their directory. If this fails, they are deleted.
     *
     * @param segment as {@link #file} returns it
     * @return the bytes of the files
     */
    public long finish(Path segment) throws IOException {
        try (RunBuilder closing = this) {
            return Run.write(closing, segment, Run.notes(segment));
        }
    }

    /** Whether the build looks for duplicates. */
    boolean hasDigests() {
        return options.duplicates().sought();
    }

    /** Waits until every added document is fingerprinted. */
    void drain() throws IOException {
        if (batch.size() > 0) {
            submit();
        }
        threads.drain();
    }

    /** The documents in the order of their ids; see {@link DocumentOrder}. Only after {@link #drain}. */
    DocumentOrder order(boolean keepShort) {
        return new DocumentOrder(batches, share.documents, scratch, keepShort, options.repeatedIds());
    }

    /** Writes the segment of the added documents; once. */
    SegmentCounts write(Path file, DocumentOrder order) throws IOException {
        if (written) {
            throw new IllegalStateException("an earlier write failed and postings are lost; make a new builder");
        }
        written = true;
        List<PostingSpool> spools = threads.workers.stream().map(w -> w.spool).toList();
        long postings = spools.stream().mapToLong(PostingSpool::count).sum();
        space.require(share.idBytes
                + formBytes()
                + postings * POSTING
                + Math.max(0, postings * ENTRY - options.memory() / 4));
        StoredKinds stored = new StoredKinds(options.storeText(), options.storeFingerprints());
        ParallelTasks.Runner runner = ParallelTasks.Runner.on(threads.executor());
        return new SpooledSegmentWriter(scheme, stored, options.memory(), options.threads(), runner, space)
                .write(file, spools, order, CollectionFrequencies.none(), true);
    }

    /** Whether postings are in the scratch file. */
    public boolean hasSpilled() {
        return threads.workers.stream().anyMatch(w -> w.spool.hasSpilled());
    }

    public int documents() {
        return share.documents;
    }

    long textBytes() {
        return share.textBytes;
    }

    long malformed() {
        return threads.workers.stream().mapToLong(w -> w.malformed).sum();
    }

    /** Ends the run. The documents are lost unless they were written. */
    @Override
    public void close() throws IOException {
        threads.close();
        scratch.close();
    }

    /** Tracks how much of its limits a run has used: memory for documents, disk for postings, text. One thread. */
    static final class RunUsage {
        /** So that every file of a run can be mapped as a whole. */
        static final int MOST_DOCUMENTS = 1 << 26;

        /** About the bytes that a batch and the order of documents keep of each document, without id and extra. */
        private static final long KEPT = 80;
        /** The same for its digests and their order. */
        private static final long DIGESTS = DocumentDigests.BYTES + 16;
        /** The same for the place of its stored text or fingerprint. */
        private static final long FORM = 12;
        /** The same for each thread: the number of minutiae, and the sum of their logarithms. */
        private static final long THREAD = Integer.BYTES + Long.BYTES;
        /**
         * The largest ratio of spooled postings to memory. Beyond it, sorting would read each partition too many times.
         */
        private static final long MOST_SPOOLED = 8;

        private final long memory;
        private final long mostText;
        private final long perDocument;
        private int documents;
        private long idBytes;
        private long textBytes;

        RunUsage(BuildOptions options) {
            memory = options.memory();
            mostText = options.runText();
            perDocument = KEPT
                    + (options.duplicates().sought() ? DIGESTS : 0)
                    + (options.storeText() ? FORM : 0)
                    + (options.storeFingerprints() ? FORM : 0)
                    + THREAD * options.threads();
        }

        void take(int ofId, int ofText) {
            documents++;
            idBytes += ofId;
            textBytes += ofText;
        }

        /**
         * Whether the documents have used their eighth of the memory, or the run has enough postings or text.
         *
         * @param extraBytes bytes kept of the extras of the documents
         * @param spooled bytes of postings in scratch files
         */
        boolean isUsedUp(long extraBytes, long spooled) {
            return documents * perDocument + idBytes + extraBytes >= memory / 8
                    || spooled >= memory * MOST_SPOOLED
                    || textBytes >= mostText
                    || documents == MOST_DOCUMENTS;
        }
    }

    /**
     * Fingerprints the batches of one segment on a fixed number of threads, while further batches are submitted. One
     * thread submits.
     */
    static final class FingerprintPool implements Closeable {
        /** About the bytes of a text beside its content. */
        private static final long OBJECT = 64;

        /** The share of the memory for texts that are queued, in so many parts. */
        private static final int PARTS = 1 << 20;

        private final long mostBytes;
        private final Semaphore inFlight = new Semaphore(PARTS);
        /** One worker for each thread. Their spools are complete after {@link #drain}. */
        private final List<FingerprintWorker> workers = new ArrayList<>();

        private final BlockingQueue<FingerprintWorker> idle;
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final ExecutorService threads;

        /**
         * @param scratch holds postings that do not fit the memory, and what the index stores; the caller closes it
         * @param space holds minutiae of single documents that do not fit the memory
         * @param refused as in {@link FingerprintWorker}
         */
        FingerprintPool(
                Scheme scheme,
                BuildOptions options,
                TempFile scratch,
                ScratchSpace space,
                Consumer<RefusedDocument> refused) {
            mostBytes = options.memory() / 8;
            idle = new ArrayBlockingQueue<>(options.threads());
            // Half of the memory is for postings. An eighth each is for queued texts, for what is kept of documents,
            // for the minutiae of current documents, and for one large document. Sorting and entries later use the
            // share of the latter two.
            long documentMemory = options.memory() / 8;
            RunScratch.Source documentScratch = () -> new DocumentScratch(new TempFile(space));
            DocumentMinutiae large = new DocumentMinutiae(scheme, documentMemory, Optional.of(documentScratch));
            long spoolMemory = options.memory() / 2 / options.threads();
            for (int i = 0; i < options.threads(); i++) {
                DocumentMinutiae minutiae =
                        new DocumentMinutiae(scheme, documentMemory / options.threads(), Optional.of(documentScratch));
                workers.add(new FingerprintWorker(
                        MinutiaExtractor.of(scheme),
                        new PostingSpool(scheme.hashing().bits(), spoolMemory, scratch, scheme.frequencies()),
                        minutiae,
                        large,
                        options,
                        scratch,
                        refused));
            }
            idle.addAll(workers);
            threads = Executors.newFixedThreadPool(options.threads(), DaemonThreads.named("whorl-bulk"));
        }

        /** Submits a batch; blocks while too much text is queued. */
        void submit(DocumentBatch full) throws IOException {
            long bytes = full.textBytes() + OBJECT * full.size();
            // A text above the bound waits until no other is left.
            int parts = (int) Math.max(1, Math.min(PARTS, (double) bytes / mostBytes * PARTS));
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

        private void fingerprint(DocumentBatch full, int parts) {
            try {
                if (failure.get() == null) {
                    FingerprintWorker worker = idle.take();
                    try {
                        worker.fingerprint(full);
                    } finally {
                        idle.add(worker);
                    }
                }
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            } finally {
                inFlight.release(parts);
            }
        }

        /** Waits until every submitted batch is fingerprinted. */
        void drain() throws IOException {
            enter(PARTS);
            inFlight.release(PARTS);
            rethrow();
        }

        private void enter(int parts) throws IOException {
            try {
                if (!inFlight.tryAcquire(parts)) {
                    inFlight.acquire(parts);
                }
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }

        /** Throws the first failure of any thread. */
        void rethrow() throws IOException {
            Throwable e = failure.get();
            if (e != null) {
                ParallelTasks.rethrow(e);
            }
        }

        private IOException interrupted(InterruptedException cause) {
            Thread.currentThread().interrupt();
            InterruptedIOException e = new InterruptedIOException("interrupted while building");
            e.initCause(cause);
            // The current batch is lost, so nothing may be published any more.
            failure.compareAndSet(null, e);
            return e;
        }

        /** The threads, for the work after fingerprinting. */
        ExecutorService executor() {
            return threads;
        }

        @Override
        public void close() {
            failure.compareAndSet(
                    null,
                    new IllegalStateException("an earlier step failed and documents are lost; make a new builder"));
            threads.shutdownNow();
        }
    }

    record DocumentScratch(TempFile file) implements RunScratch {
        @Override
        public long append(ByteBuffer bytes) throws IOException {
            return file.append(bytes);
        }

        @Override
        public void read(long at, ByteBuffer bytes) throws IOException {
            file.read(at, bytes);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    /** Fingerprints batches and spools their postings. One thread at a time. */
    static final class FingerprintWorker {
        private final MinutiaExtractor extractor;
        private final PostingSpool spool;
        private final DocumentExtras extras;
        private final ExtrasTally tally;
        private final boolean frequencies;
        private final long minDocument;
        /** The largest stored fingerprint in bytes, and the bytes to write at a time; tests set smaller ones. */
        int most = Integer.MAX_VALUE - 8;

        int piece = 1 << 18;
        private final Consumer<RefusedDocument> refused;
        private final Optional<DocumentDigests> digests;
        private final Optional<TextEncoder> texts;
        private final Optional<FingerprintEncoder> fingerprints;
        private final TempFile scratch;
        private final DocumentMinutiae minutiae;
        private final DocumentMinutiae large;
        /** Malformed UTF-8 sequences of all documents. */
        private long malformed;

        /** Bytes of extras kept of all documents. Any thread may read it. */
        private volatile long extraBytes;
        /** The same of stored texts and fingerprints. */
        private volatile long formBytes;

        /**
         * @param minutiae collects the minutiae of one document after another
         * @param large collects the minutiae of a document that does not fit there; shared by all threads
         * @param scratch holds what the index stores of the documents
         * @param refused receives documents that cannot be fingerprinted, on the thread that fingerprints
         */
        FingerprintWorker(
                MinutiaExtractor extractor,
                PostingSpool spool,
                DocumentMinutiae minutiae,
                DocumentMinutiae large,
                BuildOptions options,
                TempFile scratch,
                Consumer<RefusedDocument> refused) {
            this.extractor = extractor;
            this.spool = spool;
            this.minutiae = minutiae;
            this.large = large;
            this.scratch = scratch;
            this.refused = refused;
            minDocument = options.minDocument();
            Scheme scheme = extractor.scheme();
            frequencies = scheme.frequencies();
            digests = options.duplicates().sought() ? Optional.of(new DocumentDigests()) : Optional.empty();
            texts = options.storeText() ? Optional.of(new TextEncoder()) : Optional.empty();
            fingerprints =
                    options.storeFingerprints() ? Optional.of(new FingerprintEncoder(frequencies)) : Optional.empty();
            extras = DocumentExtras.of(scheme);
            tally = extras.tally();
        }

        void fingerprint(DocumentBatch batch) throws IOException {
            int n = batch.size();
            long extraTaken = 0;
            batch.words = new long[n];
            batch.left = new byte[n];
            batch.extras = new byte[n][];
            if (digests.isPresent()) {
                batch.digests = new byte[n * DocumentDigests.BYTES];
                batch.withMinutiae = new boolean[n];
            }
            for (int i = 0; i < n; i++) {
                batch.extras[i] = fingerprint(batch, i);
                extraTaken += batch.extras[i].length;
            }
            extraBytes += extraTaken;
            spool.endBatch();
            for (int i = 0; i < n && texts.isPresent(); i++) {
                if (batch.left[i] != DocumentBatch.REMOVED) {
                    byte[] stored = texts.get().encode(batch.text(i));
                    store(batch, Form.TEXT, i, stored, stored.length);
                }
            }
            batch.fingerprinted();
        }

        /** Fingerprints one document and returns its extra. */
        private byte[] fingerprint(DocumentBatch batch, int i) throws IOException {
            DocumentCounts counts;
            try {
                counts = select(batch, i, minutiae);
            } catch (LimitExceededException e) {
                return fingerprintLarge(batch, i);
            }
            return take(batch, i, counts, minutiae);
        }

        /** Fingerprints a document that exceeds a thread's share: one at a time, in the shares of all threads. */
        private byte[] fingerprintLarge(DocumentBatch batch, int i) throws IOException {
            synchronized (large) {
                DocumentCounts counts;
                try {
                    counts = select(batch, i, large);
                } catch (LimitExceededException e) {
                    return refuse(batch, i, e);
                }
                return take(batch, i, counts, large);
            }
        }

        /** Leaves a document out. Its postings, if there are any, are dropped with it. */
        private byte[] refuse(DocumentBatch batch, int i, LimitExceededException reason) {
            batch.left[i] = DocumentBatch.REMOVED;
            refused.accept(new RefusedDocument(new String(batch.id(i), StandardCharsets.UTF_8), reason));
            return DocumentBatch.NOTHING;
        }

        private DocumentCounts select(DocumentBatch batch, int i, DocumentMinutiae to) throws IOException {
            DocumentCounts counts = extract(batch.text(i), to);
            if (digests.isPresent()) {
                digests.get().copy(batch.digests, i * DocumentDigests.BYTES);
                batch.withMinutiae[i] = digests.get().withMinutiae();
            }
            return counts;
        }

        private DocumentCounts extract(byte[] text, DocumentMinutiae to) throws IOException {
            try {
                return extractor.extract(text, 0, text.length, to, digests);
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

        private byte[] take(DocumentBatch batch, int i, DocumentCounts counts, DocumentMinutiae of) throws IOException {
            malformed += counts.malformed();
            batch.words[i] = counts.words();
            try {
                if (counts.words() < minDocument) {
                    batch.left[i] = DocumentBatch.TOO_SHORT;
                    if (fingerprints.isPresent()) {
                        byte[] empty = fingerprints.get().encode(new long[0], new int[0], 0);
                        store(batch, Form.FINGERPRINT, i, empty, empty.length);
                    }
                    return DocumentBatch.NOTHING;
                }
                byte[] extra = spool(of, batch.first + i, counts.words());
                if (fingerprints.isPresent()) {
                    try {
                        store(batch, i, of, fingerprints.get());
                    } catch (LimitExceededException e) {
                        return refuse(batch, i, e);
                    }
                }
                return extra.length == 0 ? DocumentBatch.NOTHING : extra;
            } finally {
                if (!of.isPlain()) {
                    // Free the memory that only a large document needs.
                    of.clear();
                }
            }
        }

        private byte[] spool(DocumentMinutiae of, int document, long words) throws IOException {
            if (of.isPlain() && !frequencies) {
                long[] selected = of.selected().array();
                int n = of.selected().size();
                byte[] extra = extras.of(selected, n, words);
                spool.add(selected, n, document);
                return extra;
            }
            tally.start();
            of.forEach((minutia, count) -> {
                tally.add(minutia, count);
                spool.add(minutia, document, count);
            });
            return tally.finish(words);
        }

        private void store(DocumentBatch batch, Form form, int i, byte[] stored, int bytes) throws IOException {
            batch.stored(form, i, scratch.append(ByteBuffer.wrap(stored, 0, bytes)), bytes);
            formBytes += bytes;
        }

        /**
         * Stores the fingerprint of a document.
         *
         * @throws LimitExceededException if it is too large
         */
        private void store(DocumentBatch batch, int i, DocumentMinutiae of, FingerprintEncoder encoder)
                throws IOException {
            if (of.isPlain()) {
                encoder.clear();
                encoder.begin();
                of.forEach(encoder::add);
                encoder.end();
                store(batch, Form.FINGERPRINT, i, encoder.bytes(), encoder.size());
                return;
            }
            // Encoded twice, in pieces: its place depends on its length.
            long bytes = encode(of, encoder, -1);
            long place = scratch.reserve(bytes);
            encode(of, encoder, place);
            batch.stored(Form.FINGERPRINT, i, place, (int) bytes);
            formBytes += bytes;
        }

        /**
         * Encodes a large fingerprint, and returns the number of bytes.
         *
         * @param place where to write them in the scratch file; −1 to count them only
         */
        private long encode(DocumentMinutiae of, FingerprintEncoder encoder, long place) throws IOException {
            long[] done = new long[1];
            encoder.clear();
            encoder.begin();
            of.forEach((minutia, count) -> {
                encoder.add(minutia, count);
                if (encoder.size() >= piece) {
                    done[0] += pass(encoder, place, done[0]);
                }
            });
            encoder.end();
            return done[0] + pass(encoder, place, done[0]);
        }

        private int pass(FingerprintEncoder encoder, long place, long done) throws IOException {
            int n = encoder.size();
            LimitExceededException.require("bytes of a stored fingerprint", done + n, most, "split the document");
            if (place >= 0) {
                scratch.write(place + done, ByteBuffer.wrap(encoder.bytes(), 0, n));
            }
            encoder.clear();
            return n;
        }
    }
}
