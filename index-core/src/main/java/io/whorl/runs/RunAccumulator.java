package io.whorl.runs;

import io.whorl.assembly.DocumentBatch;
import io.whorl.assembly.DocumentOrder;
import io.whorl.assembly.FormSpools;
import io.whorl.assembly.PostingSpool;
import io.whorl.assembly.SpooledSegmentWriter;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RefusedDocument;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentId;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredKinds;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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
    private final FormSpools forms;
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
            forms = FormSpools.of(new StoredKinds(options.storeText(), options.storeFingerprints()), space);
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
}
