package io.whorl.query;

import io.whorl.score.Comparison;
import io.whorl.score.Side;

/** Ranks by measures of counts. One thread at a time. */
final class CountRanking extends Ranking {
    private long leastShared = 1;

    CountRanking(QuerySide query, Comparison comparison, QueryOptions options) {
        super(query, comparison, options);
        raise(options.minScore());
    }

    @Override
    void ask(PartSearch part, boolean[] ignored, boolean[] known) {
        part.count(ignored, known, this);
    }

    /** Documents that share fewer minutiae need not be offered. */
    long leastShared() {
        return leastShared;
    }

    /** Ranks a document of the part that is counting. */
    void offer(long document, long shared, Side side) {
        comparison.set(shared, query, side);
        keep(document, shared);
    }

    /**
     * Most documents share a few common chunks only: a count tells that they cannot come in, before they are looked at.
     */
    @Override
    void raise(double score) {
        while (leastShared <= query.minutiae() && comparison.most(options.measure(), leastShared, query) < score) {
            leastShared++;
        }
    }
}
