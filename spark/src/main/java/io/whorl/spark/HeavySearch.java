package io.whorl.spark;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.hash.SplitMix64;
import io.whorl.spark.SimilarPairs.UnpairedLists;
import java.io.Serializable;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
        List<Row> candidates = MINUTIAE.of(
                        families.filter(col("u").mod(lit(every)).equalTo(0)))
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
        List<Row> counted = counting(named, rule.alias())
                .of(families)
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

    /** The minutiae of families. */
    private static final RowTask MINUTIAE = new RowTask(
            "minutia bigint not null",
            families -> RowTask.flat(families, family -> LongStream.of(Gaps.decode(family.getAs("minutiae")))
                    .mapToObj(RowFactory::create)
                    .iterator()));

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
                        for (long minutia : Gaps.decode(row.getAs("minutiae"))) {
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

    /** Makes lists of what is left of the sorted rows of {@link #DIVIDE}. */
    static final RowTask REGROUP = new RowTask(
            "list binary not null, m bigint not null, weight bigint not null",
            rows -> RowTask.each(
                    RowTask.groups(rows, (a, b) -> Arrays.equals(a.<byte[]>getAs("of"), b.<byte[]>getAs("of"))),
                    list -> {
                        LongArrayList families = new LongArrayList();
                        Row row;
                        do {
                            row = list.next();
                            families.addLong(row.<Long>getAs("u"));
                        } while (list.hasNext());
                        return RowFactory.create(
                                Gaps.encode(families.toLongArray()), row.<Long>getAs("m"), row.<Long>getAs("weight"));
                    }));

    /** Divides lists into a row for each family. The digest of a list names it. */
    static final RowTask DIVIDE =
            new RowTask("of binary not null, m bigint not null, weight bigint not null, u bigint not null", lists -> {
                MessageDigest digest = FingerprintTask.sha256();
                return RowTask.flat(lists, list -> {
                    byte[] bytes = list.getAs("list");
                    byte[] of = digest.digest(bytes);
                    long m = list.getAs("m");
                    long weight = list.getAs("weight");
                    return LongStream.of(Gaps.decode(bytes))
                            .mapToObj(u -> RowFactory.create(of, m, weight, u))
                            .iterator();
                });
            });

    /**
     * Minutiae that far more families hold than the limit, such as those of a template in every document. Their
     * postings are never shuffled: each task has this table instead. The arrays do not change.
     *
     * @param minutiae in signed ascending order
     * @param held the number of families that hold each
     * @param holders the number of documents that hold each, as weights count them
     */
    @SuppressWarnings("ArrayRecordComponent") // Compared by nobody; the arrays are large.
    record HeavyMinutiae(long[] minutiae, long[] held, long[] holders) implements Serializable {
        private static final long serialVersionUID = 1;

        static final HeavyMinutiae NONE = new HeavyMinutiae(new long[0], new long[0], new long[0]);

        /** Minutiae that are not counted yet. */
        static HeavyMinutiae candidates(List<Row> rows) {
            long[] minutiae = rows.stream()
                    .mapToLong(row -> row.<Long>getAs("minutia"))
                    .sorted()
                    .toArray();
            return new HeavyMinutiae(minutiae, new long[minutiae.length], new long[minutiae.length]);
        }

        static HeavyMinutiae counted(List<Row> rows) {
            List<Row> sorted = rows.stream()
                    .sorted(Comparator.comparingLong(row -> row.<Long>getAs("minutia")))
                    .toList();
            return new HeavyMinutiae(
                    sorted.stream().mapToLong(row -> row.<Long>getAs("minutia")).toArray(),
                    sorted.stream().mapToLong(row -> row.<Long>getAs("held")).toArray(),
                    sorted.stream().mapToLong(row -> row.<Long>getAs("holders")).toArray());
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
            long common = 0;
            long commonWeight = 0;
            List<byte[]> unpaired = new ArrayList<>();
            for (long minutia : Gaps.decode(family.getAs("minutiae"))) {
                int i = find(minutia);
                if (i >= 0) {
                    long each = rule.rarity(documents, holders[i]);
                    boolean isCommon = rule.isCommon(held[i]);
                    n++;
                    weight += each;
                    common += isCommon ? 1 : 0;
                    commonWeight += isCommon ? each : 0;
                    unpaired.add(UnpairedLists.list(minutia, 1, each, isCommon));
                }
            }
            byte[] lists = UnpairedLists.sorted(unpaired, true);
            return RowFactory.create(family.<Long>getAs("u"), n, weight, n, common, commonWeight, lists);
        }
    }
}
