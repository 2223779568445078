package io.whorl.parts;

import io.whorl.store.DeadDocuments;
import io.whorl.store.Segment;

/**
 * A sealed segment of a snapshot, which lets go of it when it is closed ({@link Segment#release}).
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

    /** Takes hold of the files once more. */
    public void take() {
        segment.take();
        dead.take();
    }

    /** Lets go of the files, once for each time they were held or taken. */
    public void release() {
        segment.release();
        dead.release();
    }

    /** Live documents. */
    public long documents() {
        return dead.documents() - dead.count();
    }

    /** True if every document of this part is deleted. */
    public boolean isEmpty() {
        return documents() == 0;
    }
}
