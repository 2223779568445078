package io.whorl.query;

import io.whorl.measure.Measure;

/**
 * What is asked of an index beside the text.
 *
 * @param measure what the score is
 * @param top how many matches at the most, 1 to 10,000,000
 * @param minScore matches below are left out; 0 for none
 * @param maxDf minutiae held by more documents are ignored in look-up, documents that share postings counting as one;
 *     {@link #NO_LIMIT} for none
 * @param memory bytes of heap that the query may take beside its text, 0 to 2^50: some 50 for each of its distinct
 *     minutiae, 100 where they are weighted, and 72 to 360 for each distinct list that these lead to; a query that
 *     needs more is refused ({@link io.whorl.LimitExceededException}), but none of fewer than 1,024 minutiae
 * @param exactWeights for weighted resemblance: whether all of a document weighs Σ ln(1 + N ÷ f_t) by the current N and
 *     f_t of each of its minutiae, which takes a pass over the index once for each snapshot, rather than
 *     {@link io.whorl.score.DocumentWeight}, which is at hand
 */
public record QueryOptions(Measure measure, int top, double minScore, long maxDf, long memory, boolean exactWeights) {
    /** No limit on document frequency. */
    public static final long NO_LIMIT = Long.MAX_VALUE;
    /** Percent, the best 20, no threshold, no limit, half of the heap, weights that are at hand. */
    public static final QueryOptions DEFAULT = new QueryOptions(Measure.PERCENT, 20, 0, NO_LIMIT);

    /** In half of the heap, with weights that are at hand. */
    public QueryOptions(Measure measure, int top, double minScore, long maxDf) {
        this(measure, top, minScore, maxDf, Runtime.getRuntime().maxMemory() / 2, false);
    }

    public QueryOptions {
        check("top", top, 1, 10_000_000);
        check("max-df", maxDf, 1, NO_LIMIT);
        check("memory", memory, 0, 1L << 50);
        if (!(minScore >= 0)) {
            throw new IllegalArgumentException("min-score is " + minScore + "; it must be 0 or more");
        }
    }

    public QueryOptions measure(Measure value) {
        return new QueryOptions(value, top, minScore, maxDf, memory, exactWeights);
    }

    public QueryOptions top(int value) {
        return new QueryOptions(measure, value, minScore, maxDf, memory, exactWeights);
    }

    public QueryOptions minScore(double value) {
        return new QueryOptions(measure, top, value, maxDf, memory, exactWeights);
    }

    public QueryOptions maxDf(long value) {
        return new QueryOptions(measure, top, minScore, value, memory, exactWeights);
    }

    public QueryOptions memory(long bytes) {
        return new QueryOptions(measure, top, minScore, maxDf, bytes, exactWeights);
    }

    public QueryOptions exactWeights(boolean value) {
        return new QueryOptions(measure, top, minScore, maxDf, memory, value);
    }

    static void check(String name, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " is " + value + "; it must be from " + least + " to " + most);
        }
    }
}
