package io.whorl.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.agrona.collections.Long2LongHashMap;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.hash.SplitMix64;
import io.whorl.pairs.PairRequest.Omissions;
import io.whorl.spark.Blocks.Block;
import io.whorl.spark.Blocks.Filling;
import io.whorl.spark.Blocks.Numbers;
import io.whorl.spark.GroupResult.Figures;
import io.whorl.spark.HeavySearch.HeavyMinutiae;
import io.whorl.spark.SimilarPairs.PairRule;
import io.whorl.spark.SimilarPairs.UnpairedLists;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;

/**
 * The distinct lists of the families that share minutiae, each with the number of its minutiae. One shuffle of postings
 * makes them. Minutiae of one family are in no list.
 */
final class SharedLists {
    /** The postings that one task has in memory: 80 MB. */
    private static final double POSTINGS = 2e6;

    private final Dataset<Row> lists;
    private final Broadcast<HeavyMinutiae> heavy;
    private final PairRule rule;
    private final long documents;
    private final double pairs;

    /**
     * Makes the lists.
     *
     * @param families numbered families with their minutiae
     * @param count the number of families
     * @param postings the number of their minutiae, each counted once for each family
     * @param documents the number of all documents
     * @param sampleOf one of so many families is in the sample for heavy minutiae
     * @param figures receives the counts of what is left out
     */
    SharedLists(
            Dataset<Row> families,
            long count,
            long postings,
            long documents,
            PairRule rule,
            int sampleOf,
            Figures figures,
            Kept kept) {
        this.rule = rule;
        this.documents = documents;
        JavaSparkContext context = new JavaSparkContext(kept.session().sparkContext());
        HeavySearch search = new HeavySearch(rule, sampleOf);
        Broadcast<HeavyMinutiae> found = context.broadcast(search.find(families, count));
        UDF1<Long, Long> rarity = holders -> rule.rarity(documents, holders);
        Dataset<Row> counted = kept.keep(lists(families, found, postings, rule.alias())
                .groupBy("list", "held", "holders")
                .agg(sum("m").as("m"), min("name").as("name"))
                .withColumn(
                        "weight",
                        col("m").multiply(udf(rarity, DataTypes.LongType).apply(col("holders")))));
        if (rule.commonDf() < count) {
            Dataset<Row> votes = kept.keep(votes(counted, families, found, rule));
            lists = kept.keep(counted.join(votes(counted, votes, rule), new String[] {"name"}, "left")
                    .withColumn("frame", isFrame(rule)));
            heavy = context.broadcast(search.frames(found, families.join(votes, new String[] {"u"}, "inner")));
        } else {
            lists = counted.withColumn("frame", lit(false));
            heavy = found;
        }
        heavy.value().addTo(figures);
        Column ignored = col("held").gt(rule.maxDf()).and(not(col("frame")));
        Row sums = lists.agg(
                        sum(when(ignored, col("m"))).as("ignoredMinutiae"),
                        sum(when(ignored, 1L)).as("ignoredLists"),
                        sum(when(ignored, col("m").multiply(col("holders")))).as("ignoredPostings"),
                        sum(when(col("frame"), col("m"))).as("commonMinutiae"),
                        sum(when(isPaired(), col("held").cast("double").multiply(col("held"))))
                                .as("pairs"))
                .head();
        pairs = sums.isNullAt(4) ? 0 : sums.getDouble(4) / 2;
        List.of("ignoredMinutiae", "ignoredLists", "ignoredPostings", "commonMinutiae")
                .forEach(name -> figures.add(sums, name));
    }

    /** The most pairs that all lists make, each counted once for each list. */
    double pairs() {
        return pairs;
    }

    private Column isPaired() {
        return col("held").leq(rule.maxDf()).and(not(col("frame")));
    }

    /** What families say of the minutiae that they hold; only of families that share minutiae. */
    private static Dataset<Row> votes(
            Dataset<Row> counted, Dataset<Row> families, Broadcast<HeavyMinutiae> found, PairRule rule) {
        UDF2<Long, Integer, Long> vote = (shared, n) -> Omissions.vote(shared, n);
        UDF2<Long, Long, Long> counts = (held, m) -> rule.omissions().shared(held, m);
        Column shared = udf(counts, DataTypes.LongType).apply(col("held"), col("m"));
        Dataset<Row> sums = HOLDERS.of(
                        counted.select(col("list"), col("name"), shared.as("m")).filter("m > 0"))
                .select("u", "m")
                .union(HeavySearch.shared(rule, found).of(families))
                .groupBy("u")
                .agg(sum("m").as("shared"));
        return families.select("u", "n")
                .join(sums, new String[] {"u"}, "inner")
                .select(
                        col("u"),
                        udf(vote, DataTypes.LongType)
                                .apply(col("shared"), col("n"))
                                .as("vote"));
    }

    /** The votes of the families of each list that may be of a frame. */
    private static Dataset<Row> votes(Dataset<Row> counted, Dataset<Row> votes, PairRule rule) {
        UDF1<Long, Boolean> may = held -> rule.omissions().mayBeFrame(held);
        return HOLDERS.of(counted.filter(udf(may, DataTypes.BooleanType).apply(col("held")))
                        .select("list", "name", "m"))
                .join(votes, new String[] {"u"}, "inner")
                .groupBy("name")
                .agg(sum("vote").as("votes"));
    }

    private static Column isFrame(PairRule rule) {
        UDF2<Long, Long, Boolean> is = (votes, held) -> rule.omissions().isFrame(votes == null ? 0 : votes, held);
        return udf(is, DataTypes.BooleanType).apply(col("votes"), col("held"));
    }

    /** Gives the families of lists one by one. */
    private static final RowTask HOLDERS = new RowTask(
            "u bigint not null, name bigint not null, m bigint not null",
            lists -> RowTask.flat(lists, list -> LongStream.of(Blocks.decode(list.getAs("list")))
                    .mapToObj(u -> RowFactory.create(u, list.<Long>getAs("name"), list.<Long>getAs("m")))
                    .iterator()));

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
                        sum("frame").as("frame"),
                        sum("frameWeight").as("frameWeight"),
                        collect_list("unpaired").as("unpaired"));
    }

    /** The lists of which pairs are made. */
    Dataset<Row> paired() {
        return lists.filter(isPaired()).select("list", "m", "weight");
    }

    /** Fields of the lists that a task makes. A list that several tasks make has a row of each. */
    private static final String LISTS = "list binary not null, held bigint not null, holders bigint not null,"
            + " m bigint not null, name bigint not null";

    /**
     * The lists of families that share minutiae.
     *
     * @param heavy the minutiae that are counted apart
     * @param postings the number of all postings
     * @param alias whether documents of equal fingerprints count as one in weights
     */
    private static Dataset<Row> lists(
            Dataset<Row> families, Broadcast<HeavyMinutiae> heavy, double postings, boolean alias) {
        return Blocks.shuffle(
                families,
                Blocks.partitions(families, postings, POSTINGS),
                (family, to) -> send(family, heavy.value(), alias, to),
                LISTS,
                blocks -> {
                    HeldMinutiae held = new HeldMinutiae();
                    blocks.forEachRemaining(held::read);
                    return held.lists();
                });
    }

    /** Sends a family to the partitions of its minutiae: its number, its further documents, a count and minutiae. */
    private static void send(Row family, HeavyMinutiae heavy, boolean alias, Filling to) {
        long u = family.getAs("u");
        int more = alias ? 0 : family.<Integer>getAs("size") - 1;
        long[] minutiae = Blocks.decode(family.getAs("minutiae"));
        int partitions = to.partitions();
        int[] counts = new int[partitions];
        int[] places = new int[minutiae.length];
        for (int i = 0; i < minutiae.length; i++) {
            boolean counted = heavy.find(minutiae[i]) < 0;
            places[i] = counted ? (int) Math.floorMod(SplitMix64.mix(minutiae[i]), (long) partitions) : -1;
            if (counted) {
                counts[places[i]]++;
            }
        }
        // Ordered by partition, so that each has one record.
        int[] ends = new int[partitions];
        for (int p = 0, end = 0; p < partitions; p++) {
            end += counts[p];
            ends[p] = end;
        }
        long[] sorted = new long[minutiae.length];
        for (int i = minutiae.length - 1; i >= 0; i--) {
            if (places[i] >= 0) {
                sorted[--ends[places[i]]] = minutiae[i];
            }
        }
        for (int p = 0; p < partitions; p++) {
            if (counts[p] > 0) {
                Block block = to.of(p);
                block.add(u);
                block.add(more);
                block.add(counts[p]);
                long last = 0;
                for (int i = ends[p]; i < ends[p] + counts[p]; i++) {
                    block.add(sorted[i] - last);
                    last = sorted[i];
                }
            }
        }
    }

    /** The minutiae of one partition with the families that hold them. One thread at a time. */
    private static final class HeldMinutiae {
        private static final int NONE = -1;

        private final LongArrayList families = new LongArrayList();
        private final IntArrayList more = new IntArrayList();
        /** The last posting of each minutia. */
        private final Long2LongHashMap last = new Long2LongHashMap(NONE);
        /** The place of the family of each posting, and the posting before it of the same minutia. */
        private final IntArrayList places = new IntArrayList();

        private final IntArrayList previous = new IntArrayList();

        void read(byte[] block) {
            Numbers in = new Numbers(block);
            while (in.hasNext()) {
                families.addLong(in.next());
                more.addInt((int) in.next());
                long minutia = 0;
                for (long left = in.next(); left > 0; left--) {
                    minutia += in.next();
                    previous.addInt((int) last.put(minutia, places.size()));
                    places.addInt(families.size() - 1);
                }
            }
        }

        /** The lists of two families or more, each once. */
        Iterator<Row> lists() {
            Map<ByteBuffer, long[]> lists = new HashMap<>();
            last.forEachLong((minutia, posting) -> {
                if (previous.getInt((int) posting) != NONE) {
                    add(minutia, (int) posting, lists);
                }
            });
            return RowTask.each(lists.entrySet().iterator(), list -> {
                long[] of = list.getValue();
                return RowFactory.create(list.getKey().array(), of[0], of[1], of[2], of[3]);
            });
        }

        private void add(long minutia, int posting, Map<ByteBuffer, long[]> lists) {
            LongArrayList holding = new LongArrayList();
            long holders = 0;
            for (int p = posting; p != NONE; p = previous.getInt(p)) {
                holding.addLong(families.getLong(places.getInt(p)));
                holders += 1 + more.getInt(places.getInt(p));
            }
            long[] sorted = holding.toLongArray();
            Arrays.sort(sorted);
            long[] of = lists.computeIfAbsent(ByteBuffer.wrap(Blocks.encode(sorted)), key -> new long[4]);
            // The documents that hold the list are those of its families, so they are the same each time.
            of[3] = of[2] == 0 ? minutia : Math.min(of[3], minutia);
            of[0] = sorted.length;
            of[1] = holders;
            of[2]++;
        }
    }

    /** The fields of tallies. */
    static final String TALLY = "u bigint not null, shared bigint not null, sharedWeight bigint not null,"
            + " ignored bigint not null, frame bigint not null, frameWeight bigint not null, unpaired binary";

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
                    boolean frame = list.<Boolean>getAs("frame");
                    boolean ignored = rule.isIgnored(held) && !frame;
                    byte[] unpaired = ignored || frame
                            ? UnpairedLists.list(list.<Long>getAs("name"), minutiae, weight, frame)
                            : null;
                    return LongStream.of(Blocks.decode(list.getAs("list")))
                            .mapToObj(u -> RowFactory.create(
                                    u,
                                    minutiae,
                                    weight,
                                    ignored ? minutiae : 0,
                                    frame ? minutiae : 0,
                                    frame ? weight : 0,
                                    unpaired))
                            .iterator();
                }));
    }
}
