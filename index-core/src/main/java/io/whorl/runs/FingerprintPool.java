package io.whorl.runs;

import io.whorl.assembly.DocumentBatch;
import io.whorl.assembly.FormSpools;
import io.whorl.assembly.PostingSpool;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RefusedDocument;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.minutiae.DocumentMinutiae;
import io.whorl.minutiae.DocumentMinutiae.RunScratch;
import io.whorl.minutiae.MinutiaExtractor;
import io.whorl.scheme.Scheme;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Fingerprints the batches of one segment on a fixed number of threads, while further batches are submitted. One thread
 * submits.
 */
final class FingerprintPool implements Closeable {
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
            FormSpools forms,
            ScratchSpace space,
            Consumer<RefusedDocument> refused) {
        inFlight = new ByteBudget(options.memory() / 8);
        idle = new ArrayBlockingQueue<>(options.threads());
        // Half of the memory is for postings. An eighth each is for queued texts, for what is kept of documents, for
        // the
        // minutiae of current documents, and for one large document. Sorting and entries later use the share of the
        // latter two.
        long documentMemory = options.memory() / 8;
        RunScratch.Source documentScratch = () -> DocumentScratch.in(space);
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
                    forms.texts().map(BatchTexts::new),
                    forms.fingerprints().map(to -> new BatchFingerprints(to, scheme.frequencies())),
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
                null, new IllegalStateException("an earlier step failed and documents are lost; make a new builder"));
        threads.shutdownNow();
    }
}
