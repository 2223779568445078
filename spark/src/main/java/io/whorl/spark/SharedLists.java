package io.whorl.spark;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
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
import io.whorl.spark.GroupResult.Kept;
import io.whorl.spark.SharedLists.HeavySearch.HeavyMinutiae;
import io.whorl.spark.SimilarPairs.PairRule;
import io.whorl.spark.SimilarPairs.UnpairedLists;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
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

    /**
     * Finds the minutiae that many more families hold than the limit. A sample of the families names candidates, and
     * all families are counted for these. So a minutia that is missed has few holders, and one that is found was
     * counted exactly. The driver holds at most {@value #MOST} minutiae.
     *
     * @param every one of so many families is in the sample
     */
    record HeavySearch(PairRule rule, int every) {
        /** The largest number of heavy minutiae. */
        private static final int MOST = 100_000;
        /** A minutia is a candidate if the sample has so many holders. */
        private static final int LEAST_IN_SAMPLE = 32;

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
            for (Row row : VOTING.apply(found)
                    .of(families)
                    .groupBy("i")
                    .agg(sum("votes"))
                    .collectAsList()) {
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
         * Counts the holders of some minutiae in one partition: a row for each of these minutiae. {@code who} combines
         * the hashes of the holders: it is equal for minutiae of the same families.
         */
        private static RowTask counting(Broadcast<HeavyMinutiae> candidates, boolean alias) {
            return new RowTask(
                    "minutia bigint not null, held bigint not null, holders bigint not null, who bigint not null",
                    rows -> {
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
                HeavyMinutiae all = of(rows.stream()
                        .mapToLong(row -> row.<Long>getAs("minutia"))
                        .toArray());
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
}
