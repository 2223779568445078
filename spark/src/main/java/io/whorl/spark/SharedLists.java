package io.whorl.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;

/**
 * The distinct lists of the families that share minutiae, each with the number of its minutiae. One shuffle of postings
 * makes them. Minutiae of one family are in no list.
 */
final class SharedLists {
    private final Dataset<Row> lists;
    private final Broadcast<HeavyMinutiae> heavy;
    private final PairRule rule;
    private final long documents;
    private final long commonMinutiae;

    /**
     * Makes the lists.
     *
     * @param families numbered families with their minutiae
     * @param count the number of families
     * @param documents the number of all documents
     * @param sampleOf one of so many families is in the sample for heavy minutiae
     * @param figures receives the counts of what is left out
     */
    SharedLists(
            Dataset<Row> families,
            long count,
            long documents,
            PairRule rule,
            int sampleOf,
            GroupFigures figures,
            Kept kept) {
        this.rule = rule;
        this.documents = documents;
        HeavyMinutiae found = new HeavySearch(rule, sampleOf).find(families, count, figures);
        heavy = new JavaSparkContext(kept.session().sparkContext()).broadcast(found);
        UDF1<Long, Long> rarity = holders -> rule.rarity(documents, holders);
        lists = kept.keep(families.mapPartitions(new PostingTask(heavy, rule.alias()), Encoders.row(PostingTask.SCHEMA))
                .repartition(col("minutia"))
                .sortWithinPartitions("minutia", "u")
                .mapPartitions(new ListTask(), Encoders.row(ListTask.SCHEMA))
                .groupBy("list", "held", "holders")
                .agg(count(lit(1)).as("m"), min("minutia").as("name"))
                .withColumn(
                        "weight",
                        col("m").multiply(udf(rarity, DataTypes.LongType).apply(col("holders")))));
        Column ignored = col("held").gt(rule.maxDf());
        Row sums = lists.agg(
                        sum(when(ignored, col("m"))).as("ignoredMinutiae"),
                        sum(when(ignored, 1L)).as("ignoredLists"),
                        sum(when(ignored, col("m").multiply(col("holders")))).as("ignoredPostings"),
                        sum(when(col("held").gt(rule.commonDf()), col("m"))).as("commonMinutiae"))
                .head();
        figures.add(sums);
        commonMinutiae = figures.get("commonMinutiae");
    }

    /** True for lists of common minutiae that make pairs. */
    private Column isCommon() {
        return col("held").gt(rule.commonDf()).and(col("held").leq(rule.maxDf()));
    }

    /** What the lists, and heavy minutiae, tell of each family that they name. */
    Dataset<Row> tallies(Dataset<Row> families) {
        Dataset<Row> tallies = lists.mapPartitions(new TallyTask(rule, documents), Encoders.row(TallyTask.SCHEMA));
        if (heavy.value().size() > 0) {
            tallies = tallies.union(
                    families.mapPartitions(new HeavyTallyTask(rule, documents, heavy), Encoders.row(TallyTask.SCHEMA)));
        }
        Column[] sums = Stream.of(
                        Stream.of("sharedWeight", "ignored", "common", "commonWeight")
                                .map(name -> sum(name).as(name)),
                        Stream.of(collect_list("unpaired").as("unpaired")))
                .flatMap(columns -> columns)
                .toArray(Column[]::new);
        return tallies.groupBy("u").agg(sum("shared").as("shared"), sums);
    }

    /**
     * The lists of which pairs are made.
     *
     * @param keepers the numbers of the families of which common minutiae are not left out
     */
    Dataset<Row> paired(Dataset<Row> keepers) {
        Dataset<Row> rare = lists.filter(col("held").leq(Math.min(rule.maxDf(), rule.commonDf())))
                .select("list", "m", "weight");
        if (commonMinutiae == 0) {
            return rare;
        }
        Dataset<Row> common = lists.filter(isCommon())
                .mapPartitions(new CommonTask(), Encoders.row(CommonTask.SCHEMA))
                .join(keepers, new String[] {"u"}, "left_semi")
                .repartition(col("of"))
                .sortWithinPartitions("of", "u")
                .mapPartitions(new RegroupTask(), Encoders.row(RegroupTask.SCHEMA));
        return rare.union(common);
    }
}
