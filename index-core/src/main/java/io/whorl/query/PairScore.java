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
    private final IndexedSide sideA;
    private final IndexedSide sideB;

    PairScore(Segment segment, Measure measure) {
        this.segment = segment;
        this.measure = measure;
        comparison = Comparison.of(segment.scheme());
        sideA = new IndexedSide(segment.documents());
        sideB = new IndexedSide(segment.documents());
    }

    double of(int a, int b, long shared) {
        comparison.set(shared, sideA.at(a), sideB.at(b));
        return measure.score(comparison);
    }

    Pair pair(BestPairs.Hit hit) {
        double value = of(hit.a(), hit.b(), hit.shared());
        return new Pair(segment.documents().id(hit.a()), segment.documents().id(hit.b()), value, hit.shared(),
                OptionalDouble.of(comparison.resemblance()), figure(Measure.CONTAINMENT), figure(Measure.CONTAINED));
    }

    private OptionalDouble figure(Measure figure) {
        return comparison.onlyResemblance() ? OptionalDouble.empty() : OptionalDouble.of(figure.score(comparison));
    }
}
