package io.whorl.spark;

import io.whorl.bulk.Duplicates;
import io.whorl.internal.Ranges;
import java.util.Map;
import java.util.Optional;

/**
 * How pairs, clusters and survivors are found on Spark: {@code SparkGroupOptions.DEFAULT.idColumn("url")}. Immutable
 * and thread-safe.
 */
public final class SparkGroupOptions extends ColumnOptions<SparkGroupOptions> {
    /** Reads the columns {@code id} and {@code text}, and reports the rows that are no documents. */
    public static final SparkGroupOptions DEFAULT = new SparkGroupOptions();

    private Optional<String> keyColumn = Optional.empty();
    private boolean leastKey;
    private Optional<Duplicates> duplicates = Optional.empty();
    private long taskPairs = 4_000_000;
    private int sampleOf = 64;

    private SparkGroupOptions() {}

    @Override
    protected Map<String, Object> values() {
        Map<String, Object> values = super.values();
        values.putAll(named(
                "keyColumn leastKey duplicates taskPairs sampleOf",
                keyColumn,
                leastKey,
                duplicates,
                taskPairs,
                sampleOf));
        return values;
    }

    /** The column whose values decide which document survives; empty if there is none. */
    public Optional<String> keyColumn() {
        return keyColumn;
    }

    /** Whether the least value of the key column survives, not the greatest. */
    public boolean leastKey() {
        return leastKey;
    }

    /**
     * The column that decides which document survives, for {@code SurvivorOptions.Keep.LEAST_KEY}. Numbers are compared
     * as 64-bit floating-point numbers, also if they are strings. They come before other values, which are compared by
     * their first 100 bytes. Null comes last.
     *
     * @param least whether the least value survives, not the greatest
     */
    public SparkGroupOptions keyColumn(String name, boolean least) {
        return with(o -> {
            o.keyColumn = Optional.of(name);
            o.leastKey = least;
        });
    }

    /** How documents of equal fingerprints count in weights; empty for the way of the command on one machine. */
    public Optional<Duplicates> duplicates() {
        return duplicates;
    }

    /**
     * How documents of equal fingerprints count in the weights of weighted measures: {@link Duplicates#ALIAS} as one,
     * {@link Duplicates#IGNORE} and {@link Duplicates#KEEP} one by one, as in an index that is built so. By default
     * survivors count them as one, like {@code dedup} of sources; pairs and clusters count them one by one, like an
     * index that is built by default.
     */
    public SparkGroupOptions duplicates(Duplicates value) {
        if (value.kind().isPresent()) {
            throw new IllegalArgumentException("duplicates is first; it must be ignore, keep or alias: to leave"
                    + " out equal documents, drop them by dedup first");
        }
        return with(o -> o.duplicates = Optional.of(value));
    }

    /** The largest number of undecided pairs that one task decides. */
    public long taskPairs() {
        return taskPairs;
    }

    /**
     * Sets the number of undecided pairs from which one task decides the rest. Before, stars are chosen in rounds over
     * all executors. The result does not depend on it.
     *
     * @param most 0 to 2<sup>30</sup>; the default is 4,000,000. The task takes up to 16 bytes of heap for each
     */
    public SparkGroupOptions taskPairs(long most) {
        return with(o -> o.taskPairs = Ranges.check("task-pairs", most, 0, 1L << 30));
    }

    /** One of so many families is in the sample that finds minutiae with very many holders. */
    int sampleOf() {
        return sampleOf;
    }

    SparkGroupOptions sampleOf(int families) {
        return with(o -> o.sampleOf = families);
    }
}
