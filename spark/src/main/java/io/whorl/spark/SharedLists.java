package io.whorl.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import io.whorl.spark.HeavySearch.CommonTask;
import io.whorl.spark.HeavySearch.HeavyMinutiae;
import io.whorl.spark.HeavySearch.HeavyTallyTask;
import io.whorl.spark.HeavySearch.RegroupTask;
import io.whorl.spark.SimilarPairs.UnpairedLists;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

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

    /** Makes lists of sorted postings: for each minutia that two families or more hold, their numbers. */
    private static final class ListTask implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        static final StructType SCHEMA = new StructType()
                .add("list", DataTypes.BinaryType, false)
                .add("minutia", DataTypes.LongType, false)
                .add("held", DataTypes.LongType, false)
                .add("holders", DataTypes.LongType, false);

        @Override
        public Iterator<Row> call(Iterator<Row> postings) {
            return new Lists(postings);
        }

        private static final class Lists implements Iterator<Row> {
            private final Iterator<Row> postings;
            private Row posting;
            private long[] families = new long[64];
            private Row next;

            Lists(Iterator<Row> postings) {
                this.postings = postings;
                advance();
            }

            private void advance() {
                posting = postings.hasNext() ? postings.next() : null;
            }

            @Override
            public boolean hasNext() {
                while (next == null && posting != null) {
                    next = read();
                }
                return next != null;
            }

            /** Reads the postings of one minutia; null if one family alone holds it. */
            private Row read() {
                long minutia = posting.getLong(0);
                int held = 0;
                long more = 0;
                for (; posting != null && posting.getLong(0) == minutia; advance()) {
                    long u = posting.getLong(1);
                    if (u < 0) {
                        more -= u;
                        continue;
                    }
                    if (held == families.length) {
                        families = Arrays.copyOf(families, held * 2);
                    }
                    families[held++] = u;
                }
                return held < 2
                        ? null
                        : RowFactory.create(Gaps.encode(families, held), minutia, (long) held, held + more);
            }

            @Override
            public Row next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("there are no more lists");
                }
                Row current = next;
                next = null;
                return current;
            }
        }
    }

    /** Tells each family of a list how many minutiae the list has for it, and of which kind. */
    private static final class TallyTask implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        static final StructType SCHEMA = new StructType()
                .add("u", DataTypes.LongType, false)
                .add("shared", DataTypes.LongType, false)
                .add("sharedWeight", DataTypes.LongType, false)
                .add("ignored", DataTypes.LongType, false)
                .add("common", DataTypes.LongType, false)
                .add("commonWeight", DataTypes.LongType, false)
                .add("unpaired", DataTypes.BinaryType);

        private final PairRule rule;
        private final long documents;

        /** @param documents the number of all documents */
        TallyTask(PairRule rule, long documents) {
            this.rule = rule;
            this.documents = documents;
        }

        @Override
        public Iterator<Row> call(Iterator<Row> lists) {
            return new FlatIterator<>(lists, list -> {
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
            });
        }
    }

    /**
     * Gives the postings of families: a minutia and the number of the family. If documents of equal fingerprints count
     * one by one in weights, a family of more than one document gives a second posting, whose negative number says how
     * many more documents there are.
     */
    static final class PostingTask implements MapPartitionsFunction<Row, Row> {
        private static final long serialVersionUID = 1;

        static final StructType SCHEMA =
                new StructType().add("minutia", DataTypes.LongType, false).add("u", DataTypes.LongType, false);

        private final Broadcast<HeavyMinutiae> without;
        private final boolean alias;

        /** @param without the minutiae that are counted apart */
        PostingTask(Broadcast<HeavyMinutiae> without, boolean alias) {
            this.without = without;
            this.alias = alias;
        }

        @Override
        public Iterator<Row> call(Iterator<Row> rows) {
            HeavyMinutiae heavy = without.value();
            return new FlatIterator<>(rows, row -> {
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
        }
    }
}
