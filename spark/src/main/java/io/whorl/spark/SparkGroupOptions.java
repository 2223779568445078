package io.whorl.spark;

import io.whorl.Options;
import io.whorl.bulk.Duplicates;
import io.whorl.internal.Ranges;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How pairs, clusters and survivors are found on Spark: {@code SparkGroupOptions.DEFAULT.idColumn("url")}. Immutable
 * and thread-safe.
 */
public final class SparkGroupOptions extends Options<SparkGroupOptions> {
    /** Reads the columns {@code id} and {@code text}, and reports the rows that are no documents. */
    public static final SparkGroupOptions DEFAULT = new SparkGroupOptions();

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

    private SparkGroupOptions() {}

    @Override
    protected Map<String, Object> values() {
        return named("idColumn textColumn dateColumn keyColumn leastKey duplicates"
                        + " minDocument maxDocument strict taskPairs sampleOf")
                .of(
                        idColumn,
                        textColumn,
                        dateColumn,
                        keyColumn,
                        leastKey,
                        duplicates,
                        minDocument,
                        maxDocument,
                        strict,
                        taskPairs,
                        sampleOf);
    }

    /** The column of ids: strings, or whole numbers. */
    public String idColumn() {
        return idColumn;
    }

    /**
     * Sets the column of ids, as in {@code Dataset.col}. Of several rows with one id, the one with the least text is
     * compared; the others are counted.
     */
    public SparkGroupOptions idColumn(String name) {
        return with(o -> o.idColumn = Objects.requireNonNull(name, "idColumn"));
    }

    /** The column of texts: strings, or bytes of UTF-8. */
    public String textColumn() {
        return textColumn;
    }

    /** Sets the column of texts. */
    public SparkGroupOptions textColumn(String name) {
        return with(o -> o.textColumn = Objects.requireNonNull(name, "textColumn"));
    }

    /** The column of dates or timestamps; empty if documents have no dates. */
    public Optional<String> dateColumn() {
        return dateColumn;
    }

    /** Sets the column of the dates of documents, of type date or timestamp. Null is a document without a date. */
    public SparkGroupOptions dateColumn(String name) {
        return with(o -> o.dateColumn = Optional.of(name));
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
        if (value.action() == Duplicates.Action.FIRST) {
            throw new IllegalArgumentException("duplicates is first; it must be ignore, keep or alias: to leave"
                    + " out equal documents, drop them by dedup first");
        }
        return with(o -> o.duplicates = Optional.of(value));
    }

    /** The least number of surviving words of a document. */
    public long minDocument() {
        return minDocument;
    }

    /** Leaves out and counts documents with fewer surviving words; 0 keeps all. */
    public SparkGroupOptions minDocument(long words) {
        return with(o -> o.minDocument = Ranges.check("min-document", words, 0, Long.MAX_VALUE));
    }

    /** The most bytes of text of a document. */
    public long maxDocument() {
        return maxDocument;
    }

    /** Leaves out and counts documents with more bytes of text, 1 to 2<sup>30</sup>. */
    public SparkGroupOptions maxDocument(long bytes) {
        return with(o -> o.maxDocument = Ranges.check("max-document", bytes, 1, SparkBuildOptions.MOST_DOCUMENT));
    }

    /** Whether the job fails because of a row that is no document. */
    public boolean strict() {
        return strict;
    }

    /** Sets whether the job fails because of a row that is no document. */
    public SparkGroupOptions strict(boolean value) {
        return with(o -> o.strict = value);
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
