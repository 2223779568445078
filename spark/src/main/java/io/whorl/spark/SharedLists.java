package io.whorl.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.spark.HeavySearch.HeavyMinutiae;
import io.whorl.spark.SimilarPairs.UnpairedLists;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
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
        Dataset<Row> postings = postings(heavy, rule.alias())
                .of(families)
                .repartition(col("minutia"))
                .sortWithinPartitions("minutia", "u");
        lists = kept.keep(LISTS.of(postings)
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
        Dataset<Row> tallies = tallies(rule, documents).of(lists);
        if (heavy.value().size() > 0) {
            tallies = tallies.union(HeavySearch.tallies(rule, documents, heavy).of(families));
        }
        return tallies.groupBy("u")
                .agg(
                        sum("shared").as("shared"),
                        sum("sharedWeight").as("sharedWeight"),
                        sum("ignored").as("ignored"),
                        sum("common").as("common"),
                        sum("commonWeight").as("commonWeight"),
                        collect_list("unpaired").as("unpaired"));
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
        Dataset<Row> common = HeavySearch.DIVIDE
                .of(lists.filter(isCommon()))
                .join(keepers, new String[] {"u"}, "left_semi")
                .repartition(col("of"))
                .sortWithinPartitions("of", "u");
        return rare.union(HeavySearch.REGROUP.of(common));
    }

    /** Makes lists of sorted postings: for each minutia that two families or more hold, their numbers. */
    private static final RowTask LISTS = new RowTask(
            "list binary not null, minutia bigint not null, held bigint not null, holders bigint not null",
            postings -> {
                LongArrayList families = new LongArrayList();
                return RowTask.flat(
                        RowTask.groups(postings, (a, b) -> a.getLong(0) == b.getLong(0)), one -> list(one, families));
            });

    /** @param families a buffer, because most minutiae are held by one family alone */
    private static Iterator<Row> list(Iterator<Row> postings, LongArrayList families) {
        families.clear();
        long more = 0;
        Row posting;
        do {
            posting = postings.next();
            long u = posting.getLong(1);
            if (u < 0) {
                more -= u;
            } else {
                families.addLong(u);
            }
        } while (postings.hasNext());
        long held = families.size();
        if (held < 2) {
            return Collections.emptyIterator();
        }
        return List.of(RowFactory.create(Gaps.encode(families.toLongArray()), posting.getLong(0), held, held + more))
                .iterator();
    }

    /** The fields of tallies. */
    static final String TALLY = "u bigint not null, shared bigint not null, sharedWeight bigint not null,"
            + " ignored bigint not null, common bigint not null, commonWeight bigint not null, unpaired binary";

    /**
     * Tells each family of a list how many minutiae the list has for it, and of which kind.
     *
     * @param documents the number of all documents
     */
    private static RowTask tallies(PairRule rule, long documents) {
        return new RowTask(
                TALLY,
                lists -> RowTask.flat(lists, list -> {
                    long held = list.getAs("held");
                    long minutiae = list.getAs("m");
                    long weight = minutiae * rule.rarity(documents, list.<Long>getAs("holders"));
                    boolean ignored = rule.isIgnored(held);
                    boolean common = rule.isCommon(held);
                    byte[] unpaired =
                            ignored ? UnpairedLists.list(list.<Long>getAs("name"), minutiae, weight, common) : null;
                    return LongStream.of(Gaps.decode(list.getAs("list")))
                            .mapToObj(u -> RowFactory.create(
                                    u,
                                    minutiae,
                                    weight,
                                    ignored ? minutiae : 0,
                                    common ? minutiae : 0,
                                    common ? weight : 0,
                                    unpaired))
                            .iterator();
                }));
    }

    /**
     * Gives the postings of families: a minutia and the number of the family. If documents of equal fingerprints count
     * one by one in weights, a family of more than one document gives a second posting, whose negative number says how
     * many more documents there are.
     *
     * @param without the minutiae that are counted apart
     */
    static RowTask postings(Broadcast<HeavyMinutiae> without, boolean alias) {
        return new RowTask("minutia bigint not null, u bigint not null", rows -> {
            HeavyMinutiae heavy = without.value();
            return RowTask.flat(rows, row -> {
                long u = row.getAs("u");
                int more = row.<Integer>getAs("size") - 1;
                return LongStream.of(Gaps.decode(row.getAs("minutiae")))
                        .filter(minutia -> heavy.find(minutia) < 0)
                        .boxed()
                        .flatMap(minutia -> alias || more == 0
                                ? Stream.of(RowFactory.create(minutia, u))
                                : Stream.of(RowFactory.create(minutia, u), RowFactory.create(minutia, (long) -more)))
                        .iterator();
            });
        });
    }
}
