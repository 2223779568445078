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

import io.whorl.LimitExceededException;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.spark.GroupResult.Figures;
import io.whorl.spark.WhorlSparkException.Reason;
import io.whorl.store.DocumentTable;
import io.whorl.strategy.Strategies;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * The fingerprinted documents of a DataFrame.
 *
 * @param rows the documents: {@code id}, {@code words}, {@code n}, {@code minutiae}, {@code digest}, {@code key}
 * @param documents their number
 * @param firsts of each id of several rows, the {@code id} and the {@code text} of the document; empty if no id is
 *     repeated
 */
record GroupInput(Dataset<Row> rows, long documents, Optional<Dataset<Row>> firsts) {
    private static final String LEFT_OUT = "leftOut";
    /** The rows that a build of one machine takes as documents, before it looks at their length. */
    private static final Column HAS_TEXT =
            coalesce(col(LEFT_OUT), lit(LeftOut.TOO_SHORT.name())).equalTo(LeftOut.TOO_SHORT.name());

    /**
     * Fingerprints.
     *
     * @param figures receives the counts of rows
     * @throws WhorlSparkException if a column is missing, or a row is refused
     */
    static GroupInput of(
            Dataset<Row> rows, SparkOptions options, String scheme, RankKey key, Figures figures, Kept kept) {
        Column value = key.isOfColumn()
                ? DocumentColumns.text(rows, options.keyColumn)
                : lit(null).cast("string");
        Dataset<Row> read = DocumentColumns.select(rows, options, value.as("key"));
        RowTask task = fingerprinting(scheme, key, options.minDocument);
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
                figures.add(reason.figure(), count);
                bad += reason.isBad() ? count : 0;
            }
        }
        if (others > 0) {
            figures.add(LeftOut.REPEATED_ID.figure(), others);
            bad += others;
        }
        if (options.strict && bad > 0) {
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

    /**
     * Fingerprints rows of id, text, length, date and key. Each row of the input gives one row. {@code leftOut} is the
     * reason why a row is no document; then most other fields are null.
     *
     * @param minWords documents with fewer words are left out
     */
    private static RowTask fingerprinting(String scheme, RankKey key, long minWords) {
        return new RowTask(
                "leftOut string, id binary, words bigint, n int, minutiae binary, digest binary, key string", rows -> {
                    Scheme of = Scheme.fromJson(scheme);
                    Fingerprinter fingerprinter = Fingerprinter.of(of);
                    boolean levels = Strategies.comparability(of).kind() == Comparability.Kind.LEVELS;
                    MessageDigest digest = sha256();
                    return RowTask.each(rows, row -> fingerprint(row, key, minWords, fingerprinter, digest, levels));
                });
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static Row fingerprint(
            Row row, RankKey key, long minWords, Fingerprinter fingerprinter, MessageDigest digest, boolean levels) {
        byte[] id = row.getAs("id");
        byte[] text = row.getAs("text");
        if (id == null) {
            return leftOut(LeftOut.NULL_ID, null);
        }
        if (id.length < 1 || id.length > DocumentTable.LONGEST_ID) {
            return leftOut(LeftOut.UNUSABLE_ID, id);
        }
        if (text == null) {
            return leftOut(row.getAs("length") == null ? LeftOut.NULL_TEXT : LeftOut.TOO_LONG, id);
        }
        Fingerprint of;
        try {
            of = fingerprinter.fingerprint(text);
        } catch (LimitExceededException e) {
            return leftOut(LeftOut.REFUSED, id);
        }
        if (of.words() < minWords) {
            return leftOut(LeftOut.TOO_SHORT, id);
        }
        byte[] minutiae = Blocks.encode(of.toArray());
        // Scores by levels depend on the number of words too, so equal minutiae do not make equal documents.
        byte[] sum = digest.digest(levels ? id : minutiae);
        return RowFactory.create(
                null,
                id,
                of.words(),
                of.size(),
                minutiae,
                sum,
                key.of(of.words(), row.getAs("date"), row.getAs("key")));
    }

    private static Row leftOut(LeftOut reason, byte[] id) {
        return RowFactory.create(reason.name(), id, null, null, null, null, null);
    }
}
