package io.whorl.spark;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The result of a job: rows in no particular order, and figures. Close it to release what the executors keep; its rows
 * cannot be read after that. One thread at a time.
 */
public final class GroupResult implements AutoCloseable {
    private final Dataset<Row> rows;
    private final GroupFigures figures;
    private final Kept kept;

    GroupResult(Dataset<Row> rows, GroupFigures figures, Kept kept) {
        this.rows = rows;
        this.figures = figures;
        this.kept = kept;
    }

    /** The rows, with the fields that the command on one machine writes in JSON. */
    public Dataset<Row> rows() {
        return rows;
    }

    /**
     * Counts by name: {@code documents}, the rows that are no documents by reason, such as {@code nullIds}, and what
     * was found and left out. docs/spark-groups.md lists the names.
     */
    public Map<String, Long> figures() {
        return figures.all();
    }

    @Override
    public void close() {
        kept.close();
    }
}
