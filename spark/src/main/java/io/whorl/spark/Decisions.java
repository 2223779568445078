package io.whorl.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.when;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What a job decided about the rows of its input.
 *
 * @param decided a row for each document of a cluster: {@code id} as bytes, {@code cluster}, {@code survivor},
 *     {@code score} and {@code reason}
 * @param firsts the {@code id} and {@code text} of the document of each id of several rows, if there are any
 */
record Decisions(Dataset<Row> input, SparkGroupOptions options, Dataset<Row> decided, Optional<Dataset<Row>> firsts) {
    private static final List<String> COLUMNS = List.of("cluster", "survivor", "score", "reason");
    private static final String PREFIX = "whorl_";

    /** The same decisions, of which nothing is released with the job. */
    Decisions owned() {
        return new Decisions(input, options, Kept.owned(decided), firsts.map(Kept::owned));
    }

    /**
     * The rows of the input with four more columns.
     *
     * @throws IllegalArgumentException if the input has a column of such a name
     */
    Dataset<Row> documents() {
        for (String column : COLUMNS) {
            if (!unusedName(column).equals(column)) {
                throw new IllegalArgumentException("the DataFrame has a column '" + column
                        + "', which the result needs; rename it with withColumnRenamed");
            }
        }
        String id = unusedName(PREFIX + "id");
        Dataset<Row> joined = joined(id);
        for (String column : COLUMNS) {
            joined = joined.withColumnRenamed(unusedName(PREFIX + column), column);
        }
        return joined.withColumn("survivor", coalesce(col("survivor"), col(id).cast("string")))
                .drop(id);
    }

    /** The rows of the input that remain. */
    Dataset<Row> survivors() {
        String id = unusedName(PREFIX + "id");
        Dataset<Row> remaining =
                joined(id).filter(col(unusedName(PREFIX + "reason")).isNull());
        for (String column : COLUMNS) {
            remaining = remaining.drop(unusedName(PREFIX + column));
        }
        return remaining.drop(id);
    }

    /** The input with its ids as bytes, and what was decided under names that the input does not have. */
    private Dataset<Row> joined(String id) {
        Dataset<Row> found = decided.withColumnRenamed("id", id);
        for (String column : COLUMNS) {
            found = found.withColumnRenamed(column, unusedName(PREFIX + column));
        }
        Dataset<Row> joined = input.withColumn(id, DocumentColumns.id(input, options.idColumn()))
                .join(found, new String[] {id}, "left");
        if (firsts.isEmpty()) {
            return joined;
        }
        // Of several rows with one id, only those with the text of the document are decided.
        String text = unusedName(PREFIX + "text");
        joined = joined.join(
                firsts.get().select(col("id").as(id), col("text").cast("string").as(text)), new String[] {id}, "left");
        Column same = col(text)
                .isNull()
                .or(DocumentColumns.text(input, options.textColumn()).eqNullSafe(col(text)));
        for (String column : COLUMNS) {
            String name = unusedName(PREFIX + column);
            joined = joined.withColumn(name, when(same, col(name)));
        }
        return joined.drop(text);
    }

    private String unusedName(String wanted) {
        StringBuilder name = new StringBuilder(wanted);
        while (Arrays.stream(input.columns()).anyMatch(name.toString()::equalsIgnoreCase)) {
            name.append('_');
        }
        return name.toString();
    }
}
