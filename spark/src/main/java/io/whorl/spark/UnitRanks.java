package io.whorl.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import io.whorl.cluster.ClusterOptions.Representative;
import io.whorl.measure.Measure;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * The order in which units become representatives, as numbers from 0. A unit is a family, or its first document alone
 * if the score of a document with itself is below the threshold. Units without another document have no rank.
 */
final class UnitRanks {
    private final SimilarPairs similar;
    private final Kept kept;

    UnitRanks(SimilarPairs similar, Kept kept) {
        this.similar = similar;
        this.kept = kept;
    }

    /** All units with what ranks depend on. */
    private Dataset<Row> units() {
        Dataset<Row> sides = similar.sides().select("u", "n", "joined");
        Dataset<Row> paired = similar.pairs()
                .select(col("a").as("u"))
                .union(similar.pairs().select(col("b").as("u")))
                .union(sides.filter(col("joined").gt(1)).select("u"))
                .distinct();
        Column whole = col("joined").equalTo(col("size"));
        Column self = similar.rule().measure() == Measure.SHARED ? col("n").cast("double") : lit(1.0);
        return paired.join(sides, new String[] {"u"}, "inner")
                .join(similar.families(), new String[] {"u"}, "inner")
                .select(
                        col("u"),
                        col("n"),
                        col("joined"),
                        col("digest"),
                        col("first"),
                        when(whole, col("lead")).otherwise(col("first")).as("face"),
                        when(whole, col("leadKey")).otherwise(col("firstKey")).as("key"),
                        self.as("self"));
    }

    /** In the order of keys, then of ids. */
    Dataset<Row> byKey(RankKey key) {
        Dataset<Row> units = units();
        // Families are numbered in the order of their first ids.
        return key == RankKey.ID
                ? kept.keep(units.withColumn("rank", col("u")))
                : kept.number(units, "rank", col("key"), col("face"));
    }

    /** In the order of clusters. */
    Dataset<Row> of(Representative rule) {
        Column direct = coalesce(col("direct"), lit(0L));
        Dataset<Row> units = units().join(degrees(), new String[] {"u"}, "left")
                .withColumn("degree", direct.plus(col("joined")))
                .withColumn("sum", coalesce(col("sum"), lit(0.0)));
        Column degree = col("degree").desc();
        Column sum = col("sum").desc();
        Column length = col("n").desc();
        List<Column> order =
                switch (rule) {
                    case CENTRAL -> List.of(degree, sum, length, col("u"));
                    case LONGEST -> List.of(length, degree, sum, col("u"));
                    case OLDEST -> List.of(col("key"), degree, sum, length, col("u"));
                };
        return kept.number(units, "rank", order.toArray(Column[]::new));
    }

    private Dataset<Row> degrees() {
        Dataset<Row> pairs = similar.pairs();
        Dataset<Row> into = pairs.select(
                col("b").as("u"), col("a").as("other"), col("joinedA").as("size"), col("score"));
        Dataset<Row> from = pairs.select(
                col("a").as("u"), col("b").as("other"), col("joinedB").as("size"), col("score"));
        Dataset<Row> all = similar.rule().measure().symmetric() ? into.union(from) : into;
        return all.repartition(col("u"))
                .sortWithinPartitions(col("u"), col("score").desc(), col("other"))
                .mapPartitions(new DegreeTask(), Encoders.row(DegreeTask.SCHEMA));
    }

    /**
     * The pairs by ranks: unit {@code p} may represent unit {@code q}.
     *
     * @param ranks the ranked units
     * @param upwards whether a representative always has a higher rank than its members
     */
    Dataset<Row> pairs(Dataset<Row> ranks, boolean upwards) {
        Dataset<Row> ranked = similar.pairs()
                .select("a", "b", "score")
                .join(ranks.select(col("u").as("a"), col("rank").as("rankA")), new String[] {"a"}, "inner")
                .join(ranks.select(col("u").as("b"), col("rank").as("rankB")), new String[] {"b"}, "inner");
        if (!similar.rule().measure().symmetric()) {
            Dataset<Row> directed =
                    ranked.select(col("rankB").as("p"), col("rankA").as("q"), col("score"));
            return kept.keep(upwards ? directed.filter(col("p").lt(col("q"))) : directed);
        }
        Dataset<Row> down = ranked.select(
                least(col("rankA"), col("rankB")).as("p"),
                greatest(col("rankA"), col("rankB")).as("q"),
                col("score"));
        return kept.keep(upwards ? down : down.union(down.select(col("q").as("p"), col("p").as("q"), col("score"))));
    }

    /**
     * Sums the documents that are similar to each unit, and their scores. The rows are sorted, the best score first, so
     * that the sums of floating-point numbers are those of one machine.
     */
    private static final class DegreeTask implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        static final StructType SCHEMA = new StructType()
                .add("u", DataTypes.LongType, false)
                .add("direct", DataTypes.LongType, false)
                .add("sum", DataTypes.DoubleType, false);

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            return new Iterator<>() {
                private Row row = rows.hasNext() ? rows.next() : null;

                @Override
                public boolean hasNext() {
                    return row != null;
                }

                @Override
                public Row next() {
                    long u = row.getAs("u");
                    long direct = 0;
                    double sum = 0;
                    for (; row != null && row.<Long>getAs("u") == u; row = rows.hasNext() ? rows.next() : null) {
                        int size = row.getAs("size");
                        direct += size;
                        sum += size * row.<Double>getAs("score");
                    }
                    return RowFactory.create(u, direct, sum);
                }
            };
        }
    }
}
