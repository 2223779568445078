package io.whorl.write;

import io.whorl.assembly.SegmentAssembler;
import io.whorl.scheme.Scheme;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Future;

/**
 * Documents on their way straight into a segment. They are numbered here and handed in batches to the thread that
 * spools their postings, which none of those who add waits for unless it has fallen behind. Guarded as its
 * {@link PendingChanges} is.
 */
final class DirectSegment implements Closeable {
    private static final int BATCH_POSTINGS = 1 << 16;
    private static final int BATCH_BYTES = 1 << 20;
    private static final int MOST_UNDER_WAY = 4;

    private final WorkerThread spools;
    private final SegmentAssembler assembler;
    private final Deque<Future<Void>> underWay = new ArrayDeque<>();
    private List<PreparedDocument> batch = new ArrayList<>();
    private Ordinals leftOut = new Ordinals();
    private long batchPostings;
    private long batchBytes;
    private int added;

    /**
     * @param spools writes to the scratch file: an interrupt of the caller's thread would close it, with what others
     *     added
     */
    DirectSegment(Scheme scheme, WriterOptions options, Path scratch, WorkerThread spools) throws IOException {
        this.spools = spools;
        assembler = spools.call(() -> new SegmentAssembler(scheme, options.memory(), options.threads(), scratch));
    }

    /**
     * Takes a document.
     *
     * @return its number, from 0
     * @throws IOException if one taken before could not be spooled; nothing can be made of all this then
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

    /** Says that a document was replaced or deleted since. */
    void leaveOut(int number) {
        leftOut.add(number);
    }

    private void send() throws IOException {
        List<PreparedDocument> documents = batch;
        Ordinals gone = leftOut;
        batch = new ArrayList<>();
        leftOut = new Ordinals();
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

    private void spool(List<PreparedDocument> documents, Ordinals gone) throws IOException {
        for (PreparedDocument p : documents) {
            if (p.distinct()) {
                assembler.add(p.id(), p.words(), p.extra(), p.minutiae(), p.frequencies(), p.minutiae().length);
            } else {
                assembler.add(p.id(), p.words(), p.extra(), p.minutiae(), p.minutiae().length);
            }
        }
        for (int i = 0; i < gone.size(); i++) {
            assembler.leaveOut((int) gone.array()[i]);
        }
    }

    /** Waits until the assembler has everything. */
    void settle() throws IOException {
        send();
        while (!underWay.isEmpty()) {
            Futures.get(underWay.remove());
        }
    }

    /** Has everything once settled. */
    SegmentAssembler assembler() {
        return assembler;
    }

    @Override
    public void close() throws IOException {
        while (!underWay.isEmpty()) {
            try {
                Futures.get(underWay.remove());
            } catch (IOException | RuntimeException e) {
                // Nobody wants it any more: it only must not be closed under the thread that uses it.
            }
        }
        assembler.close();
    }
}
