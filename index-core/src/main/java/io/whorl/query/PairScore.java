package io.whorl.query;

import io.whorl.measure.Comparison;
import io.whorl.measure.Measure;
import io.whorl.store.Segment;
import java.util.OptionalDouble;

/** Scores pairs of documents of a segment. One thread at a time. */
final class PairScore {
    private final Segment segment;
    private final Measure measure;
    private final Comparison comparison;
    private final long[] documentWeights;
    private final IndexedSide sideA;
    private final IndexedSide sideB;

    /** @param documentWeights what all minutiae of each document weigh; empty where the measure does not ask */
    PairScore(Segment segment, Measure measure, long[] documentWeights) {
        this.segment = segment;
        this.measure = measure;
        this.documentWeights = documentWeights;
        comparison = Comparison.of(segment.scheme());
        sideA = new IndexedSide(segment);
        sideB = new IndexedSide(segment);
    }

    /** @param sum what the shared minutiae weigh; of no meaning where the measure does not ask */
    double of(int a, int b, long shared, long sum) {
        if (measure.weighted()) {
            comparison.weighing(1, documentWeights[a]);
            comparison.weigh(sideA.at(a), sideB.at(b), sum, documentWeights[b]);
        } else {
            comparison.set(shared, sideA.at(a), sideB.at(b));
        }
        return measure.score(comparison);
    }

    Pair pair(BestPairs.Hit hit) {
        comparison.set(hit.shared(), sideA.at(hit.a()), sideB.at(hit.b()));
        return new Pair(segment.documents().id(hit.a()), segment.documents().id(hit.b()), hit.score(), hit.shared(),
                OptionalDouble.of(comparison.resemblance()), figure(Measure.CONTAINMENT), figure(Measure.CONTAINED));
    }

    private OptionalDouble figure(Measure figure) {
        return comparison.onlyResemblance() ? OptionalDouble.empty() : OptionalDouble.of(figure.score(comparison));
    }
}
