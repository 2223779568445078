package io.whorl.passages;

import java.util.List;

/**
 * The passages that a query's text shares with documents of an index.
 *
 * @param passages in the order of the query's text: the best passage at each place (rank 1), followed by the other
 *     passages at this place
 * @param unavailable documents that were not aligned because their text is missing or has changed, in the order of
 *     their overlap with the query
 * @param limited the ids of documents with which alignment reached a limit, so that passages may be missing or inexact
 *     ({@link io.whorl.align.Alignment#limited})
 * @param minutiae the number of distinct minutiae of the query; without any, no document is found
 * @param complete false if more documents than {@link PassageOptions#documents} share enough minutiae, so that some
 *     were not aligned
 */
public record FoundPassages(
        List<FoundPassage> passages,
        List<Unavailable> unavailable,
        List<String> limited,
        int minutiae,
        boolean complete) {
    public FoundPassages {
        passages = List.copyOf(passages);
        unavailable = List.copyOf(unavailable);
        limited = List.copyOf(limited);
    }

    /**
     * A document that was not aligned.
     *
     * @param id the id of the document
     * @param reason the reason
     */
    public record Unavailable(String id, Reason reason) {}

    /** Why a document was not aligned. */
    public enum Reason {
        /** The source of texts has no text of this id; the document may have been deleted. */
        MISSING,
        /** The text is another one than the index has the fingerprint of. */
        CHANGED
    }
}
