package io.whorl.cluster;

import java.io.IOException;
import java.util.function.ObjLongConsumer;

/**
 * Gives keys to documents, such as dates: of similar documents the one with the least key survives. Keys are passed on
 * one by one, in any order, so they need not fit in memory.
 */
@FunctionalInterface
public interface DocumentKeys {
    /** The key of a document to which none is given. It is greater than all others. */
    long NONE = Long.MAX_VALUE;

    /**
     * Passes all keys to a receiver.
     *
     * @param sink takes the id of a document, and its key. An id that the index does not have is counted and ignored.
     *     The least key survives; of several keys of a document the least counts
     * @throws IOException if they cannot be read
     */
    void forEach(ObjLongConsumer<String> sink) throws IOException;
}
