package io.whorl.lab.model;

/**
 * The number of entries and the size of an index. The same in every run.
 *
 * @param documents the number of documents
 * @param textBytes the size of their texts
 * @param words the number of surviving words; 0 for a system that does not count them
 * @param minutiae the number of distinct minutiae; of distinct terms for rivals; 0 for signatures
 * @param singletons the number of minutiae held by one document only
 * @param postings the number of (minutia, document) pairs; of components for signatures
 * @param bytes the size of the files
 */
public record IndexSize(
        long documents, long textBytes, long words, long minutiae, long singletons, long postings, long bytes) {

    /** Returns the mean size of a fingerprint. */
    public double minutiaePerDocument() {
        return ratio(postings, documents);
    }

    public double bytesPerDocument() {
        return ratio(bytes, documents);
    }

    public double bytesPerTextByte() {
        return ratio(bytes, textBytes);
    }

    public double bytesPerPosting() {
        return ratio(bytes, postings);
    }

    private static double ratio(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }
}
