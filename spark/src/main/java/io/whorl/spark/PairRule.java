package io.whorl.spark;

import io.whorl.measure.Measure;
import io.whorl.pairs.PairRequest.Omissions;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.score.TermWeights;
import java.io.Serializable;
import java.util.Optional;

/**
 * Which pairs of documents are similar. Workers read it.
 *
 * @param scheme the scheme in JSON, with its selection written out in full
 * @param measure the measure of the score
 * @param minScore the least score of a pair
 * @param maxDf minutiae that more families hold make no pairs
 * @param commonDf minutiae that more families hold may be of frames, by the rule of {@link Omissions}
 * @param alias whether documents of equal fingerprints count as one in the weights of minutiae too
 */
record PairRule(String scheme, Measure measure, double minScore, long maxDf, long commonDf, boolean alias)
        implements Serializable {
    private static final long serialVersionUID = 1;

    boolean isIgnored(long held) {
        return held > maxDf;
    }

    Omissions omissions() {
        return new Omissions(maxDf, commonDf, Optional.empty());
    }

    /**
     * The weight of a minutia; 0 if the measure is not weighted.
     *
     * @param documents the number of all documents
     */
    long rarity(long documents, long holders) {
        return measure.weighted() ? TermWeights.rarity(documents, holders) : 0;
    }

    /** A comparison of documents for one task. */
    Comparison comparison() {
        return Comparison.of(Scheme.fromJson(scheme));
    }
}
