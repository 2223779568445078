package io.whorl.spark;

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
public final class SparkBuildOptions extends ColumnOptions<SparkBuildOptions> {
    /**
     * Reads the columns {@code id} and {@code text}, makes a shard by range of ids for each core or for each GiB of the
     * input, leaves out texts of more than 64 MiB and reports what else it leaves out.
     */
    public static final SparkBuildOptions DEFAULT = new SparkBuildOptions();

    private Partitioning partitioning = Partitioning.RANGE;
    private OptionalInt shards = OptionalInt.empty();
    private OptionalLong memory = OptionalLong.empty();
    private boolean storeText;
    private boolean storeFingerprints;
    private Optional<String> scratch = Optional.empty();

    private SparkBuildOptions() {}

    @Override
    protected Map<String, Object> values() {
        Map<String, Object> values = super.values();
        values.putAll(named(
                "partitioning shards memory storeText storeFingerprints scratch",
                partitioning,
                shards,
                memory,
                storeText,
                storeFingerprints,
                scratch));
        return values;
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

    /** The directory for temporary files on each worker; empty for Spark's local directories. */
    public Optional<String> scratch() {
        return scratch;
    }

    /** Sets the directory for temporary files on each worker. A task removes its files when it ends. */
    public SparkBuildOptions scratch(String directory) {
        return with(o -> o.scratch = Optional.of(directory));
    }
}
