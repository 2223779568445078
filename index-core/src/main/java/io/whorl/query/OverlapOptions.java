package io.whorl.query;

import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;

/**
 * The options of overlaps of texts with an index. Immutable.
 *
 * <pre>{@code
 * OverlapOptions options = OverlapOptions.builder().contaminatedRun(30).build();
 * }</pre>
 *
 * <p>A text is contaminated if its longest run has as many units as {@link #contaminatedRun}, or if the index holds the
 * share {@link #contaminatedShare} of its minutiae, and its longest run reaches {@link #partialRun} or is the whole
 * text. It is partial if its longest run reaches {@link #partialRun} or is the whole text. docs/overlap.md justifies
 * the defaults.
 */
public final class OverlapOptions {
    /**
     * Contaminated from a run of 50 units or a share of 0.7, partial from a run of 13 units; 5 documents, no limit on
     * document frequency, half of the heap.
     */
    public static final OverlapOptions DEFAULT = builder().build();

    private record Values(
            int contaminatedRun, double contaminatedShare, int partialRun, int top, long maxDf, long memory) {}

    private final Values values;

    private OverlapOptions(Values values) {
        Ranges.check("contaminated-run", values.contaminatedRun, 1, Integer.MAX_VALUE);
        Ranges.check("partial-run", values.partialRun, 1, values.contaminatedRun);
        if (!(values.contaminatedShare > 0 && values.contaminatedShare <= 1)) {
            throw new IllegalArgumentException(
                    "contaminated-share is " + values.contaminatedShare + "; it must be more than 0, up to 1");
        }
        this.values = values;
        query();
    }

    /** Returns a builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of these options. */
    public Builder toBuilder() {
        return builder()
                .contaminatedRun(values.contaminatedRun)
                .contaminatedShare(values.contaminatedShare)
                .partialRun(values.partialRun)
                .top(values.top)
                .maxDf(values.maxDf)
                .memory(values.memory);
    }

    /** The least units of a run in a contaminated text. */
    public int contaminatedRun() {
        return values.contaminatedRun;
    }

    /** The least share of the minutiae of a contaminated text; more than 0, up to 1. */
    public double contaminatedShare() {
        return values.contaminatedShare;
    }

    /** The least units of a run in a text that is not clean. */
    public int partialRun() {
        return values.partialRun;
    }

    /** The largest number of documents to name, 1 to 10,000,000. */
    public int top() {
        return values.top;
    }

    /** Minutiae that more documents hold are ignored; from 1, or {@link QueryOptions#NO_LIMIT}. */
    public long maxDf() {
        return values.maxDf;
    }

    /** The heap that one text may use, in bytes. */
    public long memory() {
        return values.memory;
    }

    QueryOptions query() {
        return QueryOptions.builder()
                .measure(Measure.SHARED)
                .top(values.top)
                .maxDf(values.maxDf)
                .memory(values.memory)
                .build();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OverlapOptions o && values.equals(o.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "OverlapOptions" + values;
    }

    /** Builds {@link OverlapOptions}. One thread at a time. */
    public static final class Builder {
        private int contaminatedRun = 50;
        private double contaminatedShare = 0.7;
        private int partialRun = 13;
        private int top = 5;
        private long maxDf = QueryOptions.NO_LIMIT;
        private long memory = Runtime.getRuntime().maxMemory() / 2;

        private Builder() {}

        /** Sets the least units of a run in a contaminated text; from 1, the default is 50. */
        public Builder contaminatedRun(int units) {
            contaminatedRun = units;
            return this;
        }

        /** Sets the least share of the minutiae of a contaminated text; more than 0, up to 1, the default is 0.7. */
        public Builder contaminatedShare(double value) {
            contaminatedShare = value;
            return this;
        }

        /**
         * Sets the least units of a run in a text that is not clean; 1 to the run of a contaminated one, default 13.
         */
        public Builder partialRun(int units) {
            partialRun = units;
            return this;
        }

        /** Sets the largest number of documents to name, 1 to 10,000,000; the default is 5. */
        public Builder top(int value) {
            top = value;
            return this;
        }

        /**
         * Ignores minutiae that more documents hold: standard phrases and templates. They neither count nor interrupt a
         * run. From 1, the default is {@link QueryOptions#NO_LIMIT}.
         */
        public Builder maxDf(long value) {
            maxDf = value;
            return this;
        }

        /**
         * Sets the heap that one text may use in addition to the text, 0 to 2^50 bytes; the default is half of the
         * heap. A chunk takes about 100 bytes. A text of up to 4,096 chunks is never refused.
         */
        public Builder memory(long bytes) {
            memory = bytes;
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public OverlapOptions build() {
            return new OverlapOptions(new Values(contaminatedRun, contaminatedShare, partialRun, top, maxDf, memory));
        }
    }
}
