package io.whorl.passages;

import io.whorl.Options;
import io.whorl.align.AlignmentOptions;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * Which documents of an index a text is aligned with, and how: {@code PassageOptions.DEFAULT.documents(20)}. Immutable
 * and thread-safe.
 */
public final class PassageOptions extends Options<PassageOptions> {
    /** The general alignment, with at most 100 documents, and the least overlap by the scheme. */
    public static final PassageOptions DEFAULT = new PassageOptions();

    /** Fewer shared sequences of words are mostly idioms. */
    private static final int SHARED_OF_ALL = 3;

    private AlignmentOptions alignment = AlignmentOptions.DEFAULT;
    private int documents = 100;
    private OptionalInt minShared = OptionalInt.empty();
    private int threads = 1;

    private PassageOptions() {}

    public AlignmentOptions alignment() {
        return alignment;
    }

    /** Sets how texts are aligned; the default is {@link AlignmentOptions#DEFAULT}. */
    public PassageOptions alignment(AlignmentOptions value) {
        return with(o -> o.alignment = Objects.requireNonNull(value, "alignment"));
    }

    public int documents() {
        return documents;
    }

    /** Sets the largest number of documents that a text is aligned with, 1 to 1,000,000; the default is 100. */
    public PassageOptions documents(int value) {
        return with(o -> o.documents = Ranges.check("documents", value, 1, 1_000_000));
    }

    /**
     * The number of minutiae that a document must share with the text.
     *
     * @param scheme the scheme of the index. Unless a number is set, it is 3 if the fingerprint has every sequence of
     *     words, and 1 if it has only some of them, or larger chunks
     */
    public int minShared(Scheme scheme) {
        return minShared.orElse(hasAllSequences(scheme) ? SHARED_OF_ALL : 1);
    }

    /**
     * Sets the number of minutiae that a document must share with the text, 1 or more; the default depends on the
     * scheme.
     */
    public PassageOptions minShared(int value) {
        return with(o -> o.minShared = OptionalInt.of(Ranges.check("min-shared", value, 1, Integer.MAX_VALUE)));
    }

    public int threads() {
        return threads;
    }

    /**
     * Sets the number of threads that align one text with its documents, 1 to 1,024; the default is 1, the thread of
     * the caller. For many texts, one thread for each text is faster.
     */
    public PassageOptions threads(int value) {
        return with(o -> o.threads = Ranges.check("threads", value, 1, 1_024));
    }

    private static boolean hasAllSequences(Scheme scheme) {
        Chunking chunking = scheme.chunking();
        return scheme.selection().name().equals("full")
                && (chunking.unit() == Chunking.Unit.WORD || chunking.unit() == Chunking.Unit.CHAR)
                && chunking.step() == 1
                && chunking.breakpoints().isEmpty();
    }

    /**
     * Returns the query that finds the documents: those that share most minutiae, one more than {@link #documents}.
     *
     * @param scheme the scheme of the index
     */
    public QueryOptions query(Scheme scheme) {
        return QueryOptions.DEFAULT
                .measure(Measure.SHARED)
                .minScore(minShared(scheme))
                .top(documents + 1);
    }
}
