package io.whorl.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.whorl.spark.WhorlSparkException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/** The fingerprinted documents of a DataFrame, and what was left out. */
final class GroupInput {
    private static final String LEFT_OUT = "leftOut";

    private final Dataset<Row> rows;
    private final long documents;

    private GroupInput(Dataset<Row> rows, long documents) {
        this.rows = rows;
        this.documents = documents;
    }

    /**
     * Fingerprints.
     *
     * @param figures receives the counts of rows
     * @throws WhorlSparkException if a column is missing, an id is repeated, or a row is refused
     */
    static GroupInput of(
            Dataset<Row> rows, SparkGroupOptions options, String scheme, RankKey key, GroupFigures figures, Kept kept) {
        Optional<Column> value =
                key.isOfColumn() ? options.keyColumn().map(name -> DocumentColumns.text(rows, name)) : Optional.empty();
        SparkBuildOptions columns = columns(options);
        Column none = lit(null).cast("string");
        Dataset<Row> fingerprinted = kept.keep(DocumentColumns.select(
                        rows, columns, value.orElse(none).as("key"))
                .mapPartitions(
                        new FingerprintTask(scheme, key, options.minDocument()), Encoders.row(FingerprintTask.SCHEMA)));
        long documents = 0;
        long bad = 0;
        for (Row kind : fingerprinted
                .groupBy(LEFT_OUT)
                .agg(
                        count(lit(1)).as("rows"),
                        sum("words").as("words"),
                        sum(when(col("n").equalTo(0), 1L)).as("withoutMinutiae"),
                        sum(when(col("key").equalTo(RankKey.NONE), 1L)).as("withoutKey"))
                .sort(LEFT_OUT)
                .collectAsList()) {
            long count = kind.getAs("rows");
            if (kind.isNullAt(0)) {
                documents = count;
                figures.add("documents", count);
                figures.add(kind, "words");
                figures.add(kind, "withoutMinutiae");
                figures.add(kind, "withoutKey");
            } else {
                LeftOut reason = LeftOut.valueOf(kind.getString(0));
                figures.add(field(reason), count);
                bad += reason.isBad() ? count : 0;
            }
        }
        if (options.strict() && bad > 0) {
            throw new WhorlSparkException(
                    Reason.REFUSED_ROWS,
                    bad + " rows are no documents: " + figures + "; correct them, or run without strict");
        }
        GroupInput input = new GroupInput(fingerprinted.filter(col(LEFT_OUT).isNull()), documents);
        input.refuseRepeated();
        return input;
    }

    private static String field(LeftOut reason) {
        return switch (reason) {
            case NULL_ID -> "nullIds";
            case NULL_TEXT -> "nullTexts";
            case UNUSABLE_ID -> "unusableIds";
            case TOO_LONG -> "tooLong";
            case TOO_SHORT -> "tooShort";
            case REFUSED -> "refused";
            case REPEATED_ID -> "repeatedIds";
        };
    }

    private static SparkBuildOptions columns(SparkGroupOptions options) {
        SparkBuildOptions.Builder columns = SparkBuildOptions.builder()
                .idColumn(options.idColumn())
                .textColumn(options.textColumn())
                .maxDocument(options.maxDocument());
        options.dateColumn().ifPresent(columns::dateColumn);
        return columns.build();
    }

    private void refuseRepeated() {
        Row repeated = rows.groupBy("id")
                .agg(count(lit(1)).as("rows"))
                .filter(col("rows").gt(1))
                .agg(count(lit(1)), min("id"))
                .head();
        if (repeated.getLong(0) > 0) {
            String id = new String((byte[]) repeated.get(1), StandardCharsets.UTF_8);
            throw new WhorlSparkException(
                    Reason.REFUSED_ROWS,
                    repeated.getLong(0) + " ids are those of several rows, such as '" + id
                            + "'; name a column of unique ids, or leave the other rows out with dropDuplicates");
        }
    }

    /** The documents: {@code id}, {@code words}, {@code n}, {@code minutiae}, {@code digest}, {@code key}. */
    Dataset<Row> rows() {
        return rows;
    }

    /** The number of documents. */
    long documents() {
        return documents;
    }
}
