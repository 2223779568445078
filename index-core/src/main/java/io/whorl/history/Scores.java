package io.whorl.history;

import io.whorl.measure.Measure;
import io.whorl.parts.SegmentSide;
import io.whorl.score.Comparison;
import java.util.OptionalDouble;

/** Scores documents of one index with documents of another, both of one scheme. One thread at a time. */
final class Scores {
    private final IndexSide from;
    private final IndexSide to;
    private final Measure measure;
    private final Comparison comparison;
    private final SegmentSide sideA;
    private final SegmentSide sideB;

    Scores(IndexSide from, IndexSide to, Measure measure) {
        this.from = from;
        this.to = to;
        this.measure = measure;
        comparison = Comparison.of(from.segment().scheme());
        sideA = new SegmentSide(from.segment());
        sideB = new SegmentSide(to.segment());
    }

    /**
     * The score of two documents.
     *
     * @param shared the number of minutiae that they share
     * @param sum their weight, if the measure is weighted
     */
    double score(int document, int other, int shared, long sum) {
        if (measure.weighted()) {
            comparison.weighing(1, from.weight(from.first(document)));
            comparison.weigh(sideA.at(document), sideB.at(other), sum, to.weight(to.first(other)));
        } else {
            comparison.set(shared, sideA.at(document), sideB.at(other));
        }
        return comparison.score(measure);
    }

    /** The resemblance of the documents that were scored last, weighted as the measure is. */
    double resemblance() {
        return comparison.score(measure.weighted() ? Measure.WEIGHTED_RESEMBLANCE : Measure.RESEMBLANCE);
    }

    Change.Found found(int document, int other, int shared, long sum) {
        double score = score(document, other, shared, sum);
        comparison.set(shared, sideA.at(document), sideB.at(other));
        boolean sets = !comparison.onlyResemblance();
        return new Change.Found(
                to.id(other),
                score,
                shared,
                comparison.resemblance(),
                sets ? OptionalDouble.of(comparison.score(Measure.CONTAINMENT)) : OptionalDouble.empty(),
                sets ? OptionalDouble.of(comparison.score(Measure.CONTAINED)) : OptionalDouble.empty());
    }
}
