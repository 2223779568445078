package io.whorl.write;

import io.whorl.build.SegmentAssembler;
import io.whorl.scheme.Scheme;
import io.whorl.store.StoredKinds;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;
import org.agrona.collections.IntArrayList;

/**
 * Documents that go directly into a segment. They are numbered here and handed in batches to the thread that spools
 * their postings. Adding blocks only if that thread falls behind. Guarded like its {@link PendingChanges}.
 */
final class DirectSegment implements Closeable {
    private static final int BATCH_POSTINGS = 1 << 16;
    private static final int BATCH_BYTES = 1 << 20;
    private static final int MOST_UNDER_WAY = 4;

    private final WorkerThread spools;
    private final SegmentAssembler assembler;
    private final Deque<Future<Void>> underWay = new ArrayDeque<>();
    private List<PreparedDocument> batch = new ArrayList<>();
    private IntArrayList leftOut = new IntArrayList();
    private long batchPostings;
    private long batchBytes;
    private int added;

    /**
     * @param stored what the index stores of its documents
     * @param spools the thread that writes the scratch file: on a caller's thread, an interrupt would close the file
     *     and lose the documents of others
     */
    DirectSegment(Scheme scheme, StoredKinds stored, WriterOptions options, Path scratch, WorkerThread spools)
            throws IOException {
        this.spools = spools;
        assembler =
                spools.call(() -> new SegmentAssembler(scheme, stored, options.memory(), options.threads(), scratch));
    }

    /**
     * Adds a document.
     *
     * @return its number, from 0
     * @throws IOException if an earlier one could not be spooled; then no segment can be made
     */
    int add(PreparedDocument document) throws IOException {
        if (batchPostings > BATCH_POSTINGS || batchBytes > BATCH_BYTES) {
            send();
        }
        batch.add(document);
        batchPostings += document.minutiae().length;
        batchBytes += document.held();
        return added++;
    }

    /** Leaves out a document that was replaced or deleted. */
    void leaveOut(int number) {
        leftOut.addInt(number);
    }

    private void send() throws IOException {
        List<PreparedDocument> documents = batch;
        IntArrayList gone = leftOut;
        batch = new ArrayList<>();
        leftOut = new IntArrayList();
        batchPostings = 0;
        batchBytes = 0;
        while (underWay.size() >= MOST_UNDER_WAY) {
            Futures.get(underWay.remove());
        }
        underWay.add(spools.submit(() -> {
            spool(documents, gone);
            return null;
        }));
    }

    private void spool(List<PreparedDocument> documents, IntArrayList gone) throws IOException {
        for (PreparedDocument p : documents) {
            long[] minutiae = p.minutiae();
            int document = p.distinct()
                    ? assembler.add(p.id(), p.words(), p.extra(), minutiae, p.frequencies(), minutiae.length)
                    : assembler.add(p.id(), p.words(), p.extra(), minutiae, minutiae.length);
            assembler.store(document, p.stored());
            assembler.date(document, p.date());
        }
        for (int i = 0; i < gone.size(); i++) {
            assembler.leaveOut(gone.getInt(i));
        }
    }

    /** Waits until the assembler has every document. */
    void settle() throws IOException {
        send();
        while (!underWay.isEmpty()) {
            Futures.get(underWay.remove());
        }
    }

    /** The assembler, which is complete after {@link #settle}. */
    SegmentAssembler assembler() {
        return assembler;
    }

    @Override
    public void close() throws IOException {
        while (!underWay.isEmpty()) {
            try {
                Futures.get(underWay.remove());
            } catch (IOException | RuntimeException e) {
                // The result is not needed; only wait, so that the assembler is not closed while that thread uses it.
            }
        }
        assembler.close();
    }
}
