package io.whorl.spark;

import io.whorl.bulk.BuildOptions;
import io.whorl.internal.Ranges;
import io.whorl.shard.SegmentSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The options of a build on Spark: {@code SparkBuildOptions.builder().idColumn("url").shards(64).build()}. Immutable
 * and thread-safe.
 */
public final class SparkBuildOptions {
    /** The largest text that a shard can have, in bytes: 1 GiB. */
    public static final long MOST_DOCUMENT = 1L << 30;
    /**
     * Reads the columns {@code id} and {@code text}, makes a shard by range of ids for each core or for each GiB of the
     * input, leaves out texts of more than 64 MiB and reports what else it leaves out.
     */
    public static final SparkBuildOptions DEFAULT = builder().build();

    private final Builder values;

    private SparkBuildOptions(Builder values) {
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

    /** How documents are divided into shards. */
    public Partitioning partitioning() {
        return values.partitioning;
    }

    /** The largest number of shards; empty for one for each core, or for each GiB of the input. */
    public OptionalInt shards() {
        return values.shards;
    }

    /** Bytes of heap of one task for data that grow with its documents; empty for a share of the executor's heap. */
    public OptionalLong memory() {
        return values.memory;
    }

    /** Documents with fewer surviving words are left out. */
    public long minDocument() {
        return values.minDocument;
    }

    /** Documents with more bytes of text are left out. */
    public long maxDocument() {
        return values.maxDocument;
    }

    /** Whether the shards store the texts of their documents. */
    public boolean storeText() {
        return values.storeText;
    }

    /** Whether the shards store the fingerprints of their documents. */
    public boolean storeFingerprints() {
        return values.storeFingerprints;
    }

    /** Whether the job fails because of a row that cannot be indexed. */
    public boolean strict() {
        return values.strict;
    }

    /** The directory for temporary files on each worker; empty for Spark's local directories. */
    public Optional<String> scratch() {
        return values.scratch;
    }

    /** Builds {@link SparkBuildOptions}. Not thread-safe. */
    public static final class Builder {
        private String idColumn = "id";
        private String textColumn = "text";
        private Optional<String> dateColumn = Optional.empty();
        private Partitioning partitioning = Partitioning.RANGE;
        private OptionalInt shards = OptionalInt.empty();
        private OptionalLong memory = OptionalLong.empty();
        private long minDocument;
        private long maxDocument = 64L << 20;
        private boolean storeText;
        private boolean storeFingerprints;
        private boolean strict;
        private Optional<String> scratch = Optional.empty();

        private Builder() {}

        private Builder(Builder other) {
            idColumn = other.idColumn;
            textColumn = other.textColumn;
            dateColumn = other.dateColumn;
            partitioning = other.partitioning;
            shards = other.shards;
            memory = other.memory;
            minDocument = other.minDocument;
            maxDocument = other.maxDocument;
            storeText = other.storeText;
            storeFingerprints = other.storeFingerprints;
            strict = other.strict;
            scratch = other.scratch;
        }

        /** The column of ids, as in {@code Dataset.col}: {@code url}, {@code page.id}, {@code _metadata.file_path}. */
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

        /** How to divide documents into shards. */
        public Builder partitioning(Partitioning value) {
            partitioning = Objects.requireNonNull(value, "partitioning");
            return this;
        }

        /** @param most the largest number of shards, 1 to 2,048; a shard without documents is not written */
        public Builder shards(int most) {
            shards = OptionalInt.of(Ranges.check("shards", most, 1, SegmentSet.MOST_SHARDS));
            return this;
        }

        /**
         * Sets the heap of one task for data that grow with its documents. Data that exceed it go to scratch files.
         *
         * @param bytes from {@link BuildOptions#LEAST_MEMORY} to 2<sup>50</sup>
         */
        public Builder memory(long bytes) {
            memory = OptionalLong.of(Ranges.check("memory", bytes, BuildOptions.LEAST_MEMORY, 1L << 50));
            return this;
        }

        /** @param words documents with fewer surviving words are left out and counted; 0 keeps all */
        public Builder minDocument(long words) {
            minDocument = Ranges.check("min-document", words, 0, Long.MAX_VALUE);
            return this;
        }

        /** @param bytes documents with more text are left out and counted, 1 to {@link #MOST_DOCUMENT} */
        public Builder maxDocument(long bytes) {
            maxDocument = Ranges.check("max-document", bytes, 1, MOST_DOCUMENT);
            return this;
        }

        /** Whether the shards store the text of each document, compressed. */
        public Builder storeText(boolean value) {
            storeText = value;
            return this;
        }

        /** Whether the shards store the fingerprint of each document. */
        public Builder storeFingerprints(boolean value) {
            storeFingerprints = value;
            return this;
        }

        /** Whether the job fails, and commits nothing, because of a row that cannot be indexed. */
        public Builder strict(boolean value) {
            strict = value;
            return this;
        }

        /** The directory for temporary files on each worker. A task removes its files when it ends. */
        public Builder scratch(String directory) {
            scratch = Optional.of(directory);
            return this;
        }

        /** The options. */
        public SparkBuildOptions build() {
            return new SparkBuildOptions(new Builder(this));
        }
    }
}
