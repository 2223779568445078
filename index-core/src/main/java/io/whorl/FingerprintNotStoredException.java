package io.whorl;

import java.nio.file.Path;

/** Thrown if fingerprints are to be stored in, or read from, an index that stores none. */
public final class FingerprintNotStoredException extends WhorlException {
    /** @param index the directory of the index */
    public FingerprintNotStoredException(Path index) {
        super(index + " stores no fingerprints, and an index stores the fingerprints of all its documents or of none;"
                + " rebuild it with `rebuild --store-fingerprints`, or go on without storing fingerprints");
    }

    /** For calls that start from documents of the index. */
    public FingerprintNotStoredException() {
        super("the index stores neither the fingerprints nor the texts of its documents, so a document cannot be the"
                + " query; build or rebuild it with --store-fingerprints or --store-text (in Java:"
                + " BuildOptions.storeFingerprints or storeText), or query with the text of the document");
    }
}
