package io.whorl.cluster;

import io.whorl.Options;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The options that pairs, clusters, survivors, changes and histories have in common: how documents are compared.
 * Immutable. Only the library extends this class.
 *
 * @param <O> the class of the options
 */
public abstract class ComparisonOptions<O extends ComparisonOptions<O>> extends Options<O> {
    /** The value of {@link #maxDf} for no limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /** The smallest value of {@link #memory}, 4 MiB. */
    public static final long MIN_MEMORY = 4L << 20;

    private static final long MAX_MEMORY = 1L << 50;

    private final boolean above;
    Measure measure;
    double minScore;
    long maxDf = 1_000;
    long memory = Math.max(MIN_MEMORY, Runtime.getRuntime().maxMemory() / 4);

    /**
     * Sets the defaults in which the comparisons differ.
     *
     * @param above whether the threshold must be more than 0
     */
    protected ComparisonOptions(Measure measure, double minScore, boolean above) {
        this.measure = measure;
        this.minScore = minScore;
        this.above = above;
    }

    @Override
    protected void check() {
        if (!PairsOptions.supports(measure)) {
            throw new IllegalArgumentException("measure is " + measure.label() + "; pairs supports "
                    + Arrays.stream(Measure.values())
                            .filter(PairsOptions::supports)
                            .map(Measure::label)
                            .collect(Collectors.joining(", "))
                    + "; for the others, query with each document");
        }
        checkMinScore();
    }

    protected final void checkMinScore() {
        measure.checkMinScore(minScore, above);
    }

    public final Measure measure() {
        return measure;
    }

    /**
     * Sets the measure of the scores, one that {@link PairsOptions} supports; for histories, resemblance, containment,
     * contained or shared. The default is resemblance for pairs and histories, weighted resemblance for clusters and
     * survivors, and weighted containment for changes.
     */
    public final O measure(Measure value) {
        return with(o -> o.measure = Objects.requireNonNull(value, "measure"));
    }

    public final double minScore() {
        return minScore;
    }

    /**
     * Sets the threshold: pairs with a lower score do not count. More than 0, or from 0 for pairs, up to
     * {@link Measure#highest}. The default is 0.5 for pairs and survivors, 0.3 for clusters, 0.7 for changes and 0.4
     * for histories.
     */
    public final O minScore(double value) {
        return with(o -> o.minScore = value);
    }

    public final long maxDf() {
        return maxDf;
    }

    /**
     * Does not compare documents that share only minutiae that more documents hold; from 1 to {@link #NO_LIMIT}, the
     * default is 1,000 (BGMZ 5.1). Documents of equal fingerprints count as one; for changes and histories, those that
     * share postings do, and the scores of moved and copied documents can only become lower. Other scores count these
     * minutiae.
     */
    public final O maxDf(long value) {
        return with(o -> o.maxDf = Ranges.check("max-df", value, 1, NO_LIMIT));
    }

    public final long memory() {
        return memory;
    }

    /**
     * Sets the heap for all data that grow with the index and with the pairs, 4 MiB to 1 PiB; the default is a quarter
     * of the heap. Data beyond that go to scratch files in the directory of {@code java.io.tmpdir}.
     */
    public final O memory(long bytes) {
        return with(o -> o.memory = Ranges.check("memory", bytes, MIN_MEMORY, MAX_MEMORY));
    }
}
