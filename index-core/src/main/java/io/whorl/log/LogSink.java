package io.whorl.log;

import java.io.IOException;

/** Takes the operations of a log in their order. Arrays are the sink's only during the call. */
public interface LogSink {
    /**
     * A document, in place of the one of the same id, if there is one.
     *
     * @param id 1 to 65,535 bytes of UTF-8
     * @param words surviving words, from 0
     * @param extra what the scheme's strategy keeps beside the minutiae
     * @param minutiae distinct, unsigned ascending, in the first {@code n} places
     * @param frequencies how often each occurs, from 1, in the same places; empty where the scheme keeps none
     */
    void add(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) throws IOException;

    /** No document of this id from here on, whether or not there was one. */
    void delete(byte[] id) throws IOException;

    /** The end of one commit: what was given since the one before is to be believed from here on. */
    void commit(long sequence) throws IOException;
}
