package io.whorl.cluster;

import io.whorl.Options;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairMemory;
import io.whorl.pairs.PairRequest;
import io.whorl.pairs.PairRequest.Omissions;
import io.whorl.pairs.PairRequest.WorkPlace;
import io.whorl.series.Templates;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What every search for similar pairs of an index can be told, for pairs, clusters and survivors alike. Immutable. The
 * classes that extend this one are the library's own.
 *
 * @param <O> the class of the options
 */
public abstract class SimilarityOptions<O extends SimilarityOptions<O>> extends Options<O> {
    /** The value of {@link #maxDf} and {@link #commonDf} for no limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    private static final long MAX_MEMORY = 1L << 50;

    private final long minMemory;
    private final boolean above;
    private Measure measure;
    private double minScore;
    private long maxDf = 1_000;
    private long commonDf;
    private Optional<Templates> templates = Optional.empty();
    private Optional<Path> work = Optional.empty();
    private boolean resume;
    private int threads = Runtime.getRuntime().availableProcessors();
    private long memory;

    /**
     * Sets the defaults in which the searches differ.
     *
     * @param above whether the threshold must be more than 0
     */
    protected SimilarityOptions(Measure measure, double minScore, boolean above, long commonDf, long minMemory) {
        this.measure = measure;
        this.minScore = minScore;
        this.above = above;
        this.commonDf = commonDf;
        this.minMemory = minMemory;
        memory = Math.max(minMemory, Runtime.getRuntime().maxMemory() / 4);
    }

    @Override
    protected final void check() {
        PairRequest.check(measure);
        measure.checkMinScore(minScore, above);
    }

    @Override
    protected Map<String, Object> values() {
        return named(
                "measure minScore maxDf commonDf templates work resume threads memory",
                measure,
                minScore,
                maxDf,
                commonDf,
                templates,
                work,
                resume,
                threads,
                memory);
    }

    /** The measure of the scores. */
    public final Measure measure() {
        return measure;
    }

    /**
     * Sets the measure of the scores, one that {@code PairsOptions.supports}; the default is resemblance for pairs, and
     * weighted resemblance for clusters and survivors.
     */
    public final O measure(Measure value) {
        return with(o -> set(o).measure = Objects.requireNonNull(value, "measure"));
    }

    /** The threshold. */
    public final double minScore() {
        return minScore;
    }

    /**
     * Sets the threshold: pairs with a lower score do not count. Up to {@link Measure#highest}; the default is 0.5, and
     * 0.3 for clusters.
     */
    public final O minScore(double value) {
        return with(o -> set(o).minScore = value);
    }

    /** The largest number of documents of a minutia that leads to comparisons. */
    public final long maxDf() {
        return maxDf;
    }

    /**
     * Does not compare documents that share only minutiae that more documents hold, where documents of equal
     * fingerprints count as one; from 1 to {@link #NO_LIMIT}, the default is 1,000 (BGMZ 5.1). Scores count these
     * minutiae.
     */
    public final O maxDf(long value) {
        return with(o -> set(o).maxDf = Ranges.check("max-df", value, 1, NO_LIMIT));
    }

    /** The largest number of documents of a minutia that is not common. */
    public final long commonDf() {
        return commonDf;
    }

    /**
     * Leaves minutiae that more documents hold out of both documents of a pair, unless at least two thirds of the
     * minutiae of each are that common. So standard paragraphs do not count, and large groups of near copies keep what
     * they share. From 1; the default is {@link #NO_LIMIT} for pairs, and 150 for clusters and survivors.
     */
    public final O commonDf(long value) {
        return with(o -> set(o).commonDf = Ranges.check("common-df", value, 1, NO_LIMIT));
    }

    /** The templates that are left out, if any are. */
    public final Optional<Templates> templates() {
        return templates;
    }

    /**
     * Leaves the templates of series out of their documents. {@link io.whorl.SchemeException} is thrown for an index
     * whose documents are not compared as sets. The default is no templates.
     */
    public final O templates(Templates value) {
        return with(o -> set(o).templates = Optional.of(value));
    }

    /** The directory that keeps finished parts, if there is one. */
    public final Optional<Path> work() {
        return work;
    }

    /**
     * Keeps finished parts in a directory, which is created, so that the work can be resumed after a kill. Scratch
     * files are there too. By default, nothing is kept.
     */
    public final O work(Path directory) {
        return with(o -> set(o).work = Optional.of(directory));
    }

    /** Whether unfinished work in the directory is continued. */
    public final boolean resume() {
        return resume;
    }

    /**
     * Chooses whether unfinished work in the directory is continued, with any number of threads and any memory.
     * {@code false}, the default: unfinished work is refused.
     */
    public final O resume(boolean value) {
        return with(o -> set(o).resume = value);
    }

    /** The number of threads that count. */
    public final int threads() {
        return threads;
    }

    /** Sets the number of threads that count, 1 to 1,024; the default is one for each core. */
    public final O threads(int value) {
        return with(o -> set(o).threads = Ranges.check("threads", value, 1, 1_024));
    }

    /** The heap for all data that grow with the index and with the pairs, in bytes. */
    public final long memory() {
        return memory;
    }

    /**
     * Sets the heap for all data that grow with the index and with the pairs, up to 1 PiB; the default is a quarter of
     * the heap. The least is 4 MiB for pairs, and 8 MiB for clusters and survivors. Data beyond that go to scratch
     * files in the directory of {@code java.io.tmpdir}.
     */
    public final O memory(long bytes) {
        return with(o -> set(o).memory = Ranges.check("memory", bytes, minMemory, MAX_MEMORY));
    }

    /** The fields of this class are private, and so no members of the type variable. */
    private static SimilarityOptions<?> set(SimilarityOptions<?> options) {
        return options;
    }

    /** The half of the memory that counts pairs. */
    final PairMemory forPairs() {
        return PairMemory.of(memory / 2, threads, measure.weighted());
    }

    /** The pairs to find for a group of documents. */
    final PairRequest request(int superShingles, String purpose) {
        check();
        return new PairRequest(
                measure,
                minScore,
                Long.MAX_VALUE,
                threads,
                false,
                new Omissions(maxDf, commonDf, templates),
                superShingles,
                work.map(directory -> new WorkPlace(directory, resume, purpose)));
    }
}
