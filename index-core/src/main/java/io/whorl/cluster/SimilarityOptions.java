package io.whorl.cluster;

import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.PairRequest.Omissions;
import io.whorl.pairs.PairRequest.WorkPlace;
import io.whorl.series.Templates;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What every search for similar pairs of an index can be told, for pairs, clusters and survivors alike. Immutable. The
 * classes that extend this one are the library's own.
 */
public abstract class SimilarityOptions {
    /** The value of {@link #maxDf} and {@link #commonDf} for no limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    private static final long MAX_MEMORY = 1L << 50;

    /** A copy that nothing changes. */
    private final Builder<?> values;

    /** @param above whether the threshold must be more than 0 */
    protected SimilarityOptions(Builder<?> builder, boolean above, long minMemory) {
        values = builder.copy();
        PairRequest.check(values.measure);
        values.measure.checkMinScore(values.minScore, above);
        Ranges.check("max-df", values.maxDf, 1, NO_LIMIT);
        Ranges.check("common-df", values.commonDf, 1, NO_LIMIT);
        Ranges.check("threads", values.threads, 1, 1_024);
        Ranges.check("memory", values.memory, minMemory, MAX_MEMORY);
    }

    /** The measure of the scores. */
    public final Measure measure() {
        return values.measure;
    }

    /** The threshold: pairs with a lower score do not count; up to {@link Measure#highest}. */
    public final double minScore() {
        return values.minScore;
    }

    /** Minutiae that more documents hold lead to no comparisons; from 1, or {@link #NO_LIMIT}. */
    public final long maxDf() {
        return values.maxDf;
    }

    /**
     * Minutiae that more documents hold are left out of both documents of a pair, unless at least two thirds of the
     * minutiae of each are that common; from 1, or {@link #NO_LIMIT}.
     */
    public final long commonDf() {
        return values.commonDf;
    }

    /** The templates that are left out, if any are. */
    public final Optional<Templates> templates() {
        return values.templates;
    }

    /** The directory that keeps finished parts, if there is one. */
    public final Optional<Path> work() {
        return values.work;
    }

    /** Whether unfinished work in the directory is continued. */
    public final boolean resume() {
        return values.resume;
    }

    /** The number of threads that count, 1 to 1,024. */
    public final int threads() {
        return values.threads;
    }

    /** The heap for all data that grow with the index and with the pairs, in bytes. */
    public final long memory() {
        return values.memory;
    }

    /** The pairs to find for a group of documents. */
    final PairRequest request(int superShingles, String purpose) {
        return new PairRequest(
                values.measure,
                values.minScore,
                Long.MAX_VALUE,
                values.threads,
                false,
                new Omissions(values.maxDf, values.commonDf, values.templates),
                superShingles,
                values.work.map(directory -> new WorkPlace(directory, values.resume, purpose)));
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof SimilarityOptions o
                && getClass() == o.getClass()
                && values.all().equals(o.values.all());
    }

    @Override
    public final int hashCode() {
        return values.all().hashCode();
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + values.all();
    }

    /**
     * Builds options. One thread at a time.
     *
     * @param <B> the class of the builder
     */
    public abstract static class Builder<B extends Builder<B>> implements Cloneable {
        private Measure measure;
        private double minScore;
        private long maxDf = 1_000;
        private long commonDf;
        private Optional<Templates> templates = Optional.empty();
        private Optional<Path> work = Optional.empty();
        private boolean resume;
        private int threads = Runtime.getRuntime().availableProcessors();
        private long memory;

        /** Sets the defaults in which the searches differ. */
        protected Builder(Measure measure, double minScore, long commonDf, long minMemory) {
            this.measure = measure;
            this.minScore = minScore;
            this.commonDf = commonDf;
            this.memory = Math.max(minMemory, Runtime.getRuntime().maxMemory() / 4);
        }

        /** This builder. */
        protected abstract B self();

        /** The values that only this builder has. */
        protected abstract List<Object> others();

        /** A builder with the same values. */
        @SuppressWarnings("unchecked")
        protected final B copy() {
            try {
                return (B) clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError("a Builder is Cloneable", e);
            }
        }

        /** Sets the values that all searches have to those of other options. */
        final B setTo(SimilarityOptions options) {
            Builder<?> from = options.values;
            measure = from.measure;
            minScore = from.minScore;
            maxDf = from.maxDf;
            commonDf = from.commonDf;
            templates = from.templates;
            work = from.work;
            resume = from.resume;
            threads = from.threads;
            memory = from.memory;
            return self();
        }

        private List<Object> all() {
            return List.of(others(), measure, minScore, maxDf, commonDf, templates, work, resume, threads, memory);
        }

        /**
         * Sets the measure of the scores, one that {@code PairsOptions.supports}; the default is resemblance for pairs,
         * and weighted resemblance for clusters and survivors.
         */
        public B measure(Measure value) {
            measure = Objects.requireNonNull(value, "measure");
            return self();
        }

        /**
         * Sets the threshold: pairs with a lower score do not count. Up to {@link Measure#highest}; the default is 0.5,
         * and 0.3 for clusters.
         */
        public B minScore(double value) {
            minScore = value;
            return self();
        }

        /**
         * Does not compare documents that share only minutiae that more documents hold, where documents of equal
         * fingerprints count as one; from 1, the default is 1,000 (BGMZ 5.1). Scores count these minutiae.
         */
        public B maxDf(long value) {
            maxDf = value;
            return self();
        }

        /**
         * Leaves minutiae that more documents hold out of both documents of a pair, unless at least two thirds of the
         * minutiae of each are that common. So standard paragraphs do not count, and large groups of near copies keep
         * what they share. From 1; the default is {@link #NO_LIMIT} for pairs, and 150 for clusters and survivors.
         */
        public B commonDf(long value) {
            commonDf = value;
            return self();
        }

        /**
         * Leaves the templates of series out of their documents. {@link io.whorl.UnsupportedMeasureException} is thrown
         * for an index whose documents are not compared as sets. The default is no templates.
         */
        public B templates(Templates value) {
            templates = Optional.of(value);
            return self();
        }

        /**
         * Keeps finished parts in a directory, which is created, so that the work can be resumed after a kill. Scratch
         * files are there too. By default, nothing is kept.
         */
        public B work(Path directory) {
            work = Optional.of(directory);
            return self();
        }

        /**
         * Chooses whether unfinished work in the directory is continued, with any number of threads and any memory.
         * {@code false}, the default: unfinished work is refused.
         */
        public B resume(boolean value) {
            resume = value;
            return self();
        }

        /** Sets the number of threads that count, 1 to 1,024; the default is one for each core. */
        public B threads(int value) {
            threads = value;
            return self();
        }

        /**
         * Sets the heap for all data that grow with the index and with the pairs, up to 1 PiB; the default is a quarter
         * of the heap. The least is 4 MiB for pairs, and 8 MiB for clusters and survivors. Data beyond that go to
         * scratch files in the directory of {@code java.io.tmpdir}.
         */
        public B memory(long bytes) {
            memory = bytes;
            return self();
        }
    }
}
