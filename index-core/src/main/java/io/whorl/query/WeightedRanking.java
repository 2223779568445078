package io.whorl.query;

import io.whorl.score.Comparison;
import io.whorl.score.Side;
import io.whorl.score.TermWeights;

/** Ranks by weighted measures. One thread at a time. */
final class WeightedRanking extends Ranking {
    /** More than any sum. */
    private static final long MOST = 1L << 62;

    private final TermWeights weights;
    private final IndexedWeights documentWeights;
    private PartSearch part;
    private long leastSum;

    /**
     * @param comparison knows the weights' unit and the weight of the query
     * @param documentWeights the weights of documents, if the measure needs them
     */
    WeightedRanking(
            QuerySide query,
            Comparison comparison,
            QueryOptions options,
            TermWeights weights,
            IndexedWeights documentWeights) {
        super(query, comparison, options);
        this.weights = weights;
        this.documentWeights = documentWeights;
        raise(options.minScore());
    }

    @Override
    void ask(PartSearch search, boolean[] ignored, boolean[] known) {
        part = search;
        search.weigh(weights, ignored, known, this);
    }

    /** Documents whose sum is less need not be offered. */
    long leastSum() {
        return leastSum;
    }

    /** Ranks a document of the part that is weighing. */
    void offer(long document, long shared, long sum, Side side) {
        comparison.weigh(query, side, sum, weight(document, shared, sum, side));
        keep(document, shared);
    }

    /** A stored weight is as of an earlier time; the weight of the minutiae it shares is as of now. */
    private long weight(long document, long shared, long sum, Side side) {
        return documentWeights == IndexedWeights.NONE || shared == side.minutiae()
                ? sum
                : Math.max(sum, documentWeights.of(part, document));
    }

    @Override
    void raise(double score) {
        long low = leastSum;
        long high = MOST;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (comparison.most(options.measure(), middle) < score) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        leastSum = low;
    }
}
