package io.whorl.cluster;

import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.pairs.Omissions;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.WorkPlace;
import io.whorl.series.Templates;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The options of clusters. Immutable.
 *
 * <pre>{@code
 * ClusterOptions options = ClusterOptions.builder().minScore(0.3).build();
 * }</pre>
 */
public final class ClusterOptions {
    /** The value of {@link #maxDf} for no limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;
    /** The smallest value of {@link #memory}, 8 MiB. */
    public static final long MIN_MEMORY = 8L << 20;

    private static final long MAX_MEMORY = 1L << 50;

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

    private record Values(
            Link link,
            Representative representative,
            Measure measure,
            double minScore,
            long maxDf,
            long commonDf,
            Optional<Templates> templates,
            int superShingles,
            int threads,
            long memory,
            Optional<Function<String, Optional<Instant>>> dates,
            Optional<Path> work,
            boolean resume) {}

    private final Values values;

    private ClusterOptions(Values values) {
        PairRequest.check(values.measure);
        values.measure.checkMinScore(values.minScore, true);
        Ranges.check("max-df", values.maxDf, 1, NO_LIMIT);
        Ranges.check("common-df", values.commonDf, 1, NO_LIMIT);
        Ranges.check("super-shingles", values.superShingles, 0, PairRequest.MOST_SUPER_SHINGLES);
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
        Builder builder = builder()
                .link(values.link)
                .representative(values.representative)
                .measure(values.measure)
                .minScore(values.minScore)
                .maxDf(values.maxDf)
                .commonDf(values.commonDf)
                .superShingles(values.superShingles)
                .threads(values.threads)
                .memory(values.memory)
                .resume(values.resume);
        values.templates.ifPresent(builder::templates);
        values.work.ifPresent(builder::work);
        values.dates.ifPresent(builder::dates);
        return builder;
    }

    /** How documents are joined to a cluster. */
    public Link link() {
        return values.link;
    }

    /** Which documents become representatives. */
    public Representative representative() {
        return values.representative;
    }

    /** The measure of the scores. */
    public Measure measure() {
        return values.measure;
    }

    /** The threshold: the least score of two documents that are joined; more than 0, up to {@link Measure#highest}. */
    public double minScore() {
        return values.minScore;
    }

    /** Minutiae that more documents hold lead to no comparisons; from 1, or {@link #NO_LIMIT}. */
    public long maxDf() {
        return values.maxDf;
    }

    /**
     * Minutiae that more documents hold are left out of both documents of a pair, unless at least two thirds of the
     * minutiae of each are that common; from 1, or {@link #NO_LIMIT}.
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

    /** The dates for {@link Representative#OLDEST} by id, in place of those that the index stores. */
    public Optional<Function<String, Optional<Instant>>> dates() {
        return values.dates;
    }

    PairRequest request() {
        return request("clusters " + values.link + " " + values.representative);
    }

    /** @param purpose what the pairs are for, with the options that the request does not have */
    PairRequest request(String purpose) {
        return new PairRequest(
                values.measure,
                values.minScore,
                Long.MAX_VALUE,
                values.threads,
                false,
                new Omissions(values.maxDf, values.commonDf, values.templates),
                values.superShingles,
                values.work.map(directory -> new WorkPlace(directory, values.resume, purpose)));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ClusterOptions o && values.equals(o.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "ClusterOptions" + values;
    }

    /** Builds {@link ClusterOptions}. One thread at a time. */
    public static final class Builder {
        private Link link = Link.STAR;
        private Representative representative = Representative.CENTRAL;
        private Measure measure = Measure.WEIGHTED_RESEMBLANCE;
        private double minScore = 0.3;
        private long maxDf = 1_000;
        private long commonDf = 150;
        private Optional<Templates> templates = Optional.empty();
        private int superShingles;
        private Optional<Path> work = Optional.empty();
        private boolean resume;
        private int threads = Runtime.getRuntime().availableProcessors();
        private long memory = Math.max(MIN_MEMORY, Runtime.getRuntime().maxMemory() / 4);

        private Optional<Function<String, Optional<Instant>>> dates = Optional.empty();

        private Builder() {}

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
         * Sets the measure of the scores, one that {@code PairsOptions} supports; the default is
         * {@link Measure#WEIGHTED_RESEMBLANCE}. By an asymmetric measure, a star has the documents whose score with the
         * representative reaches the threshold: by containment, those of which it holds enough.
         */
        public Builder measure(Measure value) {
            measure = Objects.requireNonNull(value, "measure");
            return this;
        }

        /**
         * Sets the least score of two documents that are joined; more than 0, up to {@link Measure#highest}, the
         * default is 0.3.
         */
        public Builder minScore(double value) {
            minScore = value;
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
         * what they share. From 1, the default is 150.
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
         * Sets the heap for all data that grow with the index and with the pairs, 8 MiB to 1 PiB; the default is a
         * quarter of the heap. Data beyond that go to scratch files in the directory of {@code java.io.tmpdir}.
         */
        public Builder memory(long bytes) {
            memory = bytes;
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
            return new ClusterOptions(new Values(
                    link,
                    representative,
                    measure,
                    minScore,
                    maxDf,
                    commonDf,
                    templates,
                    superShingles,
                    threads,
                    memory,
                    dates,
                    work,
                    resume));
        }
    }
}
