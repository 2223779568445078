package io.whorl.query;

import io.whorl.cluster.SimilarityOptions;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.PairRequest.Omissions;
import io.whorl.pairs.PairRequest.WorkPlace;
import java.util.List;

/**
 * The options of a search for all pairs of similar documents. Immutable.
 *
 * <pre>{@code
 * PairsOptions options = PairsOptions.builder().minScore(0.8).top(1_000).build();
 * }</pre>
 */
public final class PairsOptions extends SimilarityOptions {
    /** The value of {@link #top} for all pairs. */
    public static final long ALL = Long.MAX_VALUE;
    /** The smallest value of {@link #memory}, 4 MiB. */
    public static final long MIN_MEMORY = 4L << 20;

    /**
     * Resemblance of 0.5 or more (BGMZ 4), all pairs, one pair for each family, minutiae in at most 1,000 documents,
     * all cores, a quarter of the heap.
     */
    public static final PairsOptions DEFAULT = builder().build();

    private final Builder values;

    private PairsOptions(Builder builder) {
        super(builder, false, MIN_MEMORY);
        values = builder;
        Ranges.check("top", values.top, 1, ALL);
        Ranges.check("super-shingles", values.superShingles, 0, PairRequest.MOST_SUPER_SHINGLES);
    }

    /** Whether pairs can be scored by a measure: percent has no meaning for pairs, and frequencies are not counted. */
    public static boolean supports(Measure measure) {
        return PairRequest.supports(measure);
    }

    /** Returns a builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of these options. */
    public Builder toBuilder() {
        return values.copied();
    }

    /** The largest number of pairs, from 1, or {@link #ALL}. */
    public long top() {
        return values.top;
    }

    /** The number of super shingles of a document, one of which a pair must share; 0 if none are used. */
    public int superShingles() {
        return values.superShingles;
    }

    /** Whether every pair of a family is reported. */
    public boolean expanded() {
        return values.expanded;
    }

    PairRequest request() {
        return new PairRequest(
                measure(),
                minScore(),
                values.top,
                threads(),
                values.expanded,
                new Omissions(maxDf(), commonDf(), templates()),
                values.superShingles,
                work().map(directory -> new WorkPlace(directory, resume(), "pairs")));
    }

    /** Builds {@link PairsOptions}. One thread at a time. */
    public static final class Builder extends SimilarityOptions.Builder<Builder> {
        private long top = ALL;
        private boolean expanded;
        private int superShingles;

        private Builder() {
            super(Measure.RESEMBLANCE, 0.5, NO_LIMIT, MIN_MEMORY);
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        protected List<Object> others() {
            return List.of(top, expanded, superShingles);
        }

        private Builder copied() {
            return copy();
        }

        /** Sets the largest number of pairs, from 1; the best are kept. The default is {@link #ALL}. */
        public Builder top(long value) {
            top = value;
            return this;
        }

        /**
         * Counts only pairs of documents that share a super shingle (BGMZ 5.3), which is faster and misses pairs, most
         * of all of low scores and of short documents; docs/clusters.md has figures. For resemblance and weighted
         * resemblance. The number of super shingles of a document, up to 64; 0, the default, for all pairs.
         */
        public Builder superShingles(int value) {
            superShingles = value;
            return this;
        }

        /**
         * Chooses whether every pair is reported. {@code false}, the default: a family of documents of equal
         * fingerprints is reported once, and a pair with its first document represents the pairs with all of them.
         */
        public Builder expanded(boolean value) {
            expanded = value;
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if a value is out of its range, or pairs cannot be scored by the measure
         */
        public PairsOptions build() {
            return new PairsOptions(copy());
        }
    }
}
