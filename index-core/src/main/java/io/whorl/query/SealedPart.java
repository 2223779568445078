package io.whorl.query;

import io.whorl.store.DeadDocuments;
import io.whorl.store.Segment;

/**
 * A sealed segment of a snapshot.
 *
 * @param segment the segment
 * @param dead those of its documents that are deleted or replaced
 */
public record SealedPart(Segment segment, DeadDocuments dead) {
    public SealedPart {
        if (dead.documents() != segment.counts().documents()) {
            throw new IllegalArgumentException("dead is of " + dead.documents() + " documents; the segment has "
                    + segment.counts().documents());
        }
    }

    /** Documents that live. */
    long documents() {
        return dead.documents() - dead.count();
    }

    /** Whether nobody lives here. */
    boolean isEmpty() {
        return documents() == 0;
    }
}
