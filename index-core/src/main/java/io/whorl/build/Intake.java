package io.whorl.build;

import io.whorl.fingerprint.DocumentDigests;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentTable;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.TempFile;
import java.io.Closeable;
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
 * Takes documents in for one segment: batches are fingerprinted on the threads as they come, their postings spooled by
 * partition. One thread adds.
 */
final class Intake implements Closeable {
    private static final int BATCH_BYTES = 1 << 19;
    private static final int BATCH_DOCUMENTS = 512;
    /** So that every file of a run can be mapped whole. */
    private static final int MOST_DOCUMENTS = 1 << 26;

    /** Bytes that a text takes beside its own, about. */
    private static final long OBJECT = 64;
    /** Bytes that a batch, and then the order of the documents, keep of one beside its id and extra, about. */
    private static final long KEPT = 80;
    /** The same, of its digests and their order. */
    private static final long DIGESTS = DocumentDigests.BYTES + 16;
    /** Bytes of a segment for each posting; rather too many. */
    private static final long POSTING = 8;
    private static final long ENTRY = 16;
    /** Of the memory, how often it may be spooled: past that a partition would be read again and again to be sorted in parts. */
    private static final long MOST_SPOOLED = 8;

    private final BuildOptions options;
    private final ScratchSpace space;
    private final TempFile scratch;
    private final ExecutorService threads;
    private final InFlight inFlight;
    private final List<FingerprintWorker> workers = new ArrayList<>();
    private final BlockingQueue<FingerprintWorker> idle;
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final List<Batch> batches = new ArrayList<>();
    private Batch batch = new Batch(0);
    private int documents;
    private long idBytes;
    private long textBytes;
    private boolean written;

    Intake(Scheme scheme, BuildOptions options, ScratchSpace space) throws IOException {
        this.options = options;
        this.space = space;
        scratch = new TempFile(space);
        inFlight = new InFlight(options.memory() / 8);
        idle = new ArrayBlockingQueue<>(options.threads());
        // Half of the memory is for postings; the rest for texts in flight, what is kept of documents, sorting and entries.
        long spoolMemory = options.memory() / 2 / options.threads();
        for (int i = 0; i < options.threads(); i++) {
            workers.add(new FingerprintWorker(Fingerprinter.of(scheme),
                    new PostingSpool(scheme.hashing().bits(), spoolMemory, scratch), options.minDocument(),
                    options.duplicates().sought()));
        }
        idle.addAll(workers);
        threads = Executors.newFixedThreadPool(options.threads(), DaemonThreads.named("whorl-build"));
    }

    /** The scheme written out in full. */
    Scheme scheme() {
        return workers.get(0).scheme();
    }

    /** As {@link IndexBuilder#add}. */
    void add(String id, byte[] utf8) throws IOException {
        // Before the batch is touched: a text found missing half way through would shift the documents after it.
        Objects.requireNonNull(utf8, "utf8");
        byte[] idUtf8 = id.getBytes(StandardCharsets.UTF_8);
        if (idUtf8.length < 1 || idUtf8.length > DocumentTable.LONGEST_ID) {
            throw new IllegalArgumentException("id has " + idUtf8.length + " bytes of UTF-8; it must have from 1 to "
                    + DocumentTable.LONGEST_ID);
        }
        if (!new String(idUtf8, StandardCharsets.UTF_8).equals(id)) {
            // Written as '?', it would be another document's id.
            throw new IllegalArgumentException("id has half of a surrogate pair, which has no UTF-8; replace it");
        }
        if (documents == MOST_DOCUMENTS) {
            throw new IllegalStateException("a run holds at most " + MOST_DOCUMENTS + " documents; finish it");
        }
        rethrow();
        batch.add(idUtf8, utf8);
        documents++;
        idBytes += idUtf8.length;
        textBytes += utf8.length;
        if (batch.textBytes() >= BATCH_BYTES || batch.size() == BATCH_DOCUMENTS) {
            submit();
        }
    }

    private void submit() throws IOException {
        Batch full = batch;
        batches.add(full);
        batch = new Batch(documents);
        long bytes = full.textBytes() + OBJECT * full.size();
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

    /**
     * Whether what is kept of the documents has used up its share of the memory, or there are postings or text enough for a
     * run.
     */
    boolean isFull() {
        long kept = documents * perDocument() + idBytes;
        for (FingerprintWorker worker : workers) {
            kept += worker.extraBytes();
        }
        return kept >= options.memory() / 8 || scratch.size() >= options.memory() * MOST_SPOOLED
                || textBytes >= options.runText() || documents == MOST_DOCUMENTS;
    }

    /** Waits until everything added is fingerprinted. */
    void drain() throws IOException {
        if (batch.size() > 0) {
            submit();
        }
        try {
            inFlight.awaitEmpty();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        rethrow();
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

    private long perDocument() {
        return KEPT + (options.duplicates().sought() ? DIGESTS : 0) + (long) Integer.BYTES * options.threads();
    }

    /** The documents in the order of their ids; see {@link DocumentOrder}. Once all are drained. */
    DocumentOrder order(boolean keepShort) {
        return new DocumentOrder(batches, documents, keepShort);
    }

    /** Writes the segment of what was taken; once. */
    SegmentCounts write(Path file, DocumentOrder order) throws IOException {
        if (written) {
            throw new IllegalStateException("writing has failed before, and postings are lost; make a new builder");
        }
        written = true;
        List<PostingSpool> spools = workers.stream().map(FingerprintWorker::spool).toList();
        long postings = 0;
        for (PostingSpool spool : spools) {
            for (int p = 0; p < PostingSpool.PARTITIONS; p++) {
                postings += spool.count(p);
            }
        }
        space.require(idBytes + postings * POSTING + Math.max(0, postings * ENTRY - options.memory() / 4));
        return new SpooledSegment(scheme(), options.memory(), options.threads(), threads, space)
                .write(file, spools, order);
    }

    /** Whether postings had no room in memory. */
    boolean hasSpilled() {
        return workers.stream().anyMatch(w -> w.spool().hasSpilled());
    }

    /** Documents added. */
    int documents() {
        return documents;
    }

    long textBytes() {
        return textBytes;
    }

    long malformed() {
        return workers.stream().mapToLong(FingerprintWorker::malformed).sum();
    }

    ExecutorService threads() {
        return threads;
    }

    @Override
    public void close() throws IOException {
        failure.compareAndSet(null, new IllegalStateException("closed"));
        threads.shutdownNow();
        scratch.close();
    }
}
