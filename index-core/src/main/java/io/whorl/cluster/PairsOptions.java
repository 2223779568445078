package io.whorl.cluster;

import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;

/**
 * The options of a search for all pairs of similar documents: {@code PairsOptions.DEFAULT.minScore(0.8).top(1_000)}.
 * Immutable.
 */
public final class PairsOptions extends SimilarityOptions<PairsOptions> {
    /** The value of {@link #top} for all pairs. */
    public static final long ALL = Long.MAX_VALUE;

    /**
     * Resemblance of 0.5 or more (BGMZ 4), all pairs, one pair for each family, minutiae in at most 1,000 documents,
     * all cores, a quarter of the heap.
     */
    public static final PairsOptions DEFAULT = new PairsOptions();

    private PairsOptions() {
        super(Measure.RESEMBLANCE, 0.5, false, NO_LIMIT);
    }

    /** Whether pairs can be scored by a measure: percent has no meaning for pairs, and frequencies are not counted. */
    public static boolean supports(Measure measure) {
        return measure != Measure.PERCENT && !measure.usesFrequencies();
    }

    public long top() {
        return top;
    }

    /** Sets the largest number of pairs, from 1; the best are kept. The default is {@link #ALL}. */
    public PairsOptions top(long value) {
        return with(o -> o.top = Ranges.check("top", value, 1, ALL));
    }

    public boolean expanded() {
        return expanded;
    }

    /**
     * Chooses whether every pair is reported. {@code false}, the default: a family of documents of equal fingerprints
     * is reported once, and a pair with its first document represents the pairs with all of them.
     */
    public PairsOptions expanded(boolean value) {
        return with(o -> o.expanded = value);
    }

    @Override
    String purpose() {
        return "pairs";
    }
}
