package io.whorl.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.agrona.collections.LongHashSet;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** The stars of ranked units, numbered: the largest first, then by the rank of the representative. */
final class StarClusters {
    private final SimilarPairs similar;
    private final Dataset<Row> clusters;
    private final Dataset<Row> units;

    /**
     * Chooses representatives, and the best representative of each member.
     *
     * @param ranks the ranked units
     * @param pairs the pairs by ranks
     * @param taskPairs the largest number of undecided pairs that one task decides
     */
    StarClusters(SimilarPairs similar, Dataset<Row> ranks, Dataset<Row> pairs, long taskPairs, Kept kept) {
        this.similar = similar;
        Dataset<Row> members = new StarRounds(kept, taskPairs).members(pairs.filter(col("p").lt(col("q"))));
        Dataset<Row> links = pairs.join(members, new String[] {"q"}, "left_semi")
                .join(members.select(col("q").as("p")), new String[] {"p"}, "left_anti")
                .groupBy("q")
                // The highest score, then the highest rank.
                .agg(min(struct(col("score").multiply(-1.0).as("negative"), col("p")))
                        .as("best"))
                .select(
                        col("q").as("rank"),
                        col("best.p").as("p"),
                        col("best.negative").multiply(-1.0).as("score"));
        units = kept.keep(ranks.join(links, new String[] {"rank"}, "left")
                .withColumn("p", coalesce(col("p"), col("rank")))
                .withColumn("score", coalesce(col("score"), col("self"))));
        Dataset<Row> sizes = units.groupBy("p")
                .agg(sum("joined").as("documents"))
                .filter(col("documents").gt(1));
        Dataset<Row> representatives =
                units.select(col("rank").as("p"), col("face"), col("joined").as("equal"));
        clusters = kept.number(
                sizes.join(representatives, new String[] {"p"}, "inner"),
                "number",
                col("documents").desc(),
                col("p"));
    }

    /**
     * All documents of clusters: {@code id}, {@code words}, {@code cluster}, {@code documents} of the cluster, its
     * {@code face} and the {@code score} with it.
     */
    Dataset<Row> documents() {
        Dataset<Row> placed = units.select("p", "digest", "first", "joined", "score")
                .join(clusters, new String[] {"p"}, "inner")
                .select(
                        col("digest"),
                        col("first"),
                        col("joined"),
                        col("score"),
                        col("number").plus(1L).as("cluster"),
                        col("documents"),
                        col("face"));
        return similar.documents()
                .select("id", "words", "digest")
                .join(placed, new String[] {"digest"}, "inner")
                .filter(col("joined").gt(1).or(col("id").equalTo(col("first"))))
                .select("id", "words", "cluster", "documents", "face", "score");
    }

    /** Adds the figures of the clusters. */
    void count(GroupFigures figures) {
        Row sums = clusters.agg(
                        sum(lit(1L)).as("clusters"),
                        sum("documents").as("clustered"),
                        sum(col("equal").minus(1).cast("bigint")).as("equalFingerprints"))
                .head();
        figures.add(sums);
    }

    /**
     * Finds which units are members of stars. One machine decides units in the order of their ranks: a unit is a member
     * if a representative of higher rank is similar to it, and a representative otherwise. The rounds give the same
     * answer. In each one, the units that no undecided unit of higher rank is similar to are representatives, because
     * their answer cannot change any more; all undecided units that are similar to them are members. At least the unit
     * of the highest rank is decided in each round.
     */
    private static final class StarRounds {
        private static final StructType MEMBER = new StructType().add("q", DataTypes.LongType, false);

        private final Kept kept;
        private final long taskPairs;

        /** @param taskPairs the largest number of undecided pairs that one task decides */
        StarRounds(Kept kept, long taskPairs) {
            this.kept = kept;
            this.taskPairs = taskPairs;
        }

        /**
         * The ranks of all members.
         *
         * @param pairs ranks {@code p} and {@code q} of similar units, where {@code p} is the smaller number
         */
        Dataset<Row> members(Dataset<Row> pairs) {
            Dataset<Row> members = kept.session().createDataFrame(java.util.List.of(), MEMBER);
            Dataset<Row> undecided = kept.keep(pairs.select("p", "q"));
            for (long left = undecided.count(); left > taskPairs; left = undecided.count()) {
                Dataset<Row> below = undecided.select(col("q").as("p")).distinct();
                Dataset<Row> joined = kept.keep(undecided
                        .join(below, new String[] {"p"}, "left_anti")
                        .select("q")
                        .distinct());
                Dataset<Row> next = kept.keep(undecided
                        .join(joined, new String[] {"q"}, "left_anti")
                        .select("p", "q")
                        .join(joined.select(col("q").as("p")), new String[] {"p"}, "left_anti")
                        .select("p", "q"));
                next.count();
                kept.release(undecided);
                undecided = next;
                members = kept.keep(members.union(joined));
            }
            Dataset<Row> rest = undecided
                    .repartition(1)
                    .sortWithinPartitions("p", "q")
                    .mapPartitions(new GreedyTask(), Encoders.row(MEMBER));
            return kept.keep(members.union(rest));
        }
    }

    /**
     * Decides all pairs of one partition in the order of ranks, as one machine does. All pairs of a unit with units of
     * higher rank come before its pairs with units of lower rank.
     */
    private static final class GreedyTask implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        @Override
        public Iterator<Row> call(Iterator<Row> sorted) {
            LongHashSet members = new LongHashSet();
            return new FlatIterator<>(sorted, pair -> {
                long q = pair.getLong(1);
                boolean joins = !members.contains(pair.getLong(0)) && members.add(q);
                return joins ? List.of(RowFactory.create(q)).iterator() : Collections.emptyIterator();
            });
        }
    }
}
