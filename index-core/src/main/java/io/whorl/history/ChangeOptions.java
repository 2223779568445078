package io.whorl.history;

import io.whorl.cluster.ComparisonOptions;
import io.whorl.history.Changes.Change;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;

/**
 * The options of a comparison of two indexes: {@code ChangeOptions.DEFAULT.minScore(0.7)}. The first document of a
 * score is that of the {@link Change}. Immutable.
 */
public final class ChangeOptions extends ComparisonOptions<ChangeOptions> {
    /** Weighted containment of 0.7 or more, minutiae in at most 1,000 documents, all cores, a quarter of the heap. */
    public static final ChangeOptions DEFAULT = new ChangeOptions();

    private int threads = Runtime.getRuntime().availableProcessors();
    private boolean unchanged;

    private ChangeOptions() {
        super(Measure.WEIGHTED_CONTAINMENT, 0.7, true);
    }

    public int threads() {
        return threads;
    }

    /** Sets the number of threads, 1 to 1,024; the default is one for each core. More than two are not used. */
    public ChangeOptions threads(int value) {
        return with(o -> o.threads = Ranges.check("threads", value, 1, 1_024));
    }

    public boolean unchanged() {
        return unchanged;
    }

    /** Sets whether documents that did not change are listed too; by default they are only counted. */
    public ChangeOptions unchanged(boolean value) {
        return with(o -> o.unchanged = value);
    }
}
