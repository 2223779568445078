package io.whorl.query;

import io.whorl.cluster.ClusterOptions;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairRequest;
import java.util.Objects;

/**
 * The options of groups of a list of documents. Immutable.
 *
 * <pre>{@code
 * GroupOptions options = GroupOptions.builder().minScore(0.8).build();
 * }</pre>
 */
public final class GroupOptions {
    /** Stars by a resemblance of 0.5 or more (BGMZ 4), an eighth of the heap. */
    public static final GroupOptions DEFAULT = builder().build();

    private record Values(ClusterOptions.Link link, Measure measure, double minScore, long memory) {}

    private final Values values;

    private GroupOptions(Values values) {
        PairRequest.check(values.measure);
        values.measure.checkMinScore(values.minScore, true);
        Ranges.check("memory", values.memory, 0, QueryOptions.MAX_MEMORY);
        this.values = values;
    }

    /** Returns a builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of these options. */
    public Builder toBuilder() {
        return builder()
                .link(values.link)
                .measure(values.measure)
                .minScore(values.minScore)
                .memory(values.memory);
    }

    /** How documents are joined to a group. */
    public ClusterOptions.Link link() {
        return values.link;
    }

    /** The measure of the scores. */
    public Measure measure() {
        return values.measure;
    }

    /** The least score of two documents that are joined; more than 0, up to {@link Measure#highest}. */
    public double minScore() {
        return values.minScore;
    }

    /** The heap for the minutiae of all documents of the list, in bytes. */
    public long memory() {
        return values.memory;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GroupOptions o && values.equals(o.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "GroupOptions" + values;
    }

    /** Builds {@link GroupOptions}. One thread at a time. */
    public static final class Builder {
        private ClusterOptions.Link link = ClusterOptions.Link.STAR;
        private Measure measure = Measure.RESEMBLANCE;
        private double minScore = 0.5;
        private long memory = Runtime.getRuntime().maxMemory() / 8;

        private Builder() {}

        /** Sets how documents are joined to a group; the default is a star. */
        public Builder link(ClusterOptions.Link value) {
            link = Objects.requireNonNull(value, "link");
            return this;
        }

        /** Sets the measure, one that {@link PairsOptions} supports; the default is {@link Measure#RESEMBLANCE}. */
        public Builder measure(Measure value) {
            measure = Objects.requireNonNull(value, "measure");
            return this;
        }

        /**
         * Sets the least score of two documents that are joined; more than 0, up to {@link Measure#highest}, the
         * default is 0.5.
         */
        public Builder minScore(double value) {
            minScore = value;
            return this;
        }

        /**
         * Sets the heap for the minutiae of all documents of the list, 0 to 2^50 bytes; the default is an eighth of the
         * heap. A minutia takes 64 bytes. A list of up to 4,096 minutiae is never refused.
         */
        public Builder memory(long bytes) {
            memory = bytes;
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if a value is out of its range, or pairs cannot be scored by the measure
         */
        public GroupOptions build() {
            return new GroupOptions(new Values(link, measure, minScore, memory));
        }
    }
}
