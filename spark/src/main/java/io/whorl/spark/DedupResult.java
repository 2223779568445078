package io.whorl.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.not;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The documents that similar ones make superfluous. Close it to release what the executors keep; its rows cannot be
 * read after that. One thread at a time.
 */
public final class DedupResult implements AutoCloseable {
    private final GroupResult dropped;
    private final Dataset<Row> input;
    private final SparkGroupOptions options;
    private final Optional<Dataset<Row>> firsts;

    /** @param firsts the {@code id} and {@code text} of the document of each id of several rows, if there are any */
    DedupResult(GroupResult dropped, Dataset<Row> input, SparkGroupOptions options, Optional<Dataset<Row>> firsts) {
        this.dropped = dropped;
        this.input = input;
        this.options = options;
        this.firsts = firsts;
    }

    /**
     * A row for each document that can be dropped: {@code drop}, {@code keep}, {@code cluster}, {@code score} and
     * {@code measure}. In no particular order.
     */
    public Dataset<Row> dropped() {
        return dropped.rows();
    }

    /**
     * The rows of the input that remain, with all their columns. Rows that are no documents remain too, and so do rows
     * with the id of a document that is dropped and another text than it.
     */
    public Dataset<Row> survivors() {
        String id = unusedName("whorl_id");
        Dataset<Row> named = input.withColumn(id, DocumentColumns.id(input, options.idColumn()));
        Dataset<Row> ids = dropped().select(col("drop").cast("binary").as(id));
        Dataset<Row> remaining = named.join(ids, new String[] {id}, "left_anti");
        if (firsts.isPresent()) {
            String text = unusedName("whorl_text");
            Dataset<Row> compared = firsts.get()
                    .select(col("id").as(id), col("text").cast("string").as(text))
                    .join(ids, new String[] {id}, "left_semi");
            Dataset<Row> others = named.join(compared, new String[] {id}, "inner")
                    .filter(not(
                            DocumentColumns.text(input, options.textColumn()).eqNullSafe(col(text))))
                    .drop(text);
            remaining = remaining.unionByName(others);
        }
        return remaining.drop(id);
    }

    private String unusedName(String wanted) {
        StringBuilder name = new StringBuilder(wanted);
        while (Arrays.asList(input.columns()).contains(name.toString())) {
            name.append('_');
        }
        return name.toString();
    }

    /** Counts by name, as {@link GroupResult#figures}, with {@code dropped} and {@code kept}. */
    public Map<String, Long> figures() {
        return dropped.figures();
    }

    @Override
    public void close() {
        dropped.close();
    }
}
