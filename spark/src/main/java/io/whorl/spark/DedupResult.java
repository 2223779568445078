package io.whorl.spark;

import static org.apache.spark.sql.functions.col;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/**
 * The documents that similar ones make superfluous. Close it to release what the executors keep; its rows cannot be
 * read after that. One thread at a time.
 */
public final class DedupResult implements AutoCloseable {
    private final GroupResult dropped;
    private final Dataset<Row> input;
    private final String idColumn;

    DedupResult(GroupResult dropped, Dataset<Row> input, String idColumn) {
        this.dropped = dropped;
        this.input = input;
        this.idColumn = idColumn;
    }

    /**
     * A row for each document that can be dropped: {@code drop}, {@code keep}, {@code cluster}, {@code score} and
     * {@code measure}. In no particular order.
     */
    public Dataset<Row> dropped() {
        return dropped.rows();
    }

    /** The rows of the input that remain, with all their columns. Rows that are no documents remain too. */
    public Dataset<Row> survivors() {
        String[] columns = input.columns();
        Dataset<Row> named = input.withColumn(unusedName(columns), DocumentColumns.id(input, idColumn));
        Dataset<Row> ids = dropped().select(functions.col("drop").cast("binary").as(unusedName(columns)));
        return named.join(ids, new String[] {unusedName(columns)}, "left_anti").drop(col(unusedName(columns)));
    }

    private static String unusedName(String[] columns) {
        StringBuilder name = new StringBuilder("whorl_id");
        while (java.util.Arrays.asList(columns).contains(name.toString())) {
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
