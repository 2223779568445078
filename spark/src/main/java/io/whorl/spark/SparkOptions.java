package io.whorl.spark;

import io.whorl.Options;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.Duplicates;
import io.whorl.internal.Ranges;
import io.whorl.shard.SegmentSet;
import java.io.Serializable;
import java.util.Objects;
import java.util.Optional;

/**
 * How jobs on Spark read their rows, and how they run: {@code SparkOptions.DEFAULT.idColumn("url").shards(64)}.
 * Immutable and thread-safe.
 */
public final class SparkOptions extends Options<SparkOptions> implements Serializable {
    private static final long serialVersionUID = 1;

    /** The largest text of a document in bytes: 1 GiB. */
    public static final long MOST_DOCUMENT = 1L << 30;

    /**
     * Reads the columns {@code id} and {@code text}, leaves out texts of more than 64 MiB and reports what else is left
     * out. A build makes a shard by range of ids for each core or for each GiB of the input.
     */
    public static final SparkOptions DEFAULT = new SparkOptions();

    // An empty name of a column or directory stands for none. A 0 stands for the default of the job.
    String idColumn = "id";
    String textColumn = "text";
    String dateColumn = "";
    long minDocument;
    long maxDocument = 64L << 20;
    boolean strict;

    Partitioning partitioning = Partitioning.RANGE;
    int shards;
    long memory;
    boolean storeText;
    boolean storeFingerprints;
    String scratch = "";

    String keyColumn = "";
    boolean leastKey;
    transient Optional<Duplicates> duplicates = Optional.empty();
    long taskPairs = 4_000_000;
    /** One of so many families is in the sample that finds minutiae with very many holders. */
    int sampleOf = 64;

    private SparkOptions() {}

    /**
     * Sets the column of ids, as in {@code Dataset.col}: {@code url}, {@code page.id}, {@code _metadata.file_path}.
     * They are strings, or whole numbers. Of several rows with one id, the one with the least text is taken; the others
     * are counted.
     */
    public SparkOptions idColumn(String name) {
        return with(o -> o.idColumn = Objects.requireNonNull(name, "idColumn"));
    }

    /** Sets the column of texts: strings, or bytes of UTF-8. */
    public SparkOptions textColumn(String name) {
        return with(o -> o.textColumn = Objects.requireNonNull(name, "textColumn"));
    }

    /**
     * Sets the column of the dates of documents, of type date or timestamp. Null is a document without a date. By
     * default, documents have no dates.
     */
    public SparkOptions dateColumn(String name) {
        return with(o -> o.dateColumn = Objects.requireNonNull(name, "dateColumn"));
    }

    /** Leaves out and counts documents with fewer surviving words; 0 keeps all. */
    public SparkOptions minDocument(long words) {
        return with(o -> o.minDocument = Ranges.check("min-document", words, 0, Long.MAX_VALUE));
    }

    /** Leaves out and counts documents with more bytes of text, 1 to {@link #MOST_DOCUMENT}. */
    public SparkOptions maxDocument(long bytes) {
        return with(o -> o.maxDocument = Ranges.check("max-document", bytes, 1, MOST_DOCUMENT));
    }

    /** Sets whether the job fails, and commits nothing, because of a row that is no document. */
    public SparkOptions strict(boolean value) {
        return with(o -> o.strict = value);
    }

    /** Sets how a build divides documents into shards. */
    public SparkOptions partitioning(Partitioning value) {
        return with(o -> o.partitioning = Objects.requireNonNull(value, "partitioning"));
    }

    /** Sets the largest number of shards of a build, 1 to 2,048; a shard without documents is not written. */
    public SparkOptions shards(int most) {
        return with(o -> o.shards = Ranges.check("shards", most, 1, SegmentSet.MOST_SHARDS));
    }

    /**
     * Sets the heap of one task of a build for data that grow with its documents. Data that exceed it go to scratch
     * files. The default is a share of the executor's heap.
     *
     * @param bytes from {@link BuildOptions#LEAST_MEMORY} to 2<sup>50</sup>
     */
    public SparkOptions memory(long bytes) {
        return with(o -> o.memory = Ranges.check("memory", bytes, BuildOptions.LEAST_MEMORY, 1L << 50));
    }

    /** Sets whether the shards of a build store the text of each document, compressed. */
    public SparkOptions storeText(boolean value) {
        return with(o -> o.storeText = value);
    }

    /** Sets whether the shards of a build store the fingerprint of each document. */
    public SparkOptions storeFingerprints(boolean value) {
        return with(o -> o.storeFingerprints = value);
    }

    /**
     * Sets the directory for temporary files of a build on each worker. A task removes its files when it ends. The
     * default is Spark's local directories.
     */
    public SparkOptions scratch(String directory) {
        return with(o -> o.scratch = Objects.requireNonNull(directory, "scratch"));
    }

    /**
     * The column that decides which document survives, for {@code SimilarityOptions.Keep.LEAST_KEY}. Numbers are
     * compared as 64-bit floating-point numbers, also if they are strings. They come before other values, which are
     * compared by their first 100 bytes. Null comes last.
     *
     * @param least whether the least value survives, not the greatest
     */
    public SparkOptions keyColumn(String name, boolean least) {
        return with(o -> {
            o.keyColumn = Objects.requireNonNull(name, "keyColumn");
            o.leastKey = least;
        });
    }

    /**
     * How documents of equal fingerprints count in the weights of weighted measures: {@link Duplicates#ALIAS} as one,
     * {@link Duplicates#IGNORE} and {@link Duplicates#KEEP} one by one, as in an index that is built so. By default
     * survivors count them as one, like {@code dedup} of sources; pairs and clusters count them one by one, like an
     * index that is built by default.
     */
    public SparkOptions duplicates(Duplicates value) {
        if (value.kind().isPresent()) {
            throw new IllegalArgumentException("duplicates is first; it must be ignore, keep or alias: to leave"
                    + " out equal documents, drop them by dedup first");
        }
        return with(o -> o.duplicates = Optional.of(value));
    }

    /**
     * Sets the number of undecided pairs from which one task decides the rest. Before, stars are chosen in rounds over
     * all executors. The result does not depend on it.
     *
     * @param most 0 to 2<sup>30</sup>; the default is 4,000,000. The task takes up to 16 bytes of heap for each
     */
    public SparkOptions taskPairs(long most) {
        return with(o -> o.taskPairs = Ranges.check("task-pairs", most, 0, 1L << 30));
    }

    SparkOptions sampleOf(int families) {
        return with(o -> o.sampleOf = families);
    }
}
