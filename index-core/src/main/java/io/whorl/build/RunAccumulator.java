package io.whorl.build;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RefusedDocument;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.DocumentMinutiae.RunScratch;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentId;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredKinds;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Collects the documents of one run: fingerprints them in batches on several threads, and spools their postings by
 * partition, and their texts and fingerprints if the index stores them. One thread adds.
 */
final class RunAccumulator implements Closeable {
    private static final int BATCH_BYTES = 1 << 19;
    private static final int BATCH_DOCUMENTS = 512;
    /** An upper estimate of the bytes of a segment for each posting. */
    private static final long POSTING = 8;

    private static final long ENTRY = 16;

    private final BuildOptions options;
    private final ScratchSpace space;
    private final Scheme scheme;
    private final TempFile scratch;
    private final FormSpool.FormSpools forms;
    private final FingerprintPool threads;
    private final RunUsage share;
    private final List<DocumentBatch> batches = new ArrayList<>();
    private DocumentBatch batch = new DocumentBatch(0);
    private boolean written;

    /**
     * @param refused receives documents that cannot be fingerprinted in the given memory, on any thread, one at a time
     */
    RunAccumulator(Scheme scheme, BuildOptions options, ScratchSpace space, Consumer<RefusedDocument> refused)
            throws IOException {
        this.options = options;
        this.space = space;
        // First, so that a scheme that cannot be used leaves no file open.
        this.scheme = Fingerprinter.of(scheme).scheme();
        share = new RunUsage(options);
        scratch = new TempFile(space);
        try {
            forms = FormSpool.FormSpools.of(new StoredKinds(options.storeText(), options.storeFingerprints()), space);
        } catch (IOException | RuntimeException e) {
            scratch.close();
            throw e;
        }
        threads = new FingerprintPool(this.scheme, options, scratch, forms, space, document -> {
            synchronized (refused) {
                refused.accept(document);
            }
        });
    }

    /** The scheme with all parameters. */
    Scheme scheme() {
        return scheme;
    }

    /**
     * Adds a document; see {@link IndexBuilder#add}.
     *
     * @param date as in {@link DocumentDate}
     */
    void add(String id, byte[] utf8, long date) throws IOException {
        // Before the batch changes: half an addition would shift the documents after it.
        Objects.requireNonNull(utf8, "utf8");
        byte[] idUtf8 = DocumentId.utf8(id);
        DocumentDate.checked(date);
        if (share.documents() == RunUsage.MOST_DOCUMENTS) {
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
        batch = new DocumentBatch(share.documents());
        threads.submit(full);
    }

    /** Whether the run is full; see {@link RunUsage#isUsedUp}. */
    boolean isFull() {
        long extraBytes = 0;
        for (FingerprintWorker worker : threads.workers()) {
            extraBytes += worker.extraBytes();
        }
        return share.isUsedUp(extraBytes, scratch.size());
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
        return new DocumentOrder(batches, share.documents(), keepShort, options.repeatedIds());
    }

    /** Writes the segment of the added documents; once. */
    SegmentCounts write(Path file, DocumentOrder order) throws IOException {
        if (written) {
            throw new IllegalStateException("an earlier write failed and postings are lost; make a new builder");
        }
        written = true;
        List<PostingSpool> spools =
                threads.workers().stream().map(FingerprintWorker::spool).toList();
        long postings = spools.stream().mapToLong(PostingSpool::count).sum();
        space.require(share.idBytes()
                + forms.size()
                + postings * POSTING
                + Math.max(0, postings * ENTRY - options.memory() / 4));
        return new SpooledSegmentWriter(scheme, options.memory(), options.threads(), threads.executor(), space)
                .write(file, spools, order, forms);
    }

    /** Whether postings are in the scratch file. */
    boolean hasSpilled() {
        return threads.workers().stream().anyMatch(w -> w.spool().hasSpilled());
    }

    /** The number of documents added. */
    int documents() {
        return share.documents();
    }

    long textBytes() {
        return share.textBytes();
    }

    long malformed() {
        return threads.workers().stream()
                .mapToLong(FingerprintWorker::malformed)
                .sum();
    }

    @Override
    public void close() throws IOException {
        threads.close();
        scratch.close();
        forms.close();
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

        int documents() {
            return documents;
        }

        long idBytes() {
            return idBytes;
        }

        long textBytes() {
            return textBytes;
        }
    }

    /**
     * Fingerprints the batches of one segment on a fixed number of threads, while further batches are submitted. One
     * thread submits.
     */
    static final class FingerprintPool implements Closeable {
        /** About the bytes of a text beside its content. */
        private static final long OBJECT = 64;

        private final ByteBudget inFlight;
        private final List<FingerprintWorker> workers = new ArrayList<>();
        private final BlockingQueue<FingerprintWorker> idle;
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final ExecutorService threads;

        /**
         * @param scratch holds postings that do not fit the memory; the caller closes it
         * @param forms hold what the index stores of the documents; the caller closes them
         * @param space holds minutiae of single documents that do not fit the memory
         * @param refused as in {@link FingerprintWorker}
         */
        FingerprintPool(
                Scheme scheme,
                BuildOptions options,
                TempFile scratch,
                FormSpool.FormSpools forms,
                ScratchSpace space,
                Consumer<RefusedDocument> refused) {
            inFlight = new ByteBudget(options.memory() / 8);
            idle = new ArrayBlockingQueue<>(options.threads());
            // Half of the memory is for postings. An eighth each is for queued texts, for what is kept of documents,
            // for
            // the
            // minutiae of current documents, and for one large document. Sorting and entries later use the share of the
            // latter two.
            long documentMemory = options.memory() / 8;
            RunScratch.Source documentScratch = () -> FingerprintWorker.DocumentScratch.in(space);
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
                        options.minDocument(),
                        options.duplicates().sought(),
                        forms.texts().map(FingerprintWorker.BatchTexts::new),
                        forms.fingerprints()
                                .map(to -> new FingerprintWorker.BatchFingerprints(to, scheme.frequencies())),
                        refused));
            }
            idle.addAll(workers);
            threads = Executors.newFixedThreadPool(options.threads(), DaemonThreads.named("whorl-bulk"));
        }

        /** Submits a batch; blocks while too much text is queued. */
        void submit(DocumentBatch full) throws IOException {
            long bytes = full.textBytes() + OBJECT * full.size();
            try {
                inFlight.enter(bytes);
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
            try {
                threads.execute(() -> fingerprint(full, bytes));
            } catch (Throwable e) {
                // For example, the system allows no more threads. The batch is lost.
                failure.compareAndSet(null, e);
                inFlight.leave(bytes);
                throw e;
            }
        }

        private void fingerprint(DocumentBatch full, long bytes) {
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
                inFlight.leave(bytes);
            }
        }

        /** Waits until every submitted batch is fingerprinted. */
        void drain() throws IOException {
            try {
                inFlight.awaitEmpty();
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
            rethrow();
        }

        /** Throws the first failure of any thread. */
        void rethrow() throws IOException {
            Throwable e = failure.get();
            if (e instanceof IOException io) {
                throw io;
            }
            if (e instanceof RuntimeException r) {
                throw r;
            }
            if (e instanceof Error error) {
                throw error;
            }
            if (e != null) {
                throw new IllegalStateException("a document could not be fingerprinted", e);
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

        /** One worker for each thread. Their spools are complete after {@link #drain}. */
        List<FingerprintWorker> workers() {
            return workers;
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

    /** Bounds the bytes of text that wait to be fingerprinted. A text above the bound waits until no other is left. */
    private static final class ByteBudget {
        private final long most;
        private long now;

        ByteBudget(long most) {
            this.most = most;
        }

        synchronized void enter(long bytes) throws InterruptedException {
            while (now > 0 && now + bytes > most) {
                wait();
            }
            now += bytes;
        }

        synchronized void leave(long bytes) {
            now -= bytes;
            notifyAll();
        }

        synchronized void awaitEmpty() throws InterruptedException {
            while (now > 0) {
                wait();
            }
        }
    }
}
