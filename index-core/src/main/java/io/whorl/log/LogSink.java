package io.whorl.log;

import java.io.IOException;

/** Receives the operations of a log, in order. Arrays are valid only during the call. */
public interface LogSink {
    /**
     * Adds a document. It replaces the document of the same id, if there is one.
     *
     * @param id 1 to 65,535 bytes of UTF-8
     * @param words words after filtering, 0 or more
     * @param extra data that the selection strategy stores with the minutiae
     * @param minutiae distinct, in unsigned ascending order, in the first {@code n} elements
     * @param frequencies the number of occurrences of each minutia, 1 or more; empty if the scheme keeps none
     */
    void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) throws IOException;

    /** Whether each document must have a text. If so, a log counts as damaged if one has none or a damaged one. */
    default boolean storesTexts() {
        return false;
    }

    /**
     * Receives the text of the document that the next call of {@link #add} adds.
     *
     * @param stored its stored form ({@link io.whorl.store.StoredText}); may be kept
     */
    default void text(byte[] stored) throws IOException {}

    /**
     * Receives the date of the document that the next call of {@link #add} adds.
     *
     * @param date as in {@link io.whorl.store.DocumentDate}; never none
     */
    default void date(long date) throws IOException {}

    /** Deletes the document of an id, if there is one. */
    void delete(byte[] id) throws IOException;

    /** Ends a commit. The operations since the previous commit are valid from now on. */
    void commit(long sequence) throws IOException;
}
