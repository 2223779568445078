package io.whorl.spark;

import io.whorl.Options;
import io.whorl.bulk.BuildOptions;
import io.whorl.internal.Ranges;
import io.whorl.shard.SegmentSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The options of a build on Spark: {@code SparkBuildOptions.DEFAULT.idColumn("url").shards(64)}. Immutable and
 * thread-safe.
 */
public final class SparkBuildOptions extends Options<SparkBuildOptions> {
    /** The largest text that a shard can have, in bytes: 1 GiB. */
    public static final long MOST_DOCUMENT = 1L << 30;
    /**
     * Reads the columns {@code id} and {@code text}, makes a shard by range of ids for each core or for each GiB of the
     * input, leaves out texts of more than 64 MiB and reports what else it leaves out.
     */
    public static final SparkBuildOptions DEFAULT = new SparkBuildOptions();

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

    private SparkBuildOptions() {}

    @Override
    protected Map<String, Object> values() {
        return named("idColumn textColumn dateColumn partitioning shards memory minDocument maxDocument storeText"
                        + " storeFingerprints strict scratch")
                .of(
                        idColumn,
                        textColumn,
                        dateColumn,
                        partitioning,
                        shards,
                        memory,
                        minDocument,
                        maxDocument,
                        storeText,
                        storeFingerprints,
                        strict,
                        scratch);
    }

    /** The column of ids: strings, or whole numbers. */
    public String idColumn() {
        return idColumn;
    }

    /** Sets the column of ids, as in {@code Dataset.col}: {@code url}, {@code page.id}, {@code _metadata.file_path}. */
    public SparkBuildOptions idColumn(String name) {
        return with(o -> o.idColumn = Objects.requireNonNull(name, "idColumn"));
    }

    /** The column of texts: strings, or bytes of UTF-8. */
    public String textColumn() {
        return textColumn;
    }

    /** Sets the column of texts. */
    public SparkBuildOptions textColumn(String name) {
        return with(o -> o.textColumn = Objects.requireNonNull(name, "textColumn"));
    }

    /** The column of dates or timestamps; empty if documents have no dates. */
    public Optional<String> dateColumn() {
        return dateColumn;
    }

    /** Sets the column of the dates of documents, of type date or timestamp. Null is a document without a date. */
    public SparkBuildOptions dateColumn(String name) {
        return with(o -> o.dateColumn = Optional.of(name));
    }

    /** How documents are divided into shards. */
    public Partitioning partitioning() {
        return partitioning;
    }

    /** Sets how to divide documents into shards. */
    public SparkBuildOptions partitioning(Partitioning value) {
        return with(o -> o.partitioning = Objects.requireNonNull(value, "partitioning"));
    }

    /** The largest number of shards; empty for one for each core, or for each GiB of the input. */
    public OptionalInt shards() {
        return shards;
    }

    /** Sets the largest number of shards, 1 to 2,048; a shard without documents is not written. */
    public SparkBuildOptions shards(int most) {
        return with(o -> o.shards = OptionalInt.of(Ranges.check("shards", most, 1, SegmentSet.MOST_SHARDS)));
    }

    /** Bytes of heap of one task for data that grow with its documents; empty for a share of the executor's heap. */
    public OptionalLong memory() {
        return memory;
    }

    /**
     * Sets the heap of one task for data that grow with its documents. Data that exceed it go to scratch files.
     *
     * @param bytes from {@link BuildOptions#LEAST_MEMORY} to 2<sup>50</sup>
     */
    public SparkBuildOptions memory(long bytes) {
        return with(
                o -> o.memory = OptionalLong.of(Ranges.check("memory", bytes, BuildOptions.LEAST_MEMORY, 1L << 50)));
    }

    /** The least number of surviving words of a document. */
    public long minDocument() {
        return minDocument;
    }

    /** Leaves out and counts documents with fewer surviving words; 0 keeps all. */
    public SparkBuildOptions minDocument(long words) {
        return with(o -> o.minDocument = Ranges.check("min-document", words, 0, Long.MAX_VALUE));
    }

    /** The most bytes of text of a document. */
    public long maxDocument() {
        return maxDocument;
    }

    /** Leaves out and counts documents with more bytes of text, 1 to {@link #MOST_DOCUMENT}. */
    public SparkBuildOptions maxDocument(long bytes) {
        return with(o -> o.maxDocument = Ranges.check("max-document", bytes, 1, MOST_DOCUMENT));
    }

    /** Whether the shards store the texts of their documents. */
    public boolean storeText() {
        return storeText;
    }

    /** Sets whether the shards store the text of each document, compressed. */
    public SparkBuildOptions storeText(boolean value) {
        return with(o -> o.storeText = value);
    }

    /** Whether the shards store the fingerprints of their documents. */
    public boolean storeFingerprints() {
        return storeFingerprints;
    }

    /** Sets whether the shards store the fingerprint of each document. */
    public SparkBuildOptions storeFingerprints(boolean value) {
        return with(o -> o.storeFingerprints = value);
    }

    /** Whether the job fails because of a row that cannot be indexed. */
    public boolean strict() {
        return strict;
    }

    /** Sets whether the job fails, and commits nothing, because of a row that cannot be indexed. */
    public SparkBuildOptions strict(boolean value) {
        return with(o -> o.strict = value);
    }

    /** The directory for temporary files on each worker; empty for Spark's local directories. */
    public Optional<String> scratch() {
        return scratch;
    }

    /** Sets the directory for temporary files on each worker. A task removes its files when it ends. */
    public SparkBuildOptions scratch(String directory) {
        return with(o -> o.scratch = Optional.of(directory));
    }
}
