package io.whorl.runs;

import io.whorl.assembly.DocumentBatch;
import io.whorl.assembly.DocumentOrder;
import io.whorl.assembly.PostingSpool;
import io.whorl.assembly.SpooledSegmentWriter;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RefusedDocument;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.store.DocumentId;
import io.whorl.store.ScratchSpace;
import io.whorl.store.SegmentCounts;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Takes documents in for one segment: batches are fingerprinted on the threads as they come, their postings spooled by
 * partition. One thread adds.
 */
final class RunAccumulator implements Closeable {
    private static final int BATCH_BYTES = 1 << 19;
    private static final int BATCH_DOCUMENTS = 512;
    /** Bytes of a segment for each posting; rather too many. */
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
     * @param refused told of documents that cannot be fingerprinted in the memory given, by any thread, one at a time
     */
    RunAccumulator(Scheme scheme, BuildOptions options, ScratchSpace space, Consumer<RefusedDocument> refused)
            throws IOException {
        this.options = options;
        this.space = space;
        // First, for a scheme that cannot be carried out must leave no file open.
        this.scheme = Fingerprinter.of(scheme).scheme();
        share = new RunUsage(options);
        scratch = new TempFile(space);
        threads = new FingerprintPool(this.scheme, options, scratch, space, document -> {
            synchronized (refused) {
                refused.accept(document);
            }
        });
    }

    /** The scheme written out in full. */
    Scheme scheme() {
        return scheme;
    }

    /** As {@link IndexBuilder#add}. */
    void add(String id, byte[] utf8) throws IOException {
        // Before the batch is touched: a text found missing half way through would shift the documents after it.
        Objects.requireNonNull(utf8, "utf8");
        byte[] idUtf8 = DocumentId.utf8(id);
        if (share.documents() == RunUsage.MOST_DOCUMENTS) {
            throw new IllegalStateException("a run holds at most " + RunUsage.MOST_DOCUMENTS + " documents; finish it");
        }
        threads.rethrow();
        batch.add(idUtf8, utf8);
        share.take(idUtf8.length, utf8.length);
        if (batch.textBytes() >= BATCH_BYTES || batch.size() == BATCH_DOCUMENTS) {
            submit();
        }
        if (utf8.length > options.memory() / 8) {
            // It takes the place of all texts in flight: the caller reads on once it is done with.
            threads.drain();
        }
    }

    private void submit() throws IOException {
        DocumentBatch full = batch;
        batches.add(full);
        batch = new DocumentBatch(share.documents());
        threads.submit(full);
    }

    /** Whether there is enough for a run; see {@link RunUsage#isUsedUp}. */
    boolean isFull() {
        long extraBytes = 0;
        for (FingerprintWorker worker : threads.workers()) {
            extraBytes += worker.extraBytes();
        }
        return share.isUsedUp(extraBytes, scratch.size());
    }

    /** Waits until everything added is fingerprinted. */
    void drain() throws IOException {
        if (batch.size() > 0) {
            submit();
        }
        threads.drain();
    }

    /** The documents in the order of their ids; see {@link DocumentOrder}. Once all are drained. */
    DocumentOrder order(boolean keepShort) {
        return new DocumentOrder(batches, share.documents(), keepShort);
    }

    /** Writes the segment of what was taken; once. */
    SegmentCounts write(Path file, DocumentOrder order) throws IOException {
        if (written) {
            throw new IllegalStateException("writing has failed before, and postings are lost; make a new builder");
        }
        written = true;
        List<PostingSpool> spools =
                threads.workers().stream().map(FingerprintWorker::spool).toList();
        long postings = 0;
        for (PostingSpool spool : spools) {
            for (int p = 0; p < PostingSpool.PARTITIONS; p++) {
                postings += spool.count(p);
            }
        }
        space.require(share.idBytes() + postings * POSTING + Math.max(0, postings * ENTRY - options.memory() / 4));
        return new SpooledSegmentWriter(scheme, options.memory(), options.threads(), threads.executor(), space)
                .write(file, spools, order);
    }

    /** Whether postings had no room in memory. */
    boolean hasSpilled() {
        return threads.workers().stream().anyMatch(w -> w.spool().hasSpilled());
    }

    /** Documents added. */
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
    }
}
