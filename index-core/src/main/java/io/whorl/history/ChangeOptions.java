package io.whorl.history;

import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairRequest;
import java.util.Objects;

/**
 * The options of a comparison of two indexes. Immutable.
 *
 * <pre>{@code
 * ChangeOptions options = ChangeOptions.builder().minScore(0.7).build();
 * }</pre>
 */
public final class ChangeOptions {
    /** The value of {@link #maxDf} for no limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;
    /** The smallest value of {@link #memory}, 8 MiB. */
    public static final long MIN_MEMORY = 8L << 20;

    private static final long MAX_MEMORY = 1L << 50;

    /** Weighted containment of 0.7 or more, minutiae in at most 1,000 documents, all cores, a quarter of the heap. */
    public static final ChangeOptions DEFAULT = builder().build();

    private record Values(Measure measure, double minScore, long maxDf, int threads, long memory, boolean unchanged) {}

    private final Values values;

    private ChangeOptions(Values values) {
        PairRequest.check(values.measure);
        values.measure.checkMinScore(values.minScore, true);
        Ranges.check("max-df", values.maxDf, 1, NO_LIMIT);
        Ranges.check("threads", values.threads, 1, 1_024);
        Ranges.check("memory", values.memory, MIN_MEMORY, MAX_MEMORY);
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
                .minScore(values.minScore)
                .maxDf(values.maxDf)
                .threads(values.threads)
                .memory(values.memory)
                .unchanged(values.unchanged);
    }

    /** The measure of the scores. The first document is that of the {@link Change}. */
    public Measure measure() {
        return values.measure;
    }

    /** The least score of a document that has the content of another; more than 0, up to {@link Measure#highest}. */
    public double minScore() {
        return values.minScore;
    }

    /** Minutiae that more documents of an index hold do not lead to a document there; from 1. */
    public long maxDf() {
        return values.maxDf;
    }

    /** The number of threads, 1 to 1,024. More than four are not used. */
    public int threads() {
        return values.threads;
    }

    /** The heap for all data that grow with the indexes, in bytes. */
    public long memory() {
        return values.memory;
    }

    /** Whether documents that did not change are listed too. */
    public boolean unchanged() {
        return values.unchanged;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ChangeOptions o && values.equals(o.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "ChangeOptions" + values;
    }

    /** Builds {@link ChangeOptions}. One thread at a time. */
    public static final class Builder {
        private Measure measure = Measure.WEIGHTED_CONTAINMENT;
        private double minScore = 0.7;
        private long maxDf = 1_000;
        private int threads = Runtime.getRuntime().availableProcessors();
        private long memory = Math.max(MIN_MEMORY, Runtime.getRuntime().maxMemory() / 4);
        private boolean unchanged;

        private Builder() {}

        /** Sets the measure of the scores, one that {@code PairsOptions} supports. */
        public Builder measure(Measure value) {
            measure = Objects.requireNonNull(value, "measure");
            return this;
        }

        /**
         * Sets the least score of a document that has the content of another; more than 0, up to
         * {@link Measure#highest}, the default is 0.7.
         */
        public Builder minScore(double value) {
            minScore = value;
            return this;
        }

        /**
         * Sets the largest number of documents of an index through which a minutia leads to its documents; from 1, the
         * default is 1,000 (BGMZ 5.1). Documents that share postings count as one. Scores of moved and copied documents
         * can only become lower by it.
         */
        public Builder maxDf(long value) {
            maxDf = value;
            return this;
        }

        /** Sets the number of threads, 1 to 1,024; the default is one for each core. The result is the same. */
        public Builder threads(int value) {
            threads = value;
            return this;
        }

        /**
         * Sets the heap for all data that grow with the indexes, 8 MiB to 1 PiB; the default is a quarter of the heap.
         * Data beyond that go to scratch files in the directory of {@code java.io.tmpdir}.
         */
        public Builder memory(long bytes) {
            memory = bytes;
            return this;
        }

        /** Sets whether documents that did not change are listed too; by default they are only counted. */
        public Builder unchanged(boolean value) {
            unchanged = value;
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if a value is out of its range, or pairs cannot be scored by the measure
         */
        public ChangeOptions build() {
            return new ChangeOptions(new Values(measure, minScore, maxDf, threads, memory, unchanged));
        }
    }
}
