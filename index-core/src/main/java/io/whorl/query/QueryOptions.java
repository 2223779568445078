package io.whorl.query;

import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import java.util.Objects;

/**
 * The options of a query. Immutable.
 *
 * <pre>{@code
 * QueryOptions options = QueryOptions.builder().measure(Measure.RESEMBLANCE).top(10).build();
 * }</pre>
 */
public final class QueryOptions {
    /** The value of {@link #maxDf} for no limit on document frequency. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /** The value of {@link #sample} for all minutiae. */
    public static final int ALL = Integer.MAX_VALUE;

    /** The largest value of {@link #memory}, 1 PiB. */
    static final long MAX_MEMORY = 1L << 50;

    /**
     * Percent, the best 20 documents, no minimum score, no frequency limit, half of the heap, stored weights, all
     * minutiae.
     */
    public static final QueryOptions DEFAULT = builder().build();

    private record Values(
            Measure measure,
            int top,
            double minScore,
            long maxDf,
            long memory,
            boolean exactWeights,
            int sample,
            long sampleSeed) {}

    private final Values values;

    private QueryOptions(Values values) {
        Ranges.check("top", values.top, 1, 10_000_000);
        Ranges.check("max-df", values.maxDf, 1, NO_LIMIT);
        Ranges.check("memory", values.memory, 0, MAX_MEMORY);
        Ranges.check("sample", values.sample, 1, ALL);
        values.measure.checkMinScore(values.minScore, false);
        this.values = values;
    }

    /** Returns a builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of these options. */
    public Builder toBuilder() {
        return builder()
                .measure(values.measure)
                .top(values.top)
                .minScore(values.minScore)
                .maxDf(values.maxDf)
                .memory(values.memory)
                .exactWeights(values.exactWeights)
                .sample(values.sample, values.sampleSeed);
    }

    /** The measure of the score. */
    public Measure measure() {
        return values.measure;
    }

    /** The largest number of matches, 1 to 10,000,000. */
    public int top() {
        return values.top;
    }

    /** Matches with a lower score are left out; 0 to {@link Measure#highest}. */
    public double minScore() {
        return values.minScore;
    }

    /** Look-up ignores minutiae that more documents hold; from 1, or {@link #NO_LIMIT}. */
    public long maxDf() {
        return values.maxDf;
    }

    /** The heap for what grows with the query, in bytes; a query of fewer than 1,024 minutiae is never refused. */
    public long memory() {
        return values.memory;
    }

    /** Whether weighted resemblance uses exact document weights. */
    public boolean exactWeights() {
        return values.exactWeights;
    }

    /** The largest number of minutiae of the query to look up; from 1, or {@link #ALL}. */
    public int sample() {
        return values.sample;
    }

    /** The seed that decides which minutiae are in the sample. */
    public long sampleSeed() {
        return values.sampleSeed;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof QueryOptions o && values.equals(o.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "QueryOptions" + values;
    }

    /** Builds {@link QueryOptions}. One thread at a time. */
    public static final class Builder {
        private Measure measure = Measure.PERCENT;
        private int top = 20;
        private double minScore;
        private long maxDf = NO_LIMIT;
        private long memory = Runtime.getRuntime().maxMemory() / 2;
        private boolean exactWeights;
        private int sample = ALL;
        private long sampleSeed;

        private Builder() {}

        /** Sets the measure of the score; the default is {@link Measure#PERCENT}. */
        public Builder measure(Measure value) {
            measure = Objects.requireNonNull(value, "measure");
            return this;
        }

        /** Sets the largest number of matches, 1 to 10,000,000; the default is 20. */
        public Builder top(int value) {
            top = value;
            return this;
        }

        /** Leaves out matches with a lower score; 0 to {@link Measure#highest}, the default is 0. */
        public Builder minScore(double value) {
            minScore = value;
            return this;
        }

        /**
         * Ignores minutiae that more documents hold, where documents that share postings count as one; from 1, the
         * default is {@link #NO_LIMIT}.
         */
        public Builder maxDf(long value) {
            maxDf = value;
            return this;
        }

        /**
         * Sets the heap for what grows with the query, in addition to its text, 0 to 2^50 bytes; the default is half of
         * the heap. Every query may use 3 MiB for counters and a few hundred KiB for its minutiae besides. A query
         * takes about 50 bytes for each of its distinct minutiae (100 with a weighted measure), and 72 to 360 bytes for
         * each distinct list of documents that these lead to. A query that needs more throws
         * {@link io.whorl.LimitExceededException}; a query of fewer than 1,024 minutiae never does.
         */
        public Builder memory(long bytes) {
            memory = bytes;
            return this;
        }

        /**
         * Chooses how weighted resemblance weighs a whole document. {@code true}: by Σ ln(1 + N ÷ f_t) with the current
         * N and f_t of each of its minutiae, which takes a pass over the index once for each snapshot. {@code false},
         * the default: by the stored weight that {@link Measure#WEIGHTED_RESEMBLANCE} describes.
         */
        public Builder exactWeights(boolean value) {
            exactWeights = value;
            return this;
        }

        /**
         * Looks up only a random sample of the query's minutiae (sampling for testing, COPS 6); the default is
         * {@link #ALL}. A query with more minutiae gets scores that are estimates: a share p has a standard error of
         * about √(p (1 − p) ÷ minutiae), whatever the length of the query. A query with fewer gets exact scores. The
         * same minutiae, number and seed give the same sample. An author who does not know the seed cannot know which
         * chunks of a text are tested (COPS 3.3).
         *
         * <p>The measure must be shared, percent, resemblance, containment, contained or weighted containment, and the
         * selection of the index must be neither {@code min-s} nor {@code mod-by-size}.
         *
         * @param minutiae the largest number of minutiae to look up; 1 to 2,147,483,646, or {@link #ALL}
         * @param seed any number
         */
        public Builder sample(int minutiae, long seed) {
            sample = minutiae;
            sampleSeed = seed;
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public QueryOptions build() {
            return new QueryOptions(
                    new Values(measure, top, minScore, maxDf, memory, exactWeights, sample, sampleSeed));
        }
    }
}
