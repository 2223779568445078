package io.whorl.merge;

import java.io.IOException;

/** Receives the minutiae of a merge in ascending order. */
interface MergeTarget {
    /**
     * Returns the payload of a minutia with these holders: at least two documents, or one with a frequency above 1. A
     * payload below {@link MinutiaMerge#DROPPED} is a preliminary one; {@link MergeMemo#settle} replaces it.
     */
    long list(HolderUnion holders) throws IOException;

    /** Whether payloads that {@link #list} returned before its last call are no longer valid. Asked after each call. */
    default boolean forgetsLists() {
        return false;
    }

    /** Is called before more than {@link HolderUnion#LARGE} documents are held, so that few threads hold as many. */
    default void beforeLargeList() {
        // One thread merges.
    }

    /**
     * Adds the next minutia.
     *
     * @return false if the merge must begin again, without what it remembers
     */
    boolean add(long minutia, long payload) throws IOException;
}
