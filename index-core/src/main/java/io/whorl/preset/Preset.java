package io.whorl.preset;

import io.whorl.measure.Measure;
import io.whorl.query.PairsOptions;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.util.Map;

/**
 * A scheme for a purpose, and the measure and threshold to ask its index with; chosen by measurement on collections
 * with known answers, which {@code bench/RESULTS.md} shows. What a preset does not set is as in the library's default
 * scheme. Schemes are stored in the index, so an index outlives a change of its preset.
 */
public enum Preset {
    /**
     * Versions and near copies of whole documents: chunks of five words, winnowed to about one in twelve, scored by
     * weighted resemblance. The index takes a tenth of the full fingerprint's bytes. A short passage in an otherwise
     * different document is not what it is for.
     */
    NEAR_DUPLICATES(Measure.WEIGHTED_RESEMBLANCE, 0.3) {
        @Override
        public Scheme.Builder scheme() {
            return Scheme.builder().granularity(5).selection("winnowing", Map.of("w", "24"));
        }
    },
    /**
     * Passages taken from other documents, down to a sentence, reworded or not: every chunk of four words, scored by
     * which share of the text in question, weighted by rarity, is in the other.
     */
    PLAGIARISM(Measure.WEIGHTED_CONTAINMENT, 0.005) {
        @Override
        public Scheme.Builder scheme() {
            return Scheme.builder().granularity(4).selection(Selection.of("full"));
        }
    };

    private final Measure measure;
    private final double minScore;

    Preset(Measure measure, double minScore) {
        this.measure = measure;
        this.minScore = minScore;
    }

    /** A new builder with what the preset sets, for {@code build()} as it is or after changes. */
    public abstract Scheme.Builder scheme();

    /** What to score by. */
    public Measure measure() {
        return measure;
    }

    /** The score, 0 to 1, from which on most of what is found is related. */
    public double minScore() {
        return minScore;
    }

    /** {@link QueryOptions#DEFAULT} with the preset's measure and threshold. */
    public QueryOptions query() {
        return QueryOptions.builder().measure(measure).minScore(minScore).build();
    }

    /** {@link PairsOptions#DEFAULT} with the preset's measure and threshold. */
    public PairsOptions pairs() {
        return PairsOptions.builder().measure(measure).minScore(minScore).build();
    }
}
