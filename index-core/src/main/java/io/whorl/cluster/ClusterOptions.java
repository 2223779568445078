package io.whorl.cluster;

import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairRequest;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The options of clusters. Immutable.
 *
 * <pre>{@code
 * ClusterOptions options = ClusterOptions.builder().minScore(0.3).build();
 * }</pre>
 *
 * <p>By an asymmetric measure, a star has the documents whose score with the representative reaches the threshold: by
 * containment, those of which it holds enough.
 */
public final class ClusterOptions extends SimilarityOptions {
    /** The smallest value of {@link #memory}, 8 MiB. */
    public static final long MIN_MEMORY = 8L << 20;

    /**
     * Stars with central representatives, weighted resemblance of 0.3 or more, minutiae in at most 1,000 documents, and
     * above 150 only in documents that mostly consist of these, all cores, a quarter of the heap.
     */
    public static final ClusterOptions DEFAULT = builder().build();

    /** How documents are joined to a cluster. */
    public enum Link {
        /** Each member has a score with the representative that reaches the threshold. */
        STAR,
        /** Each member is connected with each other by a chain of pairs that reach the threshold (BGMZ 4). */
        COMPONENTS
    }

    /** Which documents become representatives. */
    public enum Representative {
        /** The document with which most others score enough, then the one with the highest sum of scores. */
        CENTRAL,
        /** The document with the most minutiae, then the one with which most others score enough. */
        LONGEST,
        /**
         * The document with the earliest date, then the one with which most others score enough. Documents without a
         * date come last.
         */
        OLDEST
    }

    private final Builder values;

    private ClusterOptions(Builder builder) {
        super(builder, true, MIN_MEMORY);
        values = builder;
        Ranges.check("super-shingles", values.superShingles, 0, PairRequest.MOST_SUPER_SHINGLES);
    }

    /** Returns a builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of these options. */
    public Builder toBuilder() {
        return values.copy();
    }

    /** How documents are joined to a cluster. */
    public Link link() {
        return values.link;
    }

    /** Which documents become representatives. */
    public Representative representative() {
        return values.representative;
    }

    /** The number of super shingles of a document, one of which a pair must share; 0 if none are used. */
    public int superShingles() {
        return values.superShingles;
    }

    /** The dates for {@link Representative#OLDEST} by id, in place of those that the index stores. */
    public Optional<Function<String, Optional<Instant>>> dates() {
        return values.dates;
    }

    PairRequest request() {
        return request(values.superShingles, "clusters " + values.link + " " + values.representative);
    }

    /** Builds {@link ClusterOptions}. One thread at a time. */
    public static final class Builder extends SimilarityOptions.Builder<Builder> {
        private Link link = Link.STAR;
        private Representative representative = Representative.CENTRAL;
        private int superShingles;
        private Optional<Function<String, Optional<Instant>>> dates = Optional.empty();

        private Builder() {
            super(Measure.WEIGHTED_RESEMBLANCE, 0.3, 150, MIN_MEMORY);
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        protected List<Object> others() {
            return List.of(link, representative, superShingles, dates);
        }

        /** Sets how documents are joined to a cluster; the default is {@link Link#STAR}. */
        public Builder link(Link value) {
            link = Objects.requireNonNull(value, "link");
            return this;
        }

        /** Sets which documents become representatives; the default is {@link Representative#CENTRAL}. */
        public Builder representative(Representative value) {
            representative = Objects.requireNonNull(value, "representative");
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
         * Sets the dates for {@link Representative#OLDEST} by id; by default they are those that the index stores.
         *
         * @param value gives the date of a document, if it has one, in the years 1 to 9999
         */
        public Builder dates(Function<String, Optional<Instant>> value) {
            dates = Optional.of(value);
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if a value is out of its range, or pairs cannot be scored by the measure
         */
        public ClusterOptions build() {
            return new ClusterOptions(copy());
        }
    }
}
