package io.whorl.passages;

import io.whorl.align.Passage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The passages that a query's text shares with documents of an index.
 *
 * @param passages in the order of the query's text: the best passage at each place (rank 1), followed by the other
 *     passages at this place
 * @param unavailable the ids of documents that were not aligned, with the reason, in the order of their overlap with
 *     the query
 * @param limited the ids of documents with which alignment reached a limit, so that passages may be missing or inexact
 *     ({@link io.whorl.align.Aligner.Alignment#limited})
 * @param minutiae the number of distinct minutiae of the query; without any, no document is found
 * @param complete false if more documents than {@link PassageOptions#documents} share enough minutiae, so that some
 *     were not aligned
 */
public record FoundPassages(
        List<FoundPassage> passages,
        Map<String, Reason> unavailable,
        List<String> limited,
        int minutiae,
        boolean complete) {
    public FoundPassages {
        passages = List.copyOf(passages);
        unavailable = Collections.unmodifiableMap(new LinkedHashMap<>(unavailable));
        limited = List.copyOf(limited);
    }

    /** Why a document was not aligned. */
    public enum Reason {
        /** The source of texts has no text of this id; the document may have been deleted. */
        MISSING,
        /** The text is another one than the index has the fingerprint of. */
        CHANGED
    }

    /**
     * A passage that a query's text shares with a document of the index.
     *
     * @param id the id of the document
     * @param rank 1 for the best passage at its place of the query; 2 and more for other passages at this place, which
     *     follow it, best first
     * @param passage its places: a is in the query's text, and b in the document's
     */
    public record FoundPassage(String id, int rank, Passage passage) {}
}
