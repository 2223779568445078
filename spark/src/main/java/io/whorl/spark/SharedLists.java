package io.whorl.spark;

import static org.apache.spark.sql.functions.bit_xor;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.agrona.collections.Long2LongHashMap;
import io.whorl.agrona.collections.Long2ObjectHashMap;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.hash.SplitMix64;
import io.whorl.pairs.Frames;
import io.whorl.spark.Blocks.Block;
import io.whorl.spark.Blocks.Filling;
import io.whorl.spark.Blocks.Numbers;
import io.whorl.spark.Blocks.Source;
import io.whorl.spark.GroupResult.Figures;
import io.whorl.spark.GroupResult.Kept;
import io.whorl.spark.SharedLists.HeavySearch.HeavyMinutiae;
import io.whorl.spark.SimilarPairs.PairRule;
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
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataTypes;

/**
 * The distinct lists of the families that share minutiae, each with the number of its minutiae. One shuffle of postings
 * makes them. Minutiae of one family are in no list.
 */
final class SharedLists {
    /** The postings that one task has in memory: 80 MB. */
    private static final double POSTINGS = 2e6;

    private Dataset<Row> lists;
    private Broadcast<HeavyMinutiae> heavy;
    private final PairRule rule;
    private final long documents;
    private final double postings;
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
        this.postings = postings;
        Dataset<Row> counted = kept.keep(lists(families, found, postings, rule.alias())
                .groupBy("list", "held", "holders")
                .agg(sum("m").as("m"), min("name").as("name"))
                .withColumn("frame", lit(false)));
        lists = counted;
        heavy = found;
        if (rule.frames().exist()) {
            Dataset<Row> votes = kept.keep(byFamily(
                            families,
                            "name bigint not null, heavy boolean not null, votes bigint not null",
                            told -> votes(told, rule.frames(), found.value()))
                    .groupBy("name", "heavy")
                    .agg(sum("votes").as("votes")));
            heavy = context.broadcast(search.frames(found, votes.filter("heavy")));
            lists = kept.keep(counted.drop("frame")
                    .join(votes.filter("not heavy").drop("heavy"), new String[] {"name"}, "left")
                    .withColumn("frame", isFrame(rule)));
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

    private static Column isFrame(PairRule rule) {
        UDF2<Long, Long, Boolean> is = (votes, held) -> rule.frames().isFrame(votes == null ? 0 : votes, held);
        return udf(is, DataTypes.BooleanType).apply(col("votes"), col("held"));
    }

    /** Minutiae of the same families. The name is the smallest of them, or 0 if it is not needed. */
    record SharedList(long name, long m, long held, long holders, boolean frame) {}

    /** A family with the lists and the heavy minutiae that name it. */
    static final class Family {
        final long u;
        int n;
        long words;
        int size;
        /** Empty if fingerprints are compared as sets. */
        byte[] minutiae;

        final List<SharedList> lists = new ArrayList<>();

        private Family(long u) {
            this.u = u;
        }
    }

    /** Brings families and the lists that name them together in one task, which gives rows of such fields. */
    Dataset<Row> byFamily(
            Dataset<Row> families, String fields, Function<Iterator<Family>, Iterator<InternalRow>> task) {
        Broadcast<HeavyMinutiae> all = heavy;
        PairRule by = rule;
        boolean sets = rule.isOfSets();
        return Blocks.shuffle(
                Blocks.partitions(families, postings, POSTINGS),
                fields,
                blocks -> {
                    Long2ObjectHashMap<Family> told = new Long2ObjectHashMap<>();
                    SharedList[] ofHeavy = all.value().lists();
                    blocks.forEachRemaining(block -> tell(new Numbers(block), ofHeavy, told));
                    return task.call(told.values().iterator());
                },
                new Source(
                        lists.select("list", "m", "held", "holders", "name", "frame"),
                        (list, to) -> send(list, by, to)),
                new Source(
                        families.select("u", "n", "words", "size", "minutiae"),
                        (family, to) -> send(family, all.value(), sets, to)));
    }

    private static void send(InternalRow list, PairRule rule, Filling to) {
        long held = list.getLong(2);
        boolean named = rule.isIgnored(held) || rule.frames().mayBeFrame(held);
        to.send(
                Blocks.decode(list.getBinary(0)),
                1,
                named ? list.getLong(4) : 0,
                list.getLong(1),
                held,
                list.getLong(3),
                list.getBoolean(5) ? 1 : 0);
    }

    private static void send(InternalRow family, HeavyMinutiae heavy, boolean sets, Filling to) {
        long u = family.getLong(0);
        byte[] minutiae = family.getBinary(4);
        Block block = to.of(Blocks.partition(u, to.partitions()));
        block.add(u << 1);
        block.add(family.getInt(1));
        block.add(family.getLong(2));
        block.add(family.getInt(3));
        block.add(sets ? new byte[0] : minutiae);
        long[] found = LongStream.of(Blocks.decode(minutiae))
                .map(heavy::find)
                .filter(i -> i >= 0)
                .sorted()
                .toArray();
        block.add(found, found.length);
    }

    private static void tell(Numbers in, SharedList[] heavy, Long2ObjectHashMap<Family> families) {
        while (in.hasNext()) {
            long u = in.next();
            if (u == 1) {
                SharedList list = new SharedList(in.next(), in.next(), in.next(), in.next(), in.next() != 0);
                for (long of : in.nextNumbers()) {
                    families.computeIfAbsent(of, Family::new).lists.add(list);
                }
            } else {
                Family family = families.computeIfAbsent(u >> 1, Family::new);
                family.n = (int) in.next();
                family.words = in.next();
                family.size = (int) in.next();
                family.minutiae = in.nextBytes();
                for (long i : in.nextNumbers()) {
                    family.lists.add(heavy[(int) i]);
                }
            }
        }
    }

    /** Sums what the families of one partition say of the lists, and of the heavy minutiae, that may be of frames. */
    private static Iterator<InternalRow> votes(Iterator<Family> families, Frames frames, HeavyMinutiae heavy) {
        Long2LongHashMap votes = new Long2LongHashMap(-1);
        families.forEachRemaining(family -> {
            long[] sums = new long[Frames.LEVELS];
            for (SharedList list : family.lists) {
                sums[frames.level(list.held)] += list.m;
            }
            for (SharedList list : family.lists) {
                long vote = frames.mayBeFrame(list.held) ? frames.vote(sums, family.n, list.held) : 0;
                if (vote != 0) {
                    votes.put(list.name, votes.getOrDefault(list.name, 0) + vote);
                }
            }
        });
        return RowTask.each(
                votes.keySet().iterator(), name -> Blocks.row(name, heavy.find(name) >= 0, votes.get((long) name)));
    }

    /** The lists of which pairs are made. */
    Dataset<Row> paired() {
        return lists.filter(isPaired()).select("list", "m", "holders");
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
                Blocks.partitions(families, postings, POSTINGS),
                LISTS,
                blocks -> {
                    HeldMinutiae held = new HeldMinutiae();
                    blocks.forEachRemaining(held::read);
                    return held.lists();
                },
                new Source(
                        families.select("u", "size", "minutiae"),
                        (family, to) -> sendPostings(family, heavy.value(), alias, to)));
    }

    /** Sends a family to the partitions of its minutiae: its number, its further documents, a count and minutiae. */
    private static void sendPostings(InternalRow family, HeavyMinutiae heavy, boolean alias, Filling to) {
        LongStream counted =
                LongStream.of(Blocks.decode(family.getBinary(2))).filter(minutia -> heavy.find(minutia) < 0);
        to.send(counted.toArray(), family.getLong(0), alias ? 0 : family.getInt(1) - 1);
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
        Iterator<InternalRow> lists() {
            Map<ByteBuffer, long[]> lists = new HashMap<>();
            last.forEachLong((minutia, posting) -> {
                if (previous.getInt((int) posting) != NONE) {
                    add(minutia, (int) posting, lists);
                }
            });
            return RowTask.each(lists.entrySet().iterator(), list -> {
                long[] of = list.getValue();
                return Blocks.row(list.getKey().array(), of[0], of[1], of[2], of[3]);
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
            List<Row> candidates = minutiae()
                    .of(families.filter(col("u").mod(lit(every)).equalTo(0)))
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

        private static RowTask minutiae() {
            return new RowTask(
                    "minutia bigint not null",
                    families -> RowTask.flat(families, family -> LongStream.of(Blocks.decode(family.getAs("minutiae")))
                            .mapToObj(RowFactory::create)
                            .iterator()));
        }

        /** Decides which heavy minutiae are of frames, by the votes of all families that hold them. */
        HeavyMinutiae frames(Broadcast<HeavyMinutiae> found, Dataset<Row> votes) {
            HeavyMinutiae all = found.value();
            boolean[] frames = new boolean[all.size()];
            for (Row row : votes.collectAsList()) {
                int i = all.find(row.getAs("name"));
                frames[i] = rule.frames().isFrame(row.getAs("votes"), all.held[i]);
            }
            return new HeavyMinutiae(all.minutiae, all.held, all.holders, all.who, frames);
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

            private SharedList[] lists() {
                return IntStream.range(0, size())
                        .mapToObj(i -> new SharedList(minutiae[i], 1, held[i], holders[i], frames[i]))
                        .toArray(SharedList[]::new);
            }
        }
    }
}
