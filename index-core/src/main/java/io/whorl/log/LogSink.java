package io.whorl.log;

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

    /** Passes operations on to another sink. Subclasses change some of them. */
    abstract class ForwardingSink implements LogSink {
        private final LogSink to;

        protected ForwardingSink(LogSink to) {
            this.to = to;
        }

        @Override
        public void add(LoggedDocument document) throws IOException {
            to.add(document);
        }

        @Override
        public boolean storesTexts() {
            return to.storesTexts();
        }

        @Override
        public void delete(byte[] id) throws IOException {
            to.delete(id);
        }

        @Override
        public void commit(long sequence) throws IOException {
            to.commit(sequence);
        }
    }
}
