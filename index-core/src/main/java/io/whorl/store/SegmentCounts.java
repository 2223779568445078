package io.whorl.store;

/**
 * The counts of a segment. For minutiae and postings, documents that share postings ({@link DocumentTable.Families})
 * count as one.
 *
 * @param documents documents
 * @param words words of the documents after filtering
 * @param minutiae distinct minutiae
 * @param singletons minutiae that only one document holds
 * @param postings (minutia, document) pairs
 */
public record SegmentCounts(long documents, long words, long minutiae, long singletons, long postings) {}
