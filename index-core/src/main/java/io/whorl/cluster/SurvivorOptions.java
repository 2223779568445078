package io.whorl.cluster;

import io.whorl.cluster.Survivors.DocumentKeys;
import io.whorl.measure.Measure;
import java.util.Objects;

/**
 * The options of survivors. Immutable. A document is dropped if its score with a survivor that comes before it by the
 * rule reaches the threshold.
 *
 * <pre>{@code
 * SurvivorOptions options = SurvivorOptions.DEFAULT.keep(SurvivorOptions.Keep.LONGEST).minScore(0.5);
 * }</pre>
 *
 * <p>By an asymmetric measure the score is that of the dropped document with the survivor: by containment, a document
 * is dropped if enough of it is in a survivor. Use that with {@link Keep#LONGEST}.
 */
public final class SurvivorOptions extends SimilarityOptions<SurvivorOptions> {
    /**
     * The first document by id survives, weighted resemblance of 0.5 or more, minutiae in at most 1,000 documents, and
     * frames of more than 10, all cores, a quarter of the heap.
     */
    public static final SurvivorOptions DEFAULT = new SurvivorOptions();

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

    private Keep keep = Keep.FIRST;

    private SurvivorOptions() {
        super(Measure.WEIGHTED_RESEMBLANCE, 0.5, true, 10);
    }

    public Keep keep() {
        return keep;
    }

    /** Sets which of several similar documents survives; the default is {@link Keep#FIRST}. */
    public SurvivorOptions keep(Keep value) {
        return with(o -> o.keep = Objects.requireNonNull(value, "keep"));
    }

    // The pairs do not depend on the rule.
    @Override
    String purpose() {
        return "survivors";
    }
}
