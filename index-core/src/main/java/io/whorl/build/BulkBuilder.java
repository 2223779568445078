package io.whorl.build;

import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentTable;
import io.whorl.store.IndexDirectory;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Documents in, index out: batches are fingerprinted on the threads as they come, their postings spooled by partition; at
 * the end {@link SegmentBuild} sorts them and writes the segment.
 */
final class BulkBuilder implements IndexBuilder {
    private static final int BATCH_BYTES = 1 << 19;
    private static final int BATCH_DOCUMENTS = 512;
    private static final int MOST_DOCUMENTS = Integer.MAX_VALUE - 8;

    private final IndexDirectory directory;
    private final Scheme scheme;
    private final BuildOptions options;
    private final TempFile scratch;
    private final ExecutorService threads;
    private final InFlight inFlight;
    private final List<FingerprintWorker> workers = new ArrayList<>();
    private final BlockingQueue<FingerprintWorker> idle;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Batch> batches = new ArrayList<>();
    private Batch batch = new Batch(0);
    private int documents;
    private long textBytes;
    private boolean published;
    private boolean closed;

    private BulkBuilder(IndexDirectory directory, Scheme scheme, BuildOptions options) throws IOException {
        this.directory = directory;
        this.options = options;
        scratch = new TempFile(directory.path());
        inFlight = new InFlight(options.memory() / 8);
        idle = new ArrayBlockingQueue<>(options.threads());
        // Half of the memory is for postings; the rest for texts in flight, sorting and entries.
        long spoolMemory = options.memory() / 2 / options.threads();
        for (int i = 0; i < options.threads(); i++) {
            workers.add(new FingerprintWorker(Fingerprinter.of(scheme),
                    new PostingSpool(scheme.hashing().bits(), spoolMemory, scratch), options.minDocument()));
        }
        idle.addAll(workers);
        this.scheme = workers.get(0).scheme();
        threads = Executors.newFixedThreadPool(options.threads(), DaemonThreads.named("whorl-build"));
    }

    static BulkBuilder create(Path index, Scheme scheme, BuildOptions options) throws IOException {
        // Before anything is touched: a scheme that cannot be carried out must leave no trace.
        Fingerprinter.of(scheme);
        IndexDirectory directory = IndexDirectory.create(index, options.replace());
        try {
            return new BulkBuilder(directory, scheme, options);
        } catch (IOException | RuntimeException e) {
            try (directory) {
                directory.abandon();
            } catch (IOException also) {
                // A disk that fails twice must not keep the index locked.
                e.addSuppressed(also);
            }
            throw e;
        }
    }

    @Override
    public void add(String id, byte[] utf8) throws IOException {
        checkOpen();
        // Before the batch is touched: a text found missing half way through would shift the documents after it.
        Objects.requireNonNull(utf8, "utf8");
        byte[] idBytes = id.getBytes(StandardCharsets.UTF_8);
        if (idBytes.length < 1 || idBytes.length > DocumentTable.LONGEST_ID) {
            throw new IllegalArgumentException("id has " + idBytes.length + " bytes of UTF-8; it must have from 1 to "
                    + DocumentTable.LONGEST_ID);
        }
        if (documents == MOST_DOCUMENTS) {
            throw new IllegalStateException("a segment holds at most " + MOST_DOCUMENTS + " documents");
        }
        if (!new String(idBytes, StandardCharsets.UTF_8).equals(id)) {
            // Written as '?', it would be another document's id.
            throw new IllegalArgumentException("id has half of a surrogate pair, which has no UTF-8; replace it");
        }
        rethrow();
        batch.add(idBytes, utf8);
        documents++;
        textBytes += utf8.length;
        if (batch.textBytes() >= BATCH_BYTES || batch.size() == BATCH_DOCUMENTS) {
            submit();
        }
    }

    private void submit() throws IOException {
        Batch full = batch;
        batches.add(full);
        batch = new Batch(documents);
        long bytes = full.textBytes() + 1;
        try {
            inFlight.enter(bytes);
        } catch (InterruptedException e) {
            throw interrupted();
        }
        threads.execute(() -> {
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
        });
    }

    @Override
    public BuildReport finish() throws IOException {
        checkOpen();
        try (BulkBuilder closing = this) {
            return closing.write();
        }
    }

    private BuildReport write() throws IOException {
        if (batch.size() > 0) {
            submit();
        }
        try {
            inFlight.awaitEmpty();
            rethrow();
            BuildReport report = new SegmentBuild(directory, scheme, options, threads)
                    .write(batches, documents, workers, textBytes);
            published = true;
            return report;
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private void rethrow() throws IOException {
        Throwable e = failure.get();
        if (e instanceof IOException io) {
            throw io;
        }
        if (e instanceof RuntimeException r) {
            throw r;
        }
        if (e != null) {
            throw new IllegalStateException("a document could not be fingerprinted", e);
        }
    }

    private IOException interrupted() {
        Thread.currentThread().interrupt();
        InterruptedIOException e = new InterruptedIOException("interrupted while building");
        // The batch at hand is lost, so nothing may be published any more.
        failure.compareAndSet(null, e);
        return e;
    }

    /** Whether postings had no room in memory. */
    boolean hasSpilled() {
        return workers.stream().anyMatch(w -> w.spool().hasSpilled());
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the builder is finished or closed; make a new one");
        }
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        failure.compareAndSet(null, new IllegalStateException("closed"));
        threads.shutdownNow();
        try (IndexDirectory held = directory) {
            scratch.close();
            if (!published) {
                held.abandon();
            }
        }
    }
}
