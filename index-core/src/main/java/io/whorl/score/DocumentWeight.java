package io.whorl.score;

/**
 * What an indexed document B weighs: W(B) = n·ln N − L(B), n its minutiae and L(B) the sum of their ln f_t as of the
 * document's seal or last merge. It stands in for Σ ln(1 + N ÷ f_t), which would take the current f_t of every minutia
 * of B; for f_t far below N the two are equal. No minutia weighs less than ln 2, as one does that all documents hold.
 * In the unit of {@link TermWeights#rarity}. Immutable and thread-safe.
 */
public final class DocumentWeight {
    private static final double LEAST = Math.log(2);

    private final double logDocuments;

    /** @param documents N, current documents of the index; 0 counts as 1 */
    public DocumentWeight(long documents) {
        logDocuments = Math.log(Math.max(1, documents));
    }

    /**
     * @param minutiae n
     * @param meanLog L(B) ÷ n, in nats
     */
    public long of(long minutiae, double meanLog) {
        return TermWeights.rarity(minutiae * Math.max(LEAST, logDocuments - meanLog));
    }
}
