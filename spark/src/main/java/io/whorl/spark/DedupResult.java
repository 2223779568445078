package io.whorl.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.when;

import io.whorl.spark.GroupResult.Kept;
import io.whorl.spark.SetJob.DocumentColumns;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * The documents that similar ones make superfluous: a row for each, {@code drop}, {@code keep}, {@code cluster},
 * {@code score} and {@code measure}. {@code dropped} and {@code kept} are among the figures.
 */
public final class DedupResult extends GroupResult {
    static final List<String> COLUMNS = List.of("cluster", "survivor", "score", "reason");
    private static final String PREFIX = "whorl_";

    private final Dataset<Row> input;
    private final SparkOptions options;
    private final Dataset<Row> decided;
    private final Optional<Dataset<Row>> firsts;

    /**
     * @param decided a row for each document of a cluster: {@code id} as bytes, {@code cluster}, {@code survivor},
     *     {@code score} and {@code reason}
     * @param firsts the {@code id} and {@code text} of the document of each id of several rows, if there are any
     */
    DedupResult(
            Dataset<Row> dropped,
            Figures figures,
            Kept kept,
            Dataset<Row> input,
            SparkOptions options,
            Dataset<Row> decided,
            Optional<Dataset<Row>> firsts) {
        super(dropped, figures, kept);
        this.input = input;
        this.options = options;
        this.decided = decided;
        this.firsts = firsts;
    }

    /**
     * The rows of the input that remain, with all their columns. Rows that are no documents remain too, and so do rows
     * with the id of a document that is dropped and another text than it.
     */
    public Dataset<Row> survivors() {
        String id = unusedName(PREFIX + "id");
        Dataset<Row> remaining = joined(id, decided, firsts)
                .filter(col(unusedName(PREFIX + "reason")).isNull());
        for (String column : COLUMNS) {
            remaining = remaining.drop(unusedName(PREFIX + column));
        }
        return remaining.drop(id);
    }

    /** The rows of the input, which has no columns of these names, with {@link #COLUMNS}. Closing keeps them. */
    Dataset<Row> marked() {
        String id = unusedName(PREFIX + "id");
        Dataset<Row> joined = joined(id, Kept.owned(decided), firsts.map(Kept::owned));
        for (String column : COLUMNS) {
            joined = joined.withColumnRenamed(unusedName(PREFIX + column), column);
        }
        return joined.withColumn("survivor", coalesce(col("survivor"), col(id).cast("string")))
                .drop(id);
    }

    /** The input with its ids as bytes, and what was decided under names that the input does not have. */
    private Dataset<Row> joined(String id, Dataset<Row> by, Optional<Dataset<Row>> documents) {
        Dataset<Row> found = by.withColumnRenamed("id", id);
        for (String column : COLUMNS) {
            found = found.withColumnRenamed(column, unusedName(PREFIX + column));
        }
        Dataset<Row> joined = input.withColumn(id, DocumentColumns.id(input, options.idColumn))
                .join(found, new String[] {id}, "left");
        if (documents.isEmpty()) {
            return joined;
        }
        // If several rows have one id, the decision holds for those with the text of the document.
        String text = unusedName(PREFIX + "text");
        joined = joined.join(
                documents
                        .get()
                        .select(col("id").as(id), col("text").cast("string").as(text)),
                new String[] {id},
                "left");
        Column same = col(text)
                .isNull()
                .or(DocumentColumns.text(input, options.textColumn).eqNullSafe(col(text)));
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
