package io.whorl.merge;

import java.io.IOException;

/** Receives the minutiae of a merge in ascending order. */
interface MergeTarget {
    /**
     * Starts the minutiae of the next leading byte.
     *
     * @return whether earlier places of lists are no longer valid for equal lists
     */
    boolean startPartition(int partition) throws IOException;

    /** Returns the payload of a minutia with these holders: at least two documents, or one with a frequency above 1. */
    long list(HolderUnion holders) throws IOException;

    /** Whether payloads that {@link #list} returned before its last call are no longer valid. Asked after each call. */
    default boolean forgetsLists() {
        return false;
    }

    /** Adds the next minutia. */
    void add(long minutia, long payload) throws IOException;
}
