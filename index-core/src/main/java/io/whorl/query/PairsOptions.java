package io.whorl.query;

import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.pairs.Omissions;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.WorkPlace;
import io.whorl.series.Templates;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/**
 * The options of a search for all pairs of similar documents. Immutable.
 *
 * <pre>{@code
 * PairsOptions options = PairsOptions.builder().minScore(0.8).top(1_000).build();
 * }</pre>
 */
public final class PairsOptions {
    /** The value of {@link #top} for all pairs. */
    public static final long ALL = Long.MAX_VALUE;
    /** The smallest value of {@link #memory}, 4 MiB. */
    public static final long MIN_MEMORY = 4L << 20;

    /**
     * Resemblance of 0.5 or more (BGMZ 4), all pairs, one pair for each family, minutiae in at most 1,000 documents,
     * all cores, a quarter of the heap.
     */
    public static final PairsOptions DEFAULT = builder().build();

    private record Values(
            Measure measure,
            double minScore,
            long top,
            long maxDf,
            long commonDf,
            Optional<Templates> templates,
            int superShingles,
            int threads,
            long memory,
            boolean expanded,
            Optional<Path> work,
            boolean resume) {}

    private final Values values;

    private PairsOptions(Values values) {
        PairRequest.check(values.measure);
        values.measure.checkMinScore(values.minScore, false);
        Ranges.check("top", values.top, 1, ALL);
        Ranges.check("max-df", values.maxDf, 1, QueryOptions.NO_LIMIT);
        Ranges.check("common-df", values.commonDf, 1, QueryOptions.NO_LIMIT);
        Ranges.check("super-shingles", values.superShingles, 0, PairRequest.MOST_SUPER_SHINGLES);
        Ranges.check("threads", values.threads, 1, 1_024);
        Ranges.check("memory", values.memory, MIN_MEMORY, QueryOptions.MAX_MEMORY);
        this.values = values;
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
        Builder builder = builder()
                .measure(values.measure)
                .minScore(values.minScore)
                .top(values.top)
                .maxDf(values.maxDf)
                .commonDf(values.commonDf)
                .superShingles(values.superShingles)
                .threads(values.threads)
                .memory(values.memory)
                .expanded(values.expanded)
                .resume(values.resume);
        values.templates.ifPresent(builder::templates);
        values.work.ifPresent(builder::work);
        return builder;
    }

    /** The measure of the score. */
    public Measure measure() {
        return values.measure;
    }

    /** Pairs with a lower score are left out; 0 to {@link Measure#highest}. */
    public double minScore() {
        return values.minScore;
    }

    /** The largest number of pairs, from 1, or {@link #ALL}. */
    public long top() {
        return values.top;
    }

    /** Minutiae that more documents hold lead to no comparisons; from 1, or {@link QueryOptions#NO_LIMIT}. */
    public long maxDf() {
        return values.maxDf;
    }

    /**
     * Minutiae that more documents hold are left out of both documents of a pair, unless at least two thirds of the
     * minutiae of each are that common; from 1, or {@link QueryOptions#NO_LIMIT}.
     */
    public long commonDf() {
        return values.commonDf;
    }

    /** The templates that are left out, if any are. */
    public Optional<Templates> templates() {
        return values.templates;
    }

    /** The number of super shingles of a document, one of which a pair must share; 0 if none are used. */
    public int superShingles() {
        return values.superShingles;
    }

    /** The directory that keeps finished parts, if there is one. */
    public Optional<Path> work() {
        return values.work;
    }

    /** Whether unfinished work in the directory is continued. */
    public boolean resume() {
        return values.resume;
    }

    /** The number of threads that count, 1 to 1,024. */
    public int threads() {
        return values.threads;
    }

    /** The heap for all data that grow with the index and with the pairs, in bytes. */
    public long memory() {
        return values.memory;
    }

    /** Whether every pair of a family is reported. */
    public boolean expanded() {
        return values.expanded;
    }

    PairRequest request() {
        return new PairRequest(
                values.measure,
                values.minScore,
                values.top,
                values.threads,
                values.expanded,
                new Omissions(values.maxDf, values.commonDf, values.templates),
                values.superShingles,
                values.work.map(directory -> new WorkPlace(directory, values.resume, "pairs")));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PairsOptions o && values.equals(o.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "PairsOptions" + values;
    }

    /** Builds {@link PairsOptions}. One thread at a time. */
    public static final class Builder {
        private Measure measure = Measure.RESEMBLANCE;
        private double minScore = 0.5;
        private long top = ALL;
        private long maxDf = 1_000;
        private long commonDf = QueryOptions.NO_LIMIT;
        private Optional<Templates> templates = Optional.empty();
        private int superShingles;
        private Optional<Path> work = Optional.empty();
        private boolean resume;
        private int threads = Runtime.getRuntime().availableProcessors();
        private long memory = Math.max(MIN_MEMORY, Runtime.getRuntime().maxMemory() / 4);
        private boolean expanded;

        private Builder() {}

        /** Sets the measure of the score, one that {@link #supports}; the default is {@link Measure#RESEMBLANCE}. */
        public Builder measure(Measure value) {
            measure = Objects.requireNonNull(value, "measure");
            return this;
        }

        /** Leaves out pairs with a lower score; 0 to {@link Measure#highest}, the default is 0.5. */
        public Builder minScore(double value) {
            minScore = value;
            return this;
        }

        /** Sets the largest number of pairs, from 1; the best are kept. The default is {@link #ALL}. */
        public Builder top(long value) {
            top = value;
            return this;
        }

        /**
         * Does not compare documents that share only minutiae that more documents hold, where documents of equal
         * fingerprints count as one; from 1, the default is 1,000 (BGMZ 5.1). Scores count these minutiae.
         */
        public Builder maxDf(long value) {
            maxDf = value;
            return this;
        }

        /**
         * Leaves minutiae that more documents hold out of both documents of a pair, unless at least two thirds of the
         * minutiae of each are that common. So standard paragraphs do not count, and large groups of near copies keep
         * what they share. From 1, the default is {@link QueryOptions#NO_LIMIT}.
         */
        public Builder commonDf(long value) {
            commonDf = value;
            return this;
        }

        /**
         * Leaves the templates of series out of their documents. {@link io.whorl.UnsupportedMeasureException} is thrown
         * for an index whose documents are not compared as sets. The default is no templates.
         */
        public Builder templates(Templates value) {
            templates = Optional.of(value);
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
         * Keeps finished parts in a directory, which is created, so that the work can be resumed after a kill. Scratch
         * files are there too. By default, nothing is kept.
         */
        public Builder work(Path directory) {
            work = Optional.of(directory);
            return this;
        }

        /**
         * Chooses whether unfinished work in the directory is continued, with any number of threads and any memory.
         * {@code false}, the default: unfinished work is refused.
         */
        public Builder resume(boolean value) {
            resume = value;
            return this;
        }

        /** Sets the number of threads that count, 1 to 1,024; the default is one for each core. */
        public Builder threads(int value) {
            threads = value;
            return this;
        }

        /**
         * Sets the heap for all data that grow with the index and with the pairs, 4 MiB to 1 PiB; the default is a
         * quarter of the heap. Data beyond that go to scratch files in the directory of {@code java.io.tmpdir}.
         */
        public Builder memory(long bytes) {
            memory = bytes;
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
            return new PairsOptions(new Values(
                    measure,
                    minScore,
                    top,
                    maxDf,
                    commonDf,
                    templates,
                    superShingles,
                    threads,
                    memory,
                    expanded,
                    work,
                    resume));
        }
    }
}
