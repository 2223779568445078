package io.whorl.spark;

import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The documents that similar ones make superfluous. Close it to release what the executors keep; its rows cannot be
 * read after that. One thread at a time.
 */
public final class DedupResult implements AutoCloseable {
    private final GroupResult dropped;
    private final Decisions decisions;

    DedupResult(GroupResult dropped, Decisions decisions) {
        this.dropped = dropped;
        this.decisions = decisions;
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
        return decisions.survivors();
    }

    /** What was decided about the rows of the input. */
    Decisions decisions() {
        return decisions;
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
