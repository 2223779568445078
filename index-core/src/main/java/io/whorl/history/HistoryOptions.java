package io.whorl.history;

import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.ComparisonOptions;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** The options of a history: {@code HistoryOptions.DEFAULT.minScore(0.4)}. Immutable. */
public final class HistoryOptions extends ComparisonOptions<HistoryOptions> {
    /** The largest value of {@link #most}. */
    public static final int MOST = 100_000;

    /**
     * Versions that a chain of pairs connects, each pair with a resemblance of 0.4 or more, at most 1,000 of them,
     * minutiae in at most 1,000 documents, a quarter of the heap.
     */
    public static final HistoryOptions DEFAULT = new HistoryOptions();

    private ClusterOptions.Link link = ClusterOptions.Link.COMPONENTS;
    private int most = 1_000;
    private Optional<Function<String, Optional<Instant>>> dates = Optional.empty();

    private HistoryOptions() {
        super(Measure.RESEMBLANCE, 0.4, true);
    }

    @Override
    protected void check() {
        if (measure().weighted() || measure() == Measure.PERCENT) {
            throw new IllegalArgumentException(
                    "measure is " + measure().label() + "; it must be resemblance, containment, contained or shared");
        }
        checkMinScore();
    }

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

    public int most() {
        return most;
    }

    /** Sets the largest number of versions, 1 to {@value #MOST}; the default is 1,000. */
    public HistoryOptions most(int value) {
        return with(o -> o.most = Ranges.check("most", value, 1, MOST));
    }

    public Optional<Function<String, Optional<Instant>>> dates() {
        return dates;
    }

    /**
     * Sets the dates by id; by default they are those that the index stores.
     *
     * @param value gives the date of a document, if it has one
     */
    public HistoryOptions dates(Function<String, Optional<Instant>> value) {
        return with(o -> o.dates = Optional.of(Objects.requireNonNull(value, "dates")));
    }
}
