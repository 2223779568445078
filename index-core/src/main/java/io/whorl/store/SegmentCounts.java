package io.whorl.store;

/**
 * What a segment holds. Documents that share postings ({@link Families}) are one document in what is said of minutiae.
 *
 * @param documents documents
 * @param words their surviving words
 * @param minutiae distinct minutiae
 * @param singletons minutiae held by one document only
 * @param postings (minutia, document) pairs
 */
public record SegmentCounts(long documents, long words, long minutiae, long singletons, long postings) {}
