package io.whorl.spark;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.whorl.hash.SplitMix64;
import io.whorl.spark.GroupResult.Figures;
import io.whorl.spark.SimilarPairs.PairRule;
import io.whorl.spark.SimilarPairs.UnpairedLists;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
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
     */
    HeavyMinutiae find(Dataset<Row> families, long count) {
        // Below this, the sample cannot show a minutia as a candidate that exceeds the limit.
        long inSample = Math.max(LEAST_IN_SAMPLE, rule.maxDf() / every);
        if (count <= rule.maxDf() || count / every < inSample) {
            return HeavyMinutiae.NONE;
        }
        SparkSession session = families.sparkSession();
        JavaSparkContext context = new JavaSparkContext(session.sparkContext());
        List<Row> candidates = MINUTIAE.of(
                        families.filter(col("u").mod(lit(every)).equalTo(0)))
                .groupBy("minutia")
                .agg(count(lit(1)).as("held"))
                .filter(col("held").gt(inSample))
                .sort(col("held").desc(), col("minutia"))
                .limit(MOST)
                .select("minutia")
                .sort("minutia")
                .collectAsList();
        if (candidates.isEmpty()) {
            return HeavyMinutiae.NONE;
        }
        Broadcast<HeavyMinutiae> named = context.broadcast(HeavyMinutiae.of(candidates, false));
        List<Row> counted = counting(named, rule.alias())
                .of(families)
                .groupBy("minutia")
                .agg(
                        sum("held").as("held"),
                        sum("holders").as("holders"),
                        bit_xor(col("who")).as("who"))
                .filter(col("held").gt(rule.maxDf()))
                .sort("minutia")
                .collectAsList();
        named.destroy();
        return HeavyMinutiae.of(counted, true);
    }

    /** The minutiae of families. */
    private static final RowTask MINUTIAE = new RowTask(
            "minutia bigint not null",
            families -> RowTask.flat(families, family -> LongStream.of(Blocks.decode(family.getAs("minutiae")))
                    .mapToObj(RowFactory::create)
                    .iterator()));

    /** Decides which heavy minutiae are of frames, by the votes of all families that share minutiae. */
    HeavyMinutiae frames(Broadcast<HeavyMinutiae> found, Dataset<Row> families) {
        HeavyMinutiae all = found.value();
        if (all.size() == 0) {
            return all;
        }
        long[] votes = new long[all.size()];
        for (Row row :
                VOTING.apply(found).of(families).groupBy("i").agg(sum("votes")).collectAsList()) {
            votes[row.getInt(0)] = row.getLong(1);
        }
        boolean[] frames = new boolean[all.size()];
        for (int i = 0; i < frames.length; i++) {
            frames[i] = rule.omissions().isFrame(votes[i], all.held[i]);
        }
        return new HeavyMinutiae(all.minutiae, all.held, all.holders, all.who, frames);
    }

    /** Sums the votes on each heavy minutia in one partition. */
    private static final Function<Broadcast<HeavyMinutiae>, RowTask> VOTING =
            found -> new RowTask("i int not null, votes bigint not null", rows -> {
                HeavyMinutiae of = found.value();
                long[] votes = new long[of.size()];
                while (rows.hasNext()) {
                    Row row = rows.next();
                    for (long minutia : Blocks.decode(row.getAs("minutiae"))) {
                        int i = of.find(minutia);
                        if (i >= 0) {
                            votes[i] += row.<Long>getAs("vote");
                        }
                    }
                }
                return IntStream.range(0, votes.length)
                        .mapToObj(i -> RowFactory.create(i, votes[i]))
                        .iterator();
            });

    /** Tells each family the sum of {@code Omissions.shared} of its heavy minutiae. */
    static RowTask shared(PairRule rule, Broadcast<HeavyMinutiae> heavy) {
        return new RowTask(
                "u bigint not null, m bigint not null",
                families -> RowTask.each(
                        families,
                        family -> RowFactory.create(
                                family.<Long>getAs("u"),
                                LongStream.of(Blocks.decode(family.getAs("minutiae")))
                                        .mapToInt(heavy.value()::find)
                                        .filter(i -> i >= 0)
                                        .mapToLong(i -> rule.omissions().shared(heavy.value().held[i], 1))
                                        .sum())));
    }

    /**
     * Counts the holders of some minutiae in one partition: a row for each of these minutiae. {@code who} combines the
     * hashes of the holders: it is equal for minutiae of the same families.
     */
    private static RowTask counting(Broadcast<HeavyMinutiae> candidates, boolean alias) {
        return new RowTask(
                "minutia bigint not null, held bigint not null, holders bigint not null, who bigint not null", rows -> {
                    HeavyMinutiae of = candidates.value();
                    long[] held = new long[of.size()];
                    long[] holders = new long[of.size()];
                    long[] who = new long[of.size()];
                    while (rows.hasNext()) {
                        Row row = rows.next();
                        int size = alias ? 1 : row.<Integer>getAs("size");
                        long hash = SplitMix64.mix(row.<Long>getAs("u"));
                        for (long minutia : Blocks.decode(row.getAs("minutiae"))) {
                            int i = of.find(minutia);
                            if (i >= 0) {
                                held[i]++;
                                holders[i] += size;
                                who[i] ^= hash;
                            }
                        }
                    }
                    return IntStream.range(0, of.size())
                            .filter(i -> held[i] > 0)
                            .mapToObj(i -> RowFactory.create(of.minutiae[i], held[i], holders[i], who[i]))
                            .iterator();
                });
    }

    /**
     * Tells each family how many heavy minutiae it holds, in rows of {@link SharedLists#TALLY}.
     *
     * @param documents the number of all documents
     */
    static RowTask tallies(PairRule rule, long documents, Broadcast<HeavyMinutiae> heavy) {
        return new RowTask(
                SharedLists.TALLY,
                families -> RowTask.each(families, family -> heavy.value().tally(family, rule, documents)));
    }

    /**
     * Minutiae that far more families hold than the limit, such as those of a template in every document. Their
     * postings are never shuffled: each task has this table instead. The arrays do not change.
     *
     * @param minutiae in signed ascending order
     * @param held the number of families that hold each
     * @param holders the number of documents that hold each, as weights count them
     * @param who combines the hashes of the families that hold each
     * @param frames which of them are of frames
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody; the arrays are large.
    record HeavyMinutiae(long[] minutiae, long[] held, long[] holders, long[] who, boolean[] frames)
            implements Serializable {
        private static final long serialVersionUID = 1;

        static final HeavyMinutiae NONE = of(new long[0]);

        private static HeavyMinutiae of(long[] minutiae) {
            int n = minutiae.length;
            return new HeavyMinutiae(minutiae, new long[n], new long[n], new long[n], new boolean[n]);
        }

        /** @param rows with a minutia, and the counts if they are known, in the order of minutiae */
        static HeavyMinutiae of(List<Row> rows, boolean counted) {
            HeavyMinutiae all = of(
                    rows.stream().mapToLong(row -> row.<Long>getAs("minutia")).toArray());
            for (int i = 0; counted && i < all.size(); i++) {
                all.held[i] = rows.get(i).<Long>getAs("held");
                all.holders[i] = rows.get(i).<Long>getAs("holders");
                all.who[i] = rows.get(i).<Long>getAs("who");
            }
            return all;
        }

        /** Adds the counts of what these minutiae leave out. */
        void addTo(Figures figures) {
            Set<List<Long>> lists = new HashSet<>();
            for (int i = 0; i < size(); i++) {
                if (frames[i]) {
                    figures.add("commonMinutiae", 1);
                } else {
                    lists.add(List.of(held[i], who[i]));
                    figures.add("ignoredMinutiae", 1);
                    figures.add("ignoredPostings", holders[i]);
                }
            }
            figures.add("ignoredLists", lists.size());
        }

        int size() {
            return minutiae.length;
        }

        /** The index of a minutia; negative if it is not here. */
        int find(long minutia) {
            return minutiae.length == 0 ? -1 : Arrays.binarySearch(minutiae, minutia);
        }

        private Row tally(Row family, PairRule rule, long documents) {
            long n = 0;
            long weight = 0;
            long frame = 0;
            long frameWeight = 0;
            List<byte[]> unpaired = new ArrayList<>();
            for (long minutia : Blocks.decode(family.getAs("minutiae"))) {
                int i = find(minutia);
                if (i >= 0) {
                    long each = rule.rarity(documents, holders[i]);
                    n++;
                    weight += each;
                    frame += frames[i] ? 1 : 0;
                    frameWeight += frames[i] ? each : 0;
                    unpaired.add(UnpairedLists.list(minutia, 1, each, frames[i]));
                }
            }
            byte[] lists = UnpairedLists.sorted(unpaired);
            return RowFactory.create(family.<Long>getAs("u"), n, weight, n - frame, frame, frameWeight, lists);
        }
    }
}
