package io.whorl.spark;

import io.whorl.bulk.Duplicates;
import io.whorl.internal.Ranges;
import java.util.Objects;
import java.util.Optional;

/**
 * How pairs, clusters and survivors are found on Spark: {@code SparkGroupOptions.builder().idColumn("url").build()}.
 * Immutable and thread-safe.
 */
public final class SparkGroupOptions {
    /** Reads the columns {@code id} and {@code text}, and reports the rows that are no documents. */
    public static final SparkGroupOptions DEFAULT = builder().build();

    private final Builder values;

    private SparkGroupOptions(Builder values) {
        this.values = values;
    }

    /** A builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with the values of these options. */
    public Builder toBuilder() {
        return new Builder(values);
    }

    /** The column of ids: strings, or whole numbers. */
    public String idColumn() {
        return values.idColumn;
    }

    /** The column of texts: strings, or bytes of UTF-8. */
    public String textColumn() {
        return values.textColumn;
    }

    /** The column of dates or timestamps; empty if documents have no dates. */
    public Optional<String> dateColumn() {
        return values.dateColumn;
    }

    /** The column whose values decide which document survives; empty if there is none. */
    public Optional<String> keyColumn() {
        return values.keyColumn;
    }

    /** Whether the least value of the key column survives, not the greatest. */
    public boolean leastKey() {
        return values.leastKey;
    }

    /** How documents of equal fingerprints count in weights; empty for the way of the command on one machine. */
    public Optional<Duplicates> duplicates() {
        return values.duplicates;
    }

    /** Documents with fewer surviving words are left out. */
    public long minDocument() {
        return values.minDocument;
    }

    /** Documents with more bytes of text are left out. */
    public long maxDocument() {
        return values.maxDocument;
    }

    /** Whether the job fails because of a row that is no document. */
    public boolean strict() {
        return values.strict;
    }

    /** The largest number of undecided pairs that one task decides. */
    public long taskPairs() {
        return values.taskPairs;
    }

    /** One of so many families is in the sample that finds minutiae with very many holders. */
    int sampleOf() {
        return values.sampleOf;
    }

    /** Builds {@link SparkGroupOptions}. Not thread-safe. */
    public static final class Builder {
        private String idColumn = "id";
        private String textColumn = "text";
        private Optional<String> dateColumn = Optional.empty();
        private Optional<String> keyColumn = Optional.empty();
        private boolean leastKey;
        private Optional<Duplicates> duplicates = Optional.empty();
        private long minDocument;
        private long maxDocument = SparkBuildOptions.DEFAULT.maxDocument();
        private boolean strict;
        private long taskPairs = 4_000_000;
        private int sampleOf = 64;

        private Builder() {}

        private Builder(Builder other) {
            idColumn = other.idColumn;
            textColumn = other.textColumn;
            dateColumn = other.dateColumn;
            keyColumn = other.keyColumn;
            leastKey = other.leastKey;
            duplicates = other.duplicates;
            minDocument = other.minDocument;
            maxDocument = other.maxDocument;
            strict = other.strict;
            taskPairs = other.taskPairs;
            sampleOf = other.sampleOf;
        }

        /**
         * The column of ids, as in {@code Dataset.col}. Of several rows with one id, the one with the least text is
         * compared; the others are counted.
         */
        public Builder idColumn(String name) {
            idColumn = Objects.requireNonNull(name, "idColumn");
            return this;
        }

        /** The column of texts. */
        public Builder textColumn(String name) {
            textColumn = Objects.requireNonNull(name, "textColumn");
            return this;
        }

        /** The column of the dates of documents, of type date or timestamp. Null is a document without a date. */
        public Builder dateColumn(String name) {
            dateColumn = Optional.of(name);
            return this;
        }

        /**
         * The column that decides which document survives, for {@code SurvivorOptions.Keep.LEAST_KEY}. Numbers are
         * compared as 64-bit floating-point numbers, also if they are strings. They come before other values, which are
         * compared by their first 100 bytes. Null comes last.
         *
         * @param least whether the least value survives, not the greatest
         */
        public Builder keyColumn(String name, boolean least) {
            keyColumn = Optional.of(name);
            leastKey = least;
            return this;
        }

        /**
         * How documents of equal fingerprints count in the weights of weighted measures: {@link Duplicates#ALIAS} as
         * one, {@link Duplicates#IGNORE} and {@link Duplicates#KEEP} one by one, as in an index that is built so. By
         * default survivors count them as one, like {@code dedup} of sources; pairs and clusters count them one by one,
         * like an index that is built by default.
         */
        public Builder duplicates(Duplicates value) {
            if (value.action() == Duplicates.Action.FIRST) {
                throw new IllegalArgumentException("duplicates is first; it must be ignore, keep or alias: to leave"
                        + " out equal documents, drop them by dedup first");
            }
            duplicates = Optional.of(value);
            return this;
        }

        /** @param words documents with fewer surviving words are left out and counted; 0 keeps all */
        public Builder minDocument(long words) {
            minDocument = Ranges.check("min-document", words, 0, Long.MAX_VALUE);
            return this;
        }

        /** @param bytes documents with more text are left out and counted, 1 to 2<sup>30</sup> */
        public Builder maxDocument(long bytes) {
            maxDocument = Ranges.check("max-document", bytes, 1, SparkBuildOptions.MOST_DOCUMENT);
            return this;
        }

        /** Whether the job fails because of a row that is no document. */
        public Builder strict(boolean value) {
            strict = value;
            return this;
        }

        /**
         * Stars are chosen in rounds over all executors until so many pairs are undecided; one task decides the rest.
         * The result does not depend on it.
         *
         * @param most 0 to 2<sup>30</sup>; the default is 4,000,000. The task takes up to 16 bytes of heap for each
         */
        public Builder taskPairs(long most) {
            taskPairs = Ranges.check("task-pairs", most, 0, 1L << 30);
            return this;
        }

        Builder sampleOf(int families) {
            sampleOf = families;
            return this;
        }

        /** The options. */
        public SparkGroupOptions build() {
            return new SparkGroupOptions(new Builder(this));
        }
    }
}
