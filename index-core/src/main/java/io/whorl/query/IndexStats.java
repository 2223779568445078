package io.whorl.query;

import io.whorl.scheme.Scheme;

/**
 * What an index holds (DEFINITIONS, Counts and measures 6). Documents that share postings count as one in singletons
 * and postings.
 *
 * @param documents documents
 * @param words surviving words of all documents
 * @param minutiae distinct minutiae
 * @param singletons minutiae held by one document only
 * @param postings (minutia, document) pairs
 * @param bytes of all files of the index but LOCK
 * @param segments sealed segments; what the log holds is in none yet
 * @param scheme the recipe, in full
 */
public record IndexStats(
        long documents,
        long words,
        long minutiae,
        long singletons,
        long postings,
        long bytes,
        int segments,
        Scheme scheme) {
    /** Bytes per posting; 0 where there are none. */
    public double bytesPerPosting() {
        return postings == 0 ? 0 : (double) bytes / postings;
    }
}
