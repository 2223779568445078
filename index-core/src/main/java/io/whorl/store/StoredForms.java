package io.whorl.store;

import java.io.IOException;

/**
 * The texts or the fingerprints of the documents of a new segment, by ordinal, in their stored form
 * ({@link StoredText}, {@link StoredFingerprint}).
 */
public interface StoredForms {
    /** What is stored. */
    enum Kind {
        TEXT,
        FINGERPRINT
    }

    /** The number of bytes; at least 1 of a text or fingerprint. */
    int bytes(long ordinal);

    /** Passes the bytes to a sink, in pieces. */
    void write(long ordinal, Sink out) throws IOException;

    /** Receives bytes. */
    interface Sink {
        void put(byte[] bytes, int from, int count) throws IOException;
    }

    /**
     * The stored forms of one document. They must not change.
     *
     * @param text its text; {@link StoredText#NONE} if the index stores no texts
     * @param fingerprint its fingerprint; {@link StoredFingerprint#NONE} if the index stores no fingerprints
     */
    public record DocumentForms(byte[] text, byte[] fingerprint) {
        public static final DocumentForms NONE = new DocumentForms(StoredText.NONE, StoredFingerprint.NONE);

        /** The number of bytes of both forms. */
        public long bytes() {
            return (long) text.length + fingerprint.length;
        }
    }
}
