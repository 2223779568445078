package io.whorl.query;

import io.whorl.Options;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import java.util.Objects;

/** The options of a query: {@code QueryOptions.DEFAULT.measure(Measure.RESEMBLANCE).top(10)}. Immutable. */
public final class QueryOptions extends Options<QueryOptions> {
    /** The value of {@link #maxDf} for no limit on document frequency. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /** The value of {@link #sample} for all minutiae. */
    public static final int ALL = Integer.MAX_VALUE;

    /** The largest value of {@link #memory}, 1 PiB. */
    static final long MAX_MEMORY = 1L << 50;

    /**
     * Percent, the best 20 documents, no minimum score, no frequency limit, half of the heap, stored weights, all
     * minutiae.
     */
    public static final QueryOptions DEFAULT = new QueryOptions();

    private Measure measure = Measure.PERCENT;
    private int top = 20;
    private double minScore;
    private long maxDf = NO_LIMIT;
    private long memory = Runtime.getRuntime().maxMemory() / 2;
    private boolean exactWeights;
    private int sample = ALL;
    private long sampleSeed;

    private QueryOptions() {}

    @Override
    protected void check() {
        measure.checkMinScore(minScore, false);
    }

    public Measure measure() {
        return measure;
    }

    /** Sets the measure of the score; the default is {@link Measure#PERCENT}. */
    public QueryOptions measure(Measure value) {
        return with(o -> o.measure = Objects.requireNonNull(value, "measure"));
    }

    public int top() {
        return top;
    }

    /** Sets the largest number of matches, 1 to 10,000,000; the default is 20. */
    public QueryOptions top(int value) {
        return with(o -> o.top = Ranges.check("top", value, 1, 10_000_000));
    }

    public double minScore() {
        return minScore;
    }

    /** Leaves out matches with a lower score; 0 to {@link Measure#highest}, the default is 0. */
    public QueryOptions minScore(double value) {
        return with(o -> o.minScore = value);
    }

    public long maxDf() {
        return maxDf;
    }

    /**
     * Ignores minutiae that more documents hold, where documents that share postings count as one; from 1, the default
     * is {@link #NO_LIMIT}.
     */
    public QueryOptions maxDf(long value) {
        return with(o -> o.maxDf = Ranges.check("max-df", value, 1, NO_LIMIT));
    }

    public long memory() {
        return memory;
    }

    /**
     * Sets the heap for what grows with the query, in addition to its text, 0 to 2^50 bytes; the default is half of the
     * heap. Every query may use 3 MiB for counters and a few hundred KiB for its minutiae besides. A query takes about
     * 50 bytes for each of its distinct minutiae (100 with a weighted measure), and 72 to 360 bytes for each distinct
     * list of documents that these lead to. A query that needs more throws {@link io.whorl.LimitExceededException}; a
     * query of fewer than 1,024 minutiae never does.
     */
    public QueryOptions memory(long bytes) {
        return with(o -> o.memory = Ranges.check("memory", bytes, 0, MAX_MEMORY));
    }

    public boolean exactWeights() {
        return exactWeights;
    }

    /**
     * Chooses how weighted resemblance weighs a whole document. {@code true}: by Σ ln(1 + N ÷ f_t) with the current N
     * and f_t of each of its minutiae, which takes a pass over the index once for each snapshot. {@code false}, the
     * default: by the stored weight that {@link Measure#WEIGHTED_RESEMBLANCE} describes.
     */
    public QueryOptions exactWeights(boolean value) {
        return with(o -> o.exactWeights = value);
    }

    public int sample() {
        return sample;
    }

    /** The seed that decides which minutiae are in the sample. */
    public long sampleSeed() {
        return sampleSeed;
    }

    /**
     * Looks up only a random sample of the query's minutiae (sampling for testing, COPS 6); the default is
     * {@link #ALL}. A query with more minutiae gets scores that are estimates: a share p has a standard error of about
     * √(p (1 − p) ÷ minutiae), whatever the length of the query. A query with fewer gets exact scores. The same
     * minutiae, number and seed give the same sample. An author who does not know the seed cannot know which chunks of
     * a text are tested (COPS 3.3).
     *
     * <p>The measure must be shared, percent, resemblance, containment, contained or weighted containment, and the
     * selection of the index must be neither {@code min-s} nor {@code mod-by-size}.
     *
     * @param minutiae the largest number of minutiae to look up; 1 to 2,147,483,646, or {@link #ALL}
     * @param seed any number
     */
    public QueryOptions sample(int minutiae, long seed) {
        return with(o -> {
            o.sample = Ranges.check("sample", minutiae, 1, ALL);
            o.sampleSeed = seed;
        });
    }
}
