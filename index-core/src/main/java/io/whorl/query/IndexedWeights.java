package io.whorl.query;

import io.whorl.score.DocumentWeight;

/** The weights of a snapshot's documents, in the unit of {@link io.whorl.score.TermWeights#rarity}. Thread-safe. */
@FunctionalInterface
interface IndexedWeights {
    /** For measures that do not ask. */
    IndexedWeights NONE = (part, document) -> 0;

    /** @param part the one that holds the document */
    long of(PartSearch part, long document);

    /**
     * By the weight that each document's record stores.
     *
     * @param documents living documents of the snapshot
     */
    static IndexedWeights stored(long documents) {
        DocumentWeight weight = new DocumentWeight(documents);
        return (part, document) -> weight.of(part.side(document).minutiae(), part.meanLog(document));
    }
}
