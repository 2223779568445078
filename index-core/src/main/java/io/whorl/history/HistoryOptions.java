package io.whorl.history;

import io.whorl.Options;
import io.whorl.cluster.ClusterOptions;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** The options of a history: {@code HistoryOptions.DEFAULT.minScore(0.4)}. Immutable. */
public final class HistoryOptions extends Options<HistoryOptions> {
    /** The value of {@link #maxDf} for no limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;
    /** The largest value of {@link #most}. */
    public static final int MOST = 100_000;

    private static final long MIN_MEMORY = 8L << 20;
    private static final long MAX_MEMORY = 1L << 50;

    /**
     * Versions that a chain of pairs connects, each pair with a resemblance of 0.4 or more, at most 1,000 of them,
     * minutiae in at most 1,000 documents, a quarter of the heap.
     */
    public static final HistoryOptions DEFAULT = new HistoryOptions();

    private ClusterOptions.Link link = ClusterOptions.Link.COMPONENTS;
    private Measure measure = Measure.RESEMBLANCE;
    private double minScore = 0.4;
    private long maxDf = 1_000;
    private int most = 1_000;
    private long memory = Math.max(MIN_MEMORY, Runtime.getRuntime().maxMemory() / 4);
    private Optional<Function<String, Optional<Instant>>> dates = Optional.empty();

    private HistoryOptions() {}

    @Override
    protected void check() {
        if (measure.weighted() || measure == Measure.PERCENT) {
            throw new IllegalArgumentException(
                    "measure is " + measure.label() + "; it must be resemblance, containment, contained or shared");
        }
        measure.checkMinScore(minScore, true);
    }

    @Override
    protected Map<String, Object> values() {
        return named(
                "link measure minScore maxDf most memory dates", link, measure, minScore, maxDf, most, memory, dates);
    }

    /** How versions are joined. */
    public ClusterOptions.Link link() {
        return link;
    }

    /**
     * Sets how versions are joined: each scores enough with the document itself (a star), or a chain of pairs, the
     * default, connects them with it.
     */
    public HistoryOptions link(ClusterOptions.Link value) {
        return with(o -> o.link = Objects.requireNonNull(value, "link"));
    }

    /** The measure of the scores. */
    public Measure measure() {
        return measure;
    }

    /** Sets the measure: resemblance, the default, containment, contained or shared. */
    public HistoryOptions measure(Measure value) {
        return with(o -> o.measure = Objects.requireNonNull(value, "measure"));
    }

    /** The least score of two versions that are joined. */
    public double minScore() {
        return minScore;
    }

    /**
     * Sets the least score of two versions that are joined; more than 0, up to {@link Measure#highest}, the default is
     * 0.4.
     */
    public HistoryOptions minScore(double value) {
        return with(o -> o.minScore = value);
    }

    /** The largest number of documents of a minutia that leads to versions. */
    public long maxDf() {
        return maxDf;
    }

    /** Sets the largest number of documents through which a minutia leads to versions; from 1, 1,000 by default. */
    public HistoryOptions maxDf(long value) {
        return with(o -> o.maxDf = Ranges.check("max-df", value, 1, NO_LIMIT));
    }

    /** The largest number of versions, with the document itself. */
    public int most() {
        return most;
    }

    /** Sets the largest number of versions, 1 to {@value #MOST}; the default is 1,000. */
    public HistoryOptions most(int value) {
        return with(o -> o.most = Ranges.check("most", value, 1, MOST));
    }

    /** The heap for data that grow with the index, in bytes. */
    public long memory() {
        return memory;
    }

    /** Sets the heap for data that grow with the index, 8 MiB to 1 PiB; the default is a quarter of the heap. */
    public HistoryOptions memory(long bytes) {
        return with(o -> o.memory = Ranges.check("memory", bytes, MIN_MEMORY, MAX_MEMORY));
    }

    /** The dates by id, in place of those that the index stores. */
    public Optional<Function<String, Optional<Instant>>> dates() {
        return dates;
    }

    /**
     * Sets the dates by id; by default they are those that the index stores.
     *
     * @param value gives the date of a document, if it has one
     */
    public HistoryOptions dates(Function<String, Optional<Instant>> value) {
        return with(o -> o.dates = Optional.of(value));
    }
}
