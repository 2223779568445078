package io.whorl.score;

/**
 * The weight of a whole indexed document B: W(B) = n·ln N − L(B), where n is the number of its minutiae and L(B) is the
 * sum of their ln f_t as of the seal or last merge of the document. It approximates Σ ln(1 + N ÷ f_t), which needs the
 * current f_t of every minutia of B; the two are equal for f_t far below N. A minutia weighs at least ln 2, the weight
 * of a minutia that all documents hold. The unit is that of {@link TermWeights#rarity}. Immutable and thread-safe.
 */
public final class DocumentWeight {
    private static final double LEAST = Math.log(2);

    private final double logDocuments;

    /** @param documents N, the current number of documents of the index; 0 counts as 1 */
    public DocumentWeight(long documents) {
        logDocuments = Math.log(Math.max(1, documents));
    }

    /**
     * Returns the weight of a document.
     *
     * @param minutiae n
     * @param meanLog L(B) ÷ n, in nats
     */
    public long of(long minutiae, double meanLog) {
        return TermWeights.rarity(minutiae * Math.max(LEAST, logDocuments - meanLog));
    }
}
