package io.whorl.spark;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The result of a job: rows in no particular order, and figures. Close it to release what the executors keep; its rows
 * cannot be read after that. One thread at a time.
 */
public class GroupResult implements AutoCloseable {
    private final Dataset<Row> rows;
    private final Figures figures;
    private final Kept kept;

    GroupResult(Dataset<Row> rows, Figures figures, Kept kept) {
        this.rows = rows;
        this.figures = figures;
        this.kept = kept;
    }

    /** The rows, with the fields that the command on one machine writes in JSON. */
    public final Dataset<Row> rows() {
        return rows;
    }

    /**
     * Counts by name: {@code documents}, the rows that are no documents by reason, such as {@code nullIds}, and what
     * was found and left out. docs/spark-groups.md lists the names.
     */
    public final Map<String, Long> figures() {
        return Collections.unmodifiableMap(figures.counts);
    }

    @Override
    public final void close() {
        kept.close();
    }

    /** Counts by name, in the order in which they were added. Not thread-safe. */
    static final class Figures {
        private final Map<String, Long> counts = new LinkedHashMap<>();

        void add(String name, long count) {
            counts.merge(name, count, Long::sum);
        }

        /** Adds the columns of a row; null counts as 0. */
        void add(Row sums) {
            for (String name : sums.schema().fieldNames()) {
                add(sums, name);
            }
        }

        /** Adds a column of a row; null counts as 0. */
        void add(Row sums, String name) {
            Long count = sums.getAs(name);
            add(name, count == null ? 0 : count);
        }

        long get(String name) {
            return counts.getOrDefault(name, 0L);
        }

        @Override
        public String toString() {
            return counts.toString();
        }
    }
}
