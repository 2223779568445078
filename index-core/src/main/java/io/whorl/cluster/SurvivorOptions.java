package io.whorl.cluster;

import io.whorl.measure.Measure;
import io.whorl.pairs.PairRequest;
import io.whorl.series.Templates;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The options of survivors. Immutable.
 *
 * <pre>{@code
 * SurvivorOptions options = SurvivorOptions.builder().keep(SurvivorOptions.Keep.LONGEST).minScore(0.5).build();
 * }</pre>
 */
public final class SurvivorOptions {
    /**
     * The first document by id survives, weighted resemblance of 0.5 or more, minutiae in at most 1,000 documents, and
     * above 150 only in documents that mostly consist of these, all cores, a quarter of the heap.
     */
    public static final SurvivorOptions DEFAULT = builder().build();

    /** Which of several similar documents survives. Ties go to the smaller id. */
    public enum Keep {
        /** The document whose id comes first, in the order of UTF-8 bytes. */
        FIRST,
        /** The document with the most words. */
        LONGEST,
        /** The document with the earliest date. Documents without a date come last. */
        OLDEST,
        /** The document with the least key; see {@link DocumentKeys}. */
        LEAST_KEY
    }

    private final Keep keep;
    /** Checks the other values. */
    private final ClusterOptions stars;

    private SurvivorOptions(Keep keep, ClusterOptions stars) {
        this.keep = keep;
        this.stars = stars;
    }

    /** Returns a builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of these options. */
    public Builder toBuilder() {
        Builder builder = builder().keep(keep);
        builder.stars = stars.toBuilder();
        return builder;
    }

    /** Which of several similar documents survives. */
    public Keep keep() {
        return keep;
    }

    /** The measure of the scores. */
    public Measure measure() {
        return stars.measure();
    }

    /** The threshold: the least score with which a document is dropped; more than 0, up to {@link Measure#highest}. */
    public double minScore() {
        return stars.minScore();
    }

    /** Minutiae that more documents hold lead to no comparisons; from 1, or {@link ClusterOptions#NO_LIMIT}. */
    public long maxDf() {
        return stars.maxDf();
    }

    /**
     * Minutiae that more documents hold are left out of both documents of a pair, unless at least two thirds of the
     * minutiae of each are that common; from 1, or {@link ClusterOptions#NO_LIMIT}.
     */
    public long commonDf() {
        return stars.commonDf();
    }

    /** The templates that are left out, if any are. */
    public Optional<Templates> templates() {
        return stars.templates();
    }

    /** The directory that keeps finished parts, if there is one. */
    public Optional<Path> work() {
        return stars.work();
    }

    /** Whether unfinished work in the directory is continued. */
    public boolean resume() {
        return stars.resume();
    }

    /** The number of threads that count, 1 to 1,024. */
    public int threads() {
        return stars.threads();
    }

    /** The heap for all data that grow with the index and with the pairs, in bytes. */
    public long memory() {
        return stars.memory();
    }

    /** The dates for {@link Keep#OLDEST} by id, in place of those that the index stores. */
    public Optional<Function<String, Optional<Instant>>> dates() {
        return stars.dates();
    }

    /** The pairs to find. They do not depend on the rule. */
    PairRequest request() {
        return stars.request("survivors");
    }

    /** The options of the stars around the survivors. */
    ClusterOptions stars() {
        return stars;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SurvivorOptions o && keep == o.keep && stars.equals(o.stars);
    }

    @Override
    public int hashCode() {
        return Objects.hash(keep, stars);
    }

    @Override
    public String toString() {
        return "SurvivorOptions[keep=" + keep + ", measure=" + measure() + ", minScore=" + minScore() + ", maxDf="
                + maxDf() + ", commonDf=" + commonDf() + ", templates=" + templates() + ", work=" + work() + ", resume="
                + resume() + ", threads=" + threads() + ", memory=" + memory() + "]";
    }

    /** Builds {@link SurvivorOptions}. One thread at a time. */
    public static final class Builder {
        private Keep keep = Keep.FIRST;
        private ClusterOptions.Builder stars = ClusterOptions.builder().minScore(0.5);

        private Builder() {}

        /** Sets which of several similar documents survives; the default is {@link Keep#FIRST}. */
        public Builder keep(Keep value) {
            keep = Objects.requireNonNull(value, "keep");
            stars.representative(
                    keep == Keep.OLDEST ? ClusterOptions.Representative.OLDEST : ClusterOptions.Representative.CENTRAL);
            return this;
        }

        /**
         * Sets the dates for {@link Keep#OLDEST} by id; by default they are those that the index stores.
         *
         * @param value gives the date of a document, if it has one, in the years 1 to 9999
         */
        public Builder dates(Function<String, Optional<Instant>> value) {
            stars.dates(value);
            return this;
        }

        /**
         * Sets the measure of the scores, one that {@code PairsOptions} supports; the default is
         * {@link Measure#WEIGHTED_RESEMBLANCE}. By an asymmetric measure the score is that of the dropped document with
         * the survivor: by containment, a document is dropped if enough of it is in a survivor that comes before it by
         * the rule. Use that with {@link Keep#LONGEST}.
         */
        public Builder measure(Measure value) {
            stars.measure(value);
            return this;
        }

        /**
         * Sets the least score with which a document is dropped; more than 0, up to {@link Measure#highest}, the
         * default is 0.5.
         */
        public Builder minScore(double value) {
            stars.minScore(value);
            return this;
        }

        /**
         * Does not compare documents that share only minutiae that more documents hold, where documents of equal
         * fingerprints count as one; from 1, the default is 1,000. Scores count these minutiae.
         */
        public Builder maxDf(long value) {
            stars.maxDf(value);
            return this;
        }

        /**
         * Leaves minutiae that more documents hold out of both documents of a pair, unless at least two thirds of the
         * minutiae of each are that common. So standard paragraphs do not count, and large groups of near copies keep
         * what they share. From 1, the default is 150.
         */
        public Builder commonDf(long value) {
            stars.commonDf(value);
            return this;
        }

        /**
         * Leaves the templates of series out of their documents. {@link io.whorl.UnsupportedMeasureException} is thrown
         * for an index whose documents are not compared as sets. The default is no templates.
         */
        public Builder templates(Templates value) {
            stars.templates(value);
            return this;
        }

        /**
         * Keeps finished parts in a directory, which is created, so that the work can be resumed after a kill. Scratch
         * files are there too. By default, nothing is kept.
         */
        public Builder work(Path directory) {
            stars.work(directory);
            return this;
        }

        /**
         * Chooses whether unfinished work in the directory is continued, with any number of threads, any memory and any
         * rule. {@code false}, the default: unfinished work is refused.
         */
        public Builder resume(boolean value) {
            stars.resume(value);
            return this;
        }

        /** Sets the number of threads that count, 1 to 1,024; the default is one for each core. */
        public Builder threads(int value) {
            stars.threads(value);
            return this;
        }

        /**
         * Sets the heap for all data that grow with the index and with the pairs, 8 MiB to 1 PiB; the default is a
         * quarter of the heap. Data beyond that go to scratch files in the directory of {@code java.io.tmpdir}.
         */
        public Builder memory(long bytes) {
            stars.memory(bytes);
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if a value is out of its range, or pairs cannot be scored by the measure
         */
        public SurvivorOptions build() {
            return new SurvivorOptions(keep, stars.build());
        }
    }
}
