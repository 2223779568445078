package io.whorl.live;

import java.lang.ref.Reference;
import java.util.Objects;

/** A cursor of a view. It references the view, which keeps the memory mapped as long as the cursor is reachable. */
final class TierCursor implements LiveView.Cursor {
    private final TierView view;
    private final int documents;
    private final Heads heads;
    private final DocumentChains chains;
    private final int[] scratch = new int[Heads.AHEAD];
    /** The sum of the values read ahead. Keeping it stops the compiler from removing the reads. */
    private int touched;

    private int following;
    private int at;
    private boolean closed;

    /** @param view has retained the memory for this cursor, which releases it */
    TierCursor(TierView view, Heads heads, DocumentChains chains) {
        this.view = view;
        this.heads = heads;
        this.chains = chains;
        documents = view.documents();
    }

    @Override
    public boolean find(long minutia) {
        checkOpen();
        try {
            return open(heads.find(minutia));
        } finally {
            // Without the fence, the view could be collected and the map unmapped during the look-up.
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public void findAll(long[] minutiae, int from, int to, int[] links) {
        Objects.checkFromToIndex(from, to, minutiae.length);
        Objects.checkFromIndexSize(0, to - from, links.length);
        checkOpen();
        try {
            touched += heads.findAll(minutiae, from, to, links, scratch);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public boolean open(int link) {
        following = chains.below(documents, link);
        return following != DocumentChains.NONE;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("this cursor of a live tier is closed");
        }
    }

    @Override
    public boolean next() {
        if (following == DocumentChains.NONE) {
            return false;
        }
        at = following;
        following = chains.next(at);
        return true;
    }

    @Override
    public int document() {
        return chains.document(at);
    }

    @Override
    public int frequency() {
        return chains.frequency(at);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            view.release();
        }
    }
}
