package io.whorl.preset;

import io.whorl.cluster.SimilarityOptions;
import io.whorl.measure.Measure;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.util.Map;

/**
 * A scheme for a purpose, with the measure and the threshold for queries. The presets were chosen by measurements on
 * collections with known answers ({@code bench/RESULTS.md}). Settings that a preset does not make have the defaults of
 * the library. An index stores its scheme, so a later change of a preset does not affect it.
 */
public enum Preset {
    /**
     * Finds versions and near copies of whole documents: chunks of five words, about one in twelve of them kept by
     * winnowing, more of short documents, all of those up to 35 words. Scored by weighted resemblance. The index takes
     * a tenth of the bytes of full fingerprints. Not suited to short passages in otherwise different documents.
     */
    NEAR_DUPLICATES(5, new Selection("winnowing", Map.of("w", "24", "parts", "16")), Measure.WEIGHTED_RESEMBLANCE, 0.3),
    /**
     * Finds documents that share passages with a text, even if they were reworded: every chunk of four words, scored by
     * the number of shared chunks. The number says as much about a long text as about a short one; a share does not.
     * The threshold is for screening: among thousands of documents, a sixth of the texts that took nothing share as
     * many idioms with one of them. Aligning the candidates tells them apart ({@link io.whorl.align.Aligner}).
     */
    PLAGIARISM(4, Selection.of("full"), Measure.SHARED, 11);

    private final int granularity;
    private final Selection selection;
    private final Measure measure;
    private final double minScore;

    Preset(int granularity, Selection selection, Measure measure, double minScore) {
        this.granularity = granularity;
        this.selection = selection;
        this.measure = measure;
        this.minScore = minScore;
    }

    /** Returns a new builder of the preset's scheme. */
    public Scheme.Builder scheme() {
        return Scheme.builder().granularity(granularity).selection(selection);
    }

    public Measure measure() {
        return measure;
    }

    /** The threshold, in the unit of the measure: most documents that score more are related. */
    public double minScore() {
        return minScore;
    }

    /** {@link QueryOptions#DEFAULT} with the preset's measure and threshold. */
    public QueryOptions query() {
        return QueryOptions.DEFAULT.measure(measure).minScore(minScore);
    }

    /** {@link SimilarityOptions#PAIRS} with the preset's measure and threshold. */
    public SimilarityOptions pairs() {
        return SimilarityOptions.PAIRS.measure(measure).minScore(minScore);
    }
}
