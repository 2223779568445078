package io.whorl.store;

import java.io.IOException;

/**
 * The texts or the fingerprints of the documents of a new segment, by ordinal, in their stored form
 * ({@link StoredText}, {@link StoredFingerprint}).
 */
public interface StoredForms {
    /** The number of bytes; at least 1 of a text or fingerprint. */
    int bytes(long ordinal);

    /** Passes the bytes to a sink, in pieces. */
    void write(long ordinal, Sink out) throws IOException;

    /** Receives bytes. */
    interface Sink {
        void put(byte[] bytes, int from, int count) throws IOException;
    }
}
