package io.whorl.live;

import io.whorl.store.ReferenceCount;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A view, which holds the tier's memory while it is open or one of its cursors is. A cursor keeps its view reachable;
 * so when a view is collected nobody can be reading, and the cleaner lets go for everybody who forgot to.
 */
final class TierView implements LiveView {
    private static final Cleaner CLEANER = Cleaner.create();

    private final TierMinutiae minutiae;
    private final TierDocuments records;
    private final int documents;
    private final ReferenceCount hold;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param memory taken already for this view, which lets go of it */
    TierView(TierMinutiae minutiae, TierDocuments records, int documents, ReferenceCount memory) {
        this.minutiae = minutiae;
        this.records = records;
        this.documents = documents;
        hold = new ReferenceCount(memory::release);
        // The cleaner must not know the view, or it would never be collected.
        CLEANER.register(this, hold::releaseAll);
    }

    @Override
    public int documents() {
        return documents;
    }

    @Override
    public byte[] id(int document) {
        return records.id(checked(document));
    }

    @Override
    public long words(int document) {
        return records.words(checked(document));
    }

    @Override
    public long minutiae(int document) {
        return records.minutiae(checked(document));
    }

    @Override
    public double meanLog(int document) {
        return records.meanLog(checked(document));
    }

    @Override
    public byte[] extra(int document) {
        return records.extra(checked(document));
    }

    @Override
    public int find(byte[] id) {
        return records.find(id, documents);
    }

    @Override
    public Cursor cursor() {
        take();
        try {
            return minutiae.cursor(this);
        } catch (RuntimeException | Error e) {
            letGo();
            throw e;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public void forEach(PostingSink sink) {
        take();
        try {
            minutiae.forEach(documents, sink);
        } finally {
            letGo();
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            letGo();
        }
    }

    /** A cursor has been closed. */
    void letGo() {
        hold.release();
    }

    private void take() {
        if (closed.get() || !hold.take()) {
            throw new IllegalStateException("this view of a live tier is closed");
        }
    }

    private int checked(int document) {
        return Objects.checkIndex(document, documents);
    }
}
