package io.whorl.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

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
}
