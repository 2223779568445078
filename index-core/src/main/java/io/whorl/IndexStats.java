package io.whorl;

/**
 * The statistics of an index (docs/DEFINITIONS.md, Counts and measures). Documents that share postings count as one in
 * singletons and postings.
 *
 * @param documents the number of live documents
 * @param words the number of surviving words of all documents
 * @param minutiae the number of distinct minutiae
 * @param singletons the number of minutiae that only one document holds
 * @param postings the number of (minutia, document) pairs
 * @param bytes the size of all files of the index except LOCK
 * @param storedTextBytes the size of the stored texts in the segments; 0 if the index stores none
 * @param storedFingerprintBytes the size of the stored fingerprints in the segments; 0 if the index stores none
 * @param segments the number of sealed segments; documents of the log are not in a segment yet
 */
public record IndexStats(
        long documents,
        long words,
        long minutiae,
        long singletons,
        long postings,
        long bytes,
        long storedTextBytes,
        long storedFingerprintBytes,
        int segments) {
    /** Bytes per posting without the stored texts and fingerprints; 0 if there are no postings. */
    public double bytesPerPosting() {
        return postings == 0 ? 0 : (double) (bytes - storedTextBytes - storedFingerprintBytes) / postings;
    }
}
