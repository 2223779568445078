package io.whorl.query;

import io.whorl.measure.Comparison;
import io.whorl.measure.Side;
import io.whorl.measure.TermWeights;
import java.util.List;

/** Ranks by weighted measures. One thread at a time. */
final class WeightedRanking extends Ranking {
    /** More than any sum. */
    private static final long MOST = 1L << 62;

    private final TermWeights weights;
    private final List<long[]> documentWeights;
    private int part = -1;
    private long leastSum;

    /**
     * @param comparison knows the weights' unit and what the query weighs
     * @param documentWeights what the documents of each part weigh, in the parts' order; none where the measure does not ask
     */
    WeightedRanking(QuerySide query, Comparison comparison, QueryOptions options, TermWeights weights,
            List<long[]> documentWeights) {
        super(query, comparison, options);
        this.weights = weights;
        this.documentWeights = documentWeights;
        raise(options.minScore());
    }

    @Override
    void ask(PartSearch search, boolean[] ignored, boolean[] known) {
        part++;
        search.weigh(weights, ignored, known, this);
    }

    /** Documents whose sum is less need not be offered. */
    long leastSum() {
        return leastSum;
    }

    /** Ranks a document of the part that is weighing. */
    void offer(long document, long shared, long sum, Side side) {
        comparison.weigh(query, side, sum, documentWeights.isEmpty() ? 0 : documentWeights.get(part)[(int) document]);
        keep(document, shared);
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
