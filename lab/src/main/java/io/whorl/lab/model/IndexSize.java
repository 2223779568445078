package io.whorl.lab.model;

/**
 * What an index holds and takes; the same in every run.
 *
 * @param documents documents
 * @param textBytes bytes of their texts
 * @param words surviving words; 0 of a system that does not count them
 * @param minutiae distinct minutiae; of rivals distinct terms, 0 of signatures
 * @param singletons minutiae held by one document only
 * @param postings (minutia, document) pairs; of signatures their components
 * @param bytes of the index's files
 */
public record IndexSize(
        long documents, long textBytes, long words, long minutiae, long singletons, long postings, long bytes) {

    /** Mean size of a fingerprint. */
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
