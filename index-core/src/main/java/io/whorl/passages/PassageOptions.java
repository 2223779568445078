package io.whorl.passages;

import io.whorl.align.AlignmentOptions;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * Which documents of an index a text is aligned with, and how. Immutable and thread-safe.
 *
 * <pre>{@code
 * PassageOptions options = PassageOptions.builder().documents(20).build();
 * }</pre>
 */
public final class PassageOptions {
    /** The general alignment, with at most 100 documents, and the least overlap by the scheme. */
    public static final PassageOptions DEFAULT = builder().build();

    /** Fewer shared sequences of words are mostly idioms. */
    private static final int SHARED_OF_ALL = 3;

    private static final int MAX_DOCUMENTS = 1_000_000;
    private static final int MAX_THREADS = 1_024;

    private final AlignmentOptions alignment;
    private final int documents;
    private final OptionalInt minShared;
    private final int threads;

    private PassageOptions(Builder builder) {
        Ranges.check("documents", builder.documents, 1, MAX_DOCUMENTS);
        Ranges.check("threads", builder.threads, 1, MAX_THREADS);
        builder.minShared.ifPresent(value -> Ranges.check("min-shared", value, 1, Integer.MAX_VALUE));
        alignment = builder.alignment;
        documents = builder.documents;
        minShared = builder.minShared;
        threads = builder.threads;
    }

    /** Returns a builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of these options. */
    public Builder toBuilder() {
        Builder builder = builder().alignment(alignment).documents(documents).threads(threads);
        minShared.ifPresent(builder::minShared);
        return builder;
    }

    /** How texts are aligned. */
    public AlignmentOptions alignment() {
        return alignment;
    }

    /** The largest number of documents that a text is aligned with, 1 to 1,000,000. */
    public int documents() {
        return documents;
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

    /** The number of threads that align one text with its documents, 1 to 1,024. */
    public int threads() {
        return threads;
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
        return QueryOptions.builder()
                .measure(Measure.SHARED)
                .minScore(minShared(scheme))
                .top(documents + 1)
                .build();
    }

    /** Collects options. Not thread-safe. */
    public static final class Builder {
        private AlignmentOptions alignment = AlignmentOptions.DEFAULT;
        private int documents = 100;
        private OptionalInt minShared = OptionalInt.empty();
        private int threads = 1;

        private Builder() {}

        /** Sets how texts are aligned; the default is {@link AlignmentOptions#DEFAULT}. */
        public Builder alignment(AlignmentOptions value) {
            alignment = Objects.requireNonNull(value, "alignment");
            return this;
        }

        /** Sets the largest number of documents that a text is aligned with, 1 to 1,000,000; the default is 100. */
        public Builder documents(int value) {
            documents = value;
            return this;
        }

        /**
         * Sets the number of minutiae that a document must share with the text, 1 or more; the default depends on the
         * scheme.
         */
        public Builder minShared(int value) {
            minShared = OptionalInt.of(value);
            return this;
        }

        /**
         * Sets the number of threads that align one text with its documents, 1 to 1,024; the default is 1, the thread
         * of the caller. For many texts, one thread for each text is faster.
         */
        public Builder threads(int value) {
            threads = value;
            return this;
        }

        /**
         * Makes the options.
         *
         * @throws IllegalArgumentException if a value is out of its range
         */
        public PassageOptions build() {
            return new PassageOptions(this);
        }
    }
}
