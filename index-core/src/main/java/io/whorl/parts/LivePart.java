package io.whorl.parts;

import io.whorl.live.LiveView;
import io.whorl.store.DeadDocuments;

/**
 * A view of a live tier, as part of a snapshot.
 *
 * @param view the snapshot's own: it closes it
 * @param dead those of its documents that are deleted or replaced, all below the view's number of documents
 */
public record LivePart(LiveView view, DeadDocuments dead) {
    public LivePart {
        if (dead.documents() < view.documents()) {
            throw new IllegalArgumentException(
                    "dead is of " + dead.documents() + " documents; the view has " + view.documents());
        }
    }

    /** Live documents. */
    public long documents() {
        return view.documents() - dead.count();
    }

    /** True if every document of this part is deleted. */
    public boolean isEmpty() {
        return documents() == 0;
    }
}
