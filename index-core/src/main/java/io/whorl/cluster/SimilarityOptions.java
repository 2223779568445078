package io.whorl.cluster;

import io.whorl.cluster.PairSearch.PairMemory;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.series.Templates;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The options that pairs, clusters and survivors have in common: how similar pairs are searched. Immutable. Only the
 * library extends this class.
 *
 * @param <O> the class of the options
 */
public abstract class SimilarityOptions<O extends SimilarityOptions<O>> extends ComparisonOptions<O> {
    long commonDf;
    Optional<Templates> templates = Optional.empty();
    Optional<Path> work = Optional.empty();
    boolean resume;
    int threads = Runtime.getRuntime().availableProcessors();
    int superShingles;
    Optional<Function<String, Optional<Instant>>> dates = Optional.empty();
    /** Only pairs can be told these two. */
    long top = Long.MAX_VALUE;

    boolean expanded;
    /** In place of the shares that follow from the memory, for tests. */
    private Optional<PairMemory> shares = Optional.empty();

    /**
     * Sets the defaults in which the searches differ.
     *
     * @param above whether the threshold must be more than 0
     */
    SimilarityOptions(Measure measure, double minScore, boolean above, long commonDf) {
        super(measure, minScore, above);
        this.commonDf = commonDf;
    }

    /** The largest number of documents of a minutia that is not common. */
    public final long commonDf() {
        return commonDf;
    }

    /**
     * Finds frames: minutiae that more documents hold, or more than half as many if nine of ten of these documents
     * mostly consist of such minutiae, or have a tenth of the others of their own. What most of its documents almost
     * consist of is no frame, as in large groups of near copies. The score of two documents is that of their contents
     * without frames, or that of the wholes, but then at most one and a half times that of the contents. So documents
     * that share only frames are not similar. From 1; the default is {@link #NO_LIMIT} for pairs, 10 for survivors, and
     * 40 for clusters.
     */
    public final O commonDf(long value) {
        return with(o -> o.commonDf = Ranges.check("common-df", value, 1, NO_LIMIT));
    }

    public final Optional<Templates> templates() {
        return templates;
    }

    /**
     * Leaves the templates of series out of their documents. {@link io.whorl.SchemeException} is thrown for an index
     * whose documents are not compared as sets. The default is no templates.
     */
    public final O templates(Templates value) {
        return with(o -> o.templates = Optional.of(Objects.requireNonNull(value, "templates")));
    }

    public final Optional<Path> work() {
        return work;
    }

    /**
     * Keeps finished parts in a directory, which is created, so that the work can be resumed after a kill. Scratch
     * files are there too. By default, nothing is kept.
     */
    public final O work(Path directory) {
        return with(o -> o.work = Optional.of(Objects.requireNonNull(directory, "directory")));
    }

    public final boolean resume() {
        return resume;
    }

    /**
     * Chooses whether unfinished work in the directory is continued, with any number of threads and any memory.
     * {@code false}, the default: unfinished work is refused.
     */
    public final O resume(boolean value) {
        return with(o -> o.resume = value);
    }

    public final int threads() {
        return threads;
    }

    /** Sets the number of threads that count, 1 to 1,024; the default is one for each core. */
    public final O threads(int value) {
        return with(o -> o.threads = Ranges.check("threads", value, 1, 1_024));
    }

    public final int superShingles() {
        return superShingles;
    }

    /**
     * Counts only pairs of documents that share a super shingle (BGMZ 5.3), which is faster and misses pairs, most of
     * all of low scores and of short documents; docs/clusters.md has figures. For resemblance and weighted resemblance.
     * The number of super shingles of a document, up to 64; 0, the default, for all pairs.
     */
    public final O superShingles(int value) {
        return with(o -> o.superShingles = Ranges.check("super-shingles", value, 0, 64));
    }

    public final Optional<Function<String, Optional<Instant>>> dates() {
        return dates;
    }

    /**
     * Sets the dates by id, for {@link ClusterOptions.Representative#OLDEST} and {@link SurvivorOptions.Keep#OLDEST};
     * by default they are those that the index stores.
     *
     * @param value gives the date of a document, if it has one, in the years 1 to 9999
     */
    public final O dates(Function<String, Optional<Instant>> value) {
        return with(o -> o.dates = Optional.of(Objects.requireNonNull(value, "dates")));
    }

    /** What the pairs are for, with the options that decide what becomes of them: kept work is for the same purpose. */
    abstract String purpose();

    /** @param share the memory is divided by it */
    final PairMemory forPairs(int share) {
        return shares.orElseGet(() -> PairMemory.of(memory() / share, this));
    }

    final O shares(PairMemory value) {
        return with(o -> ((SimilarityOptions<?>) o).shares = Optional.of(value));
    }
}
