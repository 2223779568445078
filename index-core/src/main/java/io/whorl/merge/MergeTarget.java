package io.whorl.merge;

import java.io.IOException;

/** Where a merge's minutiae go, in ascending order. */
interface MergeTarget {
    /**
     * Says that the minutiae of another leading byte follow.
     *
     * @return whether places of lists given so far are no longer those of equal lists
     */
    boolean startPartition(int partition) throws IOException;

    /** The payload of a minutia that these hold: at least two documents, or one in which it occurs more than once. */
    long list(HolderUnion holders) throws IOException;

    /** Takes the next minutia. */
    void add(long minutia, long payload) throws IOException;
}
