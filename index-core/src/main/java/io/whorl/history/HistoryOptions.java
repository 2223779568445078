package io.whorl.history;

import io.whorl.cluster.ClusterOptions;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The options of a history. Immutable.
 *
 * <pre>{@code
 * HistoryOptions options = HistoryOptions.builder().minScore(0.4).build();
 * }</pre>
 */
public final class HistoryOptions {
    /** The value of {@link #maxDf} for no limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;
    /** The largest value of {@link #most}. */
    public static final int MOST = 100_000;

    private static final long MIN_MEMORY = 8L << 20;
    private static final long MAX_MEMORY = 1L << 50;

    /**
     * Versions that a chain of pairs connects, each pair with a resemblance of 0.4 or more, at most 1,000 of them,
     * minutiae in at most 1,000 documents, a quarter of the heap.
     */
    public static final HistoryOptions DEFAULT = builder().build();

    private record Values(
            ClusterOptions.Link link,
            Measure measure,
            double minScore,
            long maxDf,
            int most,
            long memory,
            Optional<Function<String, Optional<Instant>>> dates) {}

    private final Values values;

    private HistoryOptions(Values values) {
        if (values.measure.weighted() || values.measure == Measure.PERCENT) {
            throw new IllegalArgumentException("measure is " + values.measure.label()
                    + "; it must be resemblance, containment, contained or shared");
        }
        values.measure.checkMinScore(values.minScore, true);
        Ranges.check("max-df", values.maxDf, 1, NO_LIMIT);
        Ranges.check("most", values.most, 1, MOST);
        Ranges.check("memory", values.memory, MIN_MEMORY, MAX_MEMORY);
        this.values = values;
    }

    /** Returns a builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of these options. */
    public Builder toBuilder() {
        Builder builder = builder()
                .link(values.link)
                .measure(values.measure)
                .minScore(values.minScore)
                .maxDf(values.maxDf)
                .most(values.most)
                .memory(values.memory);
        values.dates.ifPresent(builder::dates);
        return builder;
    }

    /** Whether versions score enough with the document itself (a star), or a chain of pairs connects them with it. */
    public ClusterOptions.Link link() {
        return values.link;
    }

    /** The measure of the scores. */
    public Measure measure() {
        return values.measure;
    }

    /** The least score of two versions that are joined; more than 0, up to {@link Measure#highest}. */
    public double minScore() {
        return values.minScore;
    }

    /** Minutiae that more documents hold do not lead to versions; from 1, or {@link #NO_LIMIT}. */
    public long maxDf() {
        return values.maxDf;
    }

    /** The largest number of versions, with the document itself. */
    public int most() {
        return values.most;
    }

    /** The heap for data that grow with the index, in bytes. */
    public long memory() {
        return values.memory;
    }

    /** The dates by id, in place of those that the index stores. */
    public Optional<Function<String, Optional<Instant>>> dates() {
        return values.dates;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HistoryOptions o && values.equals(o.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "HistoryOptions" + values;
    }

    /** Builds {@link HistoryOptions}. One thread at a time. */
    public static final class Builder {
        private ClusterOptions.Link link = ClusterOptions.Link.COMPONENTS;
        private Measure measure = Measure.RESEMBLANCE;
        private double minScore = 0.4;
        private long maxDf = 1_000;
        private int most = 1_000;
        private long memory = Math.max(MIN_MEMORY, Runtime.getRuntime().maxMemory() / 4);
        private Optional<Function<String, Optional<Instant>>> dates = Optional.empty();

        private Builder() {}

        /** Sets how versions are joined; the default is a chain of pairs. */
        public Builder link(ClusterOptions.Link value) {
            link = Objects.requireNonNull(value, "link");
            return this;
        }

        /** Sets the measure: resemblance, the default, containment, contained or shared. */
        public Builder measure(Measure value) {
            measure = Objects.requireNonNull(value, "measure");
            return this;
        }

        /**
         * Sets the least score of two versions that are joined; more than 0, up to {@link Measure#highest}, the default
         * is 0.4.
         */
        public Builder minScore(double value) {
            minScore = value;
            return this;
        }

        /** Sets the largest number of documents through which a minutia leads to versions; from 1, 1,000 by default. */
        public Builder maxDf(long value) {
            maxDf = value;
            return this;
        }

        /** Sets the largest number of versions, 1 to {@value HistoryOptions#MOST}; the default is 1,000. */
        public Builder most(int value) {
            most = value;
            return this;
        }

        /** Sets the heap for data that grow with the index, 8 MiB to 1 PiB; the default is a quarter of the heap. */
        public Builder memory(long bytes) {
            memory = bytes;
            return this;
        }

        /**
         * Sets the dates by id; by default they are those that the index stores.
         *
         * @param value gives the date of a document, if it has one
         */
        public Builder dates(Function<String, Optional<Instant>> value) {
            dates = Optional.of(value);
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public HistoryOptions build() {
            return new HistoryOptions(new Values(link, measure, minScore, maxDf, most, memory, dates));
        }
    }
}
