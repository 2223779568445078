package io.whorl.query;

import io.whorl.parts.PartSearch;
import io.whorl.score.DocumentWeight;

/** The weights of whole documents, in the unit of {@link io.whorl.score.TermWeights#rarity}. Thread-safe. */
@FunctionalInterface
interface DocumentWeights {
    /** For measures that need no weights of documents. */
    DocumentWeights NONE = (part, document) -> 0;

    /** @param part the part that holds the document */
    long of(PartSearch part, long document);

    /**
     * The weights that the records of the documents store.
     *
     * @param documents live documents of the snapshot
     */
    static DocumentWeights stored(long documents) {
        DocumentWeight weight = new DocumentWeight(documents);
        return (part, document) -> weight.of(part.side(document).minutiae(), part.meanLog(document));
    }
}
