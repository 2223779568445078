package io.whorl.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.whorl.spark.WhorlSparkException.Reason;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** The fingerprinted documents of a DataFrame, and what was left out. */
final class GroupInput {
    private static final String LEFT_OUT = "leftOut";
    /** The rows that a build of one machine takes as documents, before it looks at their length. */
    private static final Column HAS_TEXT =
            coalesce(col(LEFT_OUT), lit(LeftOut.TOO_SHORT.name())).equalTo(LeftOut.TOO_SHORT.name());

    private final Dataset<Row> rows;
    private final long documents;
    private final Optional<Dataset<Row>> firsts;

    private GroupInput(Dataset<Row> rows, long documents, Optional<Dataset<Row>> firsts) {
        this.rows = rows;
        this.documents = documents;
        this.firsts = firsts;
    }

    /**
     * Fingerprints.
     *
     * @param figures receives the counts of rows
     * @throws WhorlSparkException if a column is missing, or a row is refused
     */
    static GroupInput of(
            Dataset<Row> rows, SparkGroupOptions options, String scheme, RankKey key, GroupFigures figures, Kept kept) {
        Optional<Column> value =
                key.isOfColumn() ? options.keyColumn().map(name -> DocumentColumns.text(rows, name)) : Optional.empty();
        Column none = lit(null).cast("string");
        Dataset<Row> read =
                DocumentColumns.select(rows, options, value.orElse(none).as("key"));
        RowTask task = FingerprintTask.of(scheme, key, options.minDocument());
        Dataset<Row> fingerprinted = kept.keep(task.of(read));
        Dataset<Row> repeated = fingerprinted
                .filter(HAS_TEXT)
                .groupBy("id")
                .agg(count(lit(1)).as("rows"))
                .filter(col("rows").gt(1));
        long others = repeated.agg(coalesce(sum(col("rows").minus(1)), lit(0L)))
                .head()
                .getLong(0);
        Optional<Dataset<Row>> firsts = Optional.empty();
        if (others > 0) {
            Dataset<Row> ids = kept.keep(repeated.select("id"));
            firsts = Optional.of(kept.keep(firsts(read, ids)));
            Dataset<Row> all = fingerprinted
                    .filter(HAS_TEXT)
                    .join(ids, new String[] {"id"}, "left_anti")
                    .unionByName(fingerprinted.filter(not(HAS_TEXT)))
                    .unionByName(task.of(firsts.get()));
            fingerprinted = kept.keep(all);
        }
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
        if (others > 0) {
            figures.add(field(LeftOut.REPEATED_ID), others);
            bad += others;
        }
        if (options.strict() && bad > 0) {
            throw new WhorlSparkException(
                    Reason.REFUSED_ROWS,
                    bad + " rows are no documents: " + figures + "; correct them, or run without strict");
        }
        return new GroupInput(fingerprinted.filter(col(LEFT_OUT).isNull()), documents, firsts);
    }

    /**
     * Of the rows of each of these ids, the one that a shard keeps too: that of the least text, then of the earliest
     * date. Rows have no order, so there is no first one.
     */
    private static Dataset<Row> firsts(Dataset<Row> read, Dataset<Row> ids) {
        Column order = struct(
                col(DocumentColumns.TEXT),
                coalesce(col(DocumentColumns.DATE), lit(Long.MAX_VALUE)),
                col(DocumentColumns.DATE),
                col("key"),
                col(DocumentColumns.LENGTH));
        return read.filter(col(DocumentColumns.TEXT).isNotNull())
                .join(ids, new String[] {"id"}, "left_semi")
                .groupBy("id")
                .agg(min(order).as("first"))
                .select(
                        col("id"),
                        col("first").getField(DocumentColumns.TEXT).as(DocumentColumns.TEXT),
                        col("first").getField(DocumentColumns.LENGTH).as(DocumentColumns.LENGTH),
                        col("first").getField(DocumentColumns.DATE).as(DocumentColumns.DATE),
                        col("first").getField("key").as("key"));
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

    /** The documents: {@code id}, {@code words}, {@code n}, {@code minutiae}, {@code digest}, {@code key}. */
    Dataset<Row> rows() {
        return rows;
    }

    long documents() {
        return documents;
    }

    /** Of each id of several rows, the {@code id} and the {@code text} of the document; empty if no id is repeated. */
    Optional<Dataset<Row>> firsts() {
        return firsts;
    }
}
