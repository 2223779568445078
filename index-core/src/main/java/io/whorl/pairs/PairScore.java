package io.whorl.pairs;

import io.whorl.measure.Measure;
import io.whorl.score.Comparison;
import io.whorl.store.ScratchLongs;
import java.util.Optional;

/** Scores pairs of documents of a segment. One thread at a time. */
final class PairScore {
    private final Measure measure;
    private final Comparison comparison;
    private final PairFamilies families;
    private final Optional<ScratchLongs> documentWeights;
    private final PairSide sideA;
    private final PairSide sideB;

    /**
     * @param documentWeights the weight of all minutiae of the first of each family; absent if the measure needs none
     */
    PairScore(PairTables tables, Measure measure, Optional<ScratchLongs> documentWeights) {
        this.measure = measure;
        this.documentWeights = documentWeights;
        families = tables.families();
        comparison = Comparison.of(tables.segment().scheme());
        sideA = tables.side();
        sideB = tables.side();
    }

    /** @param sum the weight of the shared minutiae, if the measure is weighted */
    double of(int a, int b, long shared, long sum) {
        if (documentWeights.isPresent()) {
            comparison.weighing(1, weight(a));
            comparison.weigh(sideA.at(a), sideB.at(b), sum, weight(b));
        } else {
            comparison.set(shared, sideA.at(a), sideB.at(b));
        }
        return comparison.score(measure);
    }

    private long weight(int document) {
        return documentWeights.orElseThrow().get(families.first(document));
    }

    /** The smallest number of shared minutiae with which a document can reach a score with this one. */
    long leastShared(int document, double score) {
        if (measure.weighted() || !measure.symmetric()) {
            return 1;
        }
        long low = 1;
        long high = sideA.at(document).minutiae() + 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (comparison.most(measure, middle, sideA.at(document)) >= score) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
