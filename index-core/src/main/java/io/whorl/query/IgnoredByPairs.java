package io.whorl.query;

/**
 * The minutiae that the document-frequency limit left out of all pairs of an index.
 *
 * @param minutiae distinct minutiae held by more documents than the limit
 * @param lists distinct sets of documents that hold them
 * @param postings (minutia, document) pairs of them
 * @param families families of equal fingerprints of which every minutia is ignored, so that they are not reported
 */
public record IgnoredByPairs(long minutiae, long lists, long postings, long families) {
    static final IgnoredByPairs NOTHING = new IgnoredByPairs(0, 0, 0, 0);
}
