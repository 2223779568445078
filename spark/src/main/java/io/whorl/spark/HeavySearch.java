package io.whorl.spark;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Finds the minutiae that many more families hold than the limit. A sample of the families names candidates, and all
 * families are counted for these. So a minutia that is missed has few holders, and one that is found was counted
 * exactly. The driver holds at most {@value #MOST} minutiae.
 */
final class HeavySearch {
    /** The largest number of heavy minutiae. */
    private static final int MOST = 100_000;
    /** A minutia is a candidate if the sample has so many holders. */
    private static final int LEAST_IN_SAMPLE = 32;

    private final PairRule rule;
    private final int every;

    /** @param every one of so many families is in the sample */
    HeavySearch(PairRule rule, int every) {
        this.rule = rule;
        this.every = every;
    }

    /**
     * Searches.
     *
     * @param families numbered families with their minutiae
     * @param count their number
     * @param figures receives the counts of what is found
     */
    HeavyMinutiae find(Dataset<Row> families, long count, GroupFigures figures) {
        // Below this, the sample cannot show a minutia as a candidate that exceeds the limit.
        long inSample = Math.max(LEAST_IN_SAMPLE, rule.maxDf() / every);
        if (count <= rule.maxDf() || count / every < inSample) {
            return HeavyMinutiae.NONE;
        }
        SparkSession session = families.sparkSession();
        JavaSparkContext context = new JavaSparkContext(session.sparkContext());
        Broadcast<HeavyMinutiae> none = context.broadcast(HeavyMinutiae.NONE);
        List<Row> candidates = families.filter(col("u").mod(lit(every)).equalTo(0))
                .mapPartitions(new PostingTask(none, true), Encoders.row(PostingTask.SCHEMA))
                .groupBy("minutia")
                .agg(count(lit(1)).as("held"))
                .filter(col("held").gt(inSample))
                .sort(col("held").desc(), col("minutia"))
                .limit(MOST)
                .select("minutia")
                .collectAsList();
        if (candidates.isEmpty()) {
            return HeavyMinutiae.NONE;
        }
        Broadcast<HeavyMinutiae> named = context.broadcast(HeavyMinutiae.candidates(candidates));
        List<Row> counted = families.mapPartitions(
                        new HeavyCountTask(named, rule.alias()), Encoders.row(HeavyCountTask.SCHEMA))
                .groupBy("minutia")
                .agg(
                        sum("held").as("held"),
                        sum("holders").as("holders"),
                        bit_xor(col("who")).as("who"))
                .filter(col("held").gt(rule.maxDf()))
                .collectAsList();
        named.destroy();
        Set<List<Long>> lists = new HashSet<>();
        for (Row row : counted) {
            lists.add(List.of(row.<Long>getAs("held"), row.<Long>getAs("who")));
            figures.add("ignoredMinutiae", 1);
            figures.add("ignoredPostings", row.<Long>getAs("holders"));
            figures.add("commonMinutiae", rule.isCommon(row.<Long>getAs("held")) ? 1 : 0);
        }
        figures.add("ignoredLists", lists.size());
        return HeavyMinutiae.counted(counted);
    }
}
