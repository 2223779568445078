package io.whorl.live;

import java.lang.ref.Reference;

/** A cursor of a view. It references the view, which keeps the memory mapped as long as the cursor is reachable. */
final class TierCursor implements LiveView.Cursor {
    private final TierView view;
    private final int documents;
    private final ChainHeads heads;
    private final DocumentChains chains;
    private int following;
    private int at;
    private boolean closed;

    /** @param view has retained the memory for this cursor, which releases it */
    TierCursor(TierView view, ChainHeads heads, DocumentChains chains) {
        this.view = view;
        this.heads = heads;
        this.chains = chains;
        documents = view.documents();
    }

    @Override
    public boolean find(long minutia) {
        if (closed) {
            throw new IllegalStateException("this cursor of a live tier is closed");
        }
        try {
            following = chains.below(documents, heads.find(minutia));
        } finally {
            // Without the fence, the view could be collected and the map unmapped during the look-up.
            Reference.reachabilityFence(this);
        }
        return following != DocumentChains.NONE;
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
