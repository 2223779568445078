package io.whorl.live;

import io.whorl.store.DocumentForms;
import io.whorl.store.ReferenceCount;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A view of a live tier. It retains the memory while the view or one of its cursors is open. A cursor keeps its view
 * reachable, so no reader is left when a view is collected; a cleaner then releases the memory of views that were not
 * closed.
 */
final class TierView implements LiveView {
    private static final Cleaner CLEANER = Cleaner.create();

    private final TierMinutiae minutiae;
    private final TierDocuments records;
    private final int documents;
    private final ReferenceCount references;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** @param memory retained for this view, which releases it */
    TierView(TierMinutiae minutiae, TierDocuments records, int documents, ReferenceCount memory) {
        this.minutiae = minutiae;
        this.records = records;
        this.documents = documents;
        references = new ReferenceCount(memory::release);
        // The cleaner must not reference the view, or the view would never be collected.
        CLEANER.register(this, references::releaseAll);
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
    public DocumentForms stored(int document) {
        return records.stored(checked(document));
    }

    @Override
    public long date(int document) {
        return records.date(checked(document));
    }

    @Override
    public int find(byte[] id) {
        return records.find(id, documents);
    }

    @Override
    public Cursor cursor() {
        retain();
        try {
            return minutiae.cursor(this);
        } catch (RuntimeException | Error e) {
            release();
            throw e;
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public void forEach(PostingSink sink) {
        retain();
        try {
            minutiae.forEach(documents, sink);
        } finally {
            release();
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            release();
        }
    }

    /** Called by a cursor when it is closed. */
    void release() {
        references.release();
    }

    private void retain() {
        if (closed.get() || !references.retain()) {
            throw new IllegalStateException("this view of a live tier is closed");
        }
    }

    private int checked(int document) {
        return Objects.checkIndex(document, documents);
    }
}
