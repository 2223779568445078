package io.whorl.cluster;

import java.io.IOException;

/**
 * Gives keys to documents, such as dates: of similar documents the one with the least key survives. Keys are passed on
 * one by one, in any order, so they need not fit in memory.
 */
@FunctionalInterface
public interface DocumentKeys {
    /** The key of a document to which none is given. It is greater than all others. */
    long NONE = Long.MAX_VALUE;

    /** Receives keys. */
    @FunctionalInterface
    interface Sink {
        /**
         * @param id the id of a document; an id that the index does not have is counted and ignored
         * @param key the least key survives; of several keys of a document the least counts
         */
        void add(String id, long key);
    }

    /**
     * Passes all keys to a receiver.
     *
     * @throws IOException if they cannot be read
     */
    void forEach(Sink sink) throws IOException;
}
