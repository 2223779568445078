package io.whorl.history;

import io.whorl.Options;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairRequest;
import java.util.Map;
import java.util.Objects;

/** The options of a comparison of two indexes: {@code ChangeOptions.DEFAULT.minScore(0.7)}. Immutable. */
public final class ChangeOptions extends Options<ChangeOptions> {
    /** The value of {@link #maxDf} for no limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;
    /** The smallest value of {@link #memory}, 8 MiB. */
    public static final long MIN_MEMORY = 8L << 20;

    private static final long MAX_MEMORY = 1L << 50;

    /** Weighted containment of 0.7 or more, minutiae in at most 1,000 documents, all cores, a quarter of the heap. */
    public static final ChangeOptions DEFAULT = new ChangeOptions();

    private Measure measure = Measure.WEIGHTED_CONTAINMENT;
    private double minScore = 0.7;
    private long maxDf = 1_000;
    private int threads = Runtime.getRuntime().availableProcessors();
    private long memory = Math.max(MIN_MEMORY, Runtime.getRuntime().maxMemory() / 4);
    private boolean unchanged;

    private ChangeOptions() {}

    @Override
    protected void check() {
        PairRequest.check(measure);
        measure.checkMinScore(minScore, true);
    }

    @Override
    protected Map<String, Object> values() {
        return named(
                "measure minScore maxDf threads memory unchanged",
                measure,
                minScore,
                maxDf,
                threads,
                memory,
                unchanged);
    }

    /** The measure of the scores. The first document is that of the {@link Change}. */
    public Measure measure() {
        return measure;
    }

    /** Sets the measure of the scores, one that {@code PairsOptions} supports. */
    public ChangeOptions measure(Measure value) {
        return with(o -> o.measure = Objects.requireNonNull(value, "measure"));
    }

    /** The least score of a document that has the content of another. */
    public double minScore() {
        return minScore;
    }

    /**
     * Sets the least score of a document that has the content of another; more than 0, up to {@link Measure#highest},
     * the default is 0.7.
     */
    public ChangeOptions minScore(double value) {
        return with(o -> o.minScore = value);
    }

    /** The largest number of documents of a minutia that leads to a document. */
    public long maxDf() {
        return maxDf;
    }

    /**
     * Sets the largest number of documents of an index through which a minutia leads to its documents; from 1, the
     * default is 1,000 (BGMZ 5.1). Documents that share postings count as one. Scores of moved and copied documents can
     * only become lower by it.
     */
    public ChangeOptions maxDf(long value) {
        return with(o -> o.maxDf = Ranges.check("max-df", value, 1, NO_LIMIT));
    }

    /** The number of threads. More than four are not used. */
    public int threads() {
        return threads;
    }

    /** Sets the number of threads, 1 to 1,024; the default is one for each core. The result is the same. */
    public ChangeOptions threads(int value) {
        return with(o -> o.threads = Ranges.check("threads", value, 1, 1_024));
    }

    /** The heap for all data that grow with the indexes, in bytes. */
    public long memory() {
        return memory;
    }

    /**
     * Sets the heap for all data that grow with the indexes, 8 MiB to 1 PiB; the default is a quarter of the heap. Data
     * beyond that go to scratch files in the directory of {@code java.io.tmpdir}.
     */
    public ChangeOptions memory(long bytes) {
        return with(o -> o.memory = Ranges.check("memory", bytes, MIN_MEMORY, MAX_MEMORY));
    }

    /** Whether documents that did not change are listed too. */
    public boolean unchanged() {
        return unchanged;
    }

    /** Sets whether documents that did not change are listed too; by default they are only counted. */
    public ChangeOptions unchanged(boolean value) {
        return with(o -> o.unchanged = value);
    }
}
