package io.whorl.live;

import java.io.IOException;

/** Receives the operations of a log, in order. */
public interface LogSink {
    /** Ignores all operations. */
    LogSink NONE = document -> {};

    /**
     * Adds a document. It replaces the document of the same id, if there is one.
     *
     * @param document its minutiae and frequencies are valid only during the call; the rest may be kept
     */
    void add(LoggedDocument document) throws IOException;

    /** Whether each document must have a text. If so, a log counts as damaged if one has none or a damaged one. */
    default boolean storesTexts() {
        return false;
    }

    default void delete(byte[] id) throws IOException {}

    /** Ends a commit. The operations since the previous commit are valid from now on. */
    default void commit(long sequence) throws IOException {}
}
