package io.whorl.spark;

import static org.apache.spark.sql.functions.count;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.agrona.collections.Long2LongHashMap;
import io.whorl.agrona.collections.Long2ObjectHashMap;
import io.whorl.agrona.collections.LongArrayList;
import io.whorl.agrona.collections.LongHashSet;
import io.whorl.hash.SplitMix64;
import io.whorl.score.Frames;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import scala.Tuple2;

/**
 * The distinct lists of the families that share minutiae, each with the number of its minutiae. A shuffle of postings
 * and one of lists make them. Minutiae of one family are in no list.
 */
final class SharedLists {
    /** The postings that one task has in memory: 80 MB. */
    private static final double POSTINGS = 2e6;

    private static final List<String> FIGURES =
            List.of("ignoredMinutiae", "ignoredLists", "ignoredPostings", "commonMinutiae");

    private final JavaRDD<HeldList> lists;
    /** The families of each partition with the lists that name them. */
    private final JavaRDD<byte[]> told;

    private final Broadcast<HeavyMinutiae> heavy;
    private final PairRule rule;
    final int partitions;
    /** The most pairs that all lists make, each counted once for each list. */
    final double pairs;

    /**
     * Makes the lists.
     *
     * @param families numbered families with their minutiae
     * @param count the number of families
     * @param postings the number of their minutiae, each counted once for each family
     * @param sampleOf one of so many families is in the sample for heavy minutiae
     * @param figures receives the counts of what is left out
     */
    SharedLists(
            Dataset<Row> families, long count, long postings, PairRule by, int sampleOf, Figures figures, Kept kept) {
        rule = by;
        partitions = Blocks.partitions(kept.session(), postings, POSTINGS);
        JavaSparkContext context = new JavaSparkContext(kept.session().sparkContext());
        Broadcast<HeavyMinutiae> found =
                context.broadcast(new HeavySearch(by, sampleOf).find(families, count, partitions));
        JavaRDD<HeldList> made = kept.keep(lists(families, found), HeldList::write, HeldList::read);
        boolean sets = by.isOfSets();
        told = Blocks.shuffle(
                partitions,
                new Source<>(made, (list, to) -> list.tell(by, to)),
                new Source<>(
                        Blocks.internal(families.select("u", "n", "words", "size", "minutiae")),
                        (family, to) -> tell(family, found.value(), sets, to)));
        JavaRDD<SharedList> votes = Blocks.shuffle(
                        partitions,
                        new Source<>(
                                told.mapPartitions(blocks ->
                                        votes(families(blocks, found.value(), new LongHashSet()), by.frames())),
                                SharedList::toHome))
                .mapPartitions(blocks -> Blocks.read(blocks, SharedList::read));
        lists = kept.keep(
                made.zipPartitions(votes, (all, said) -> decided(all, said, by.frames())),
                HeldList::write,
                HeldList::read);
        Figures sums = new Figures().count(lists, (list, of) -> list.count(by, of), "pairs");
        pairs = sums.get("pairs") / 2.0;
        FIGURES.forEach(name -> figures.add(name, sums.get(name)));
        Figures ofHeavy = new Figures()
                .count(
                        votes.filter(list -> list.home == SharedList.HEAVY),
                        (list, of) -> of.add("" + list.name, list.m),
                        "");
        heavy = context.broadcast(found.value().decided(by.frames(), ofHeavy));
        heavy.value().addTo(figures);
    }

    /**
     * Minutiae of the same families.
     *
     * @param name the smallest minutia, or 0 if it is not needed
     * @param m the number of minutiae, or the sum of votes
     * @param held the number of families
     * @param holders the number of documents that hold them, as weights count them
     * @param home the partition that decides on the list, and 1
     */
    record SharedList(long name, long m, long held, long holders, int home, boolean frame) implements Serializable {
        private static final long serialVersionUID = 1;
        private static final int NAMELESS = 0;
        private static final int HEAVY = -1;

        private long[] numbers() {
            return new long[] {name, m, held, holders, home, frame ? 1 : 0};
        }

        private static SharedList read(Numbers in) {
            return new SharedList(in.next(), in.next(), in.next(), in.next(), (int) in.next(), in.next() != 0);
        }

        private void toHome(Filling to) {
            to.of(home == HEAVY ? Blocks.partition(name, to.partitions()) : home - 1)
                    .add(numbers());
        }

        private SharedList with(long sum, boolean is) {
            return new SharedList(name, sum, held, holders, home, is);
        }
    }

    /** A list with its families as bytes. */
    record HeldList(byte[] families, SharedList list) {
        private static HeldList read(Numbers in) {
            return new HeldList(in.nextBytes(), SharedList.read(in));
        }

        private void write(Block to) {
            to.add(families);
            to.add(list.numbers());
        }

        private HeldList and(HeldList equal) {
            SharedList smaller = list.name <= equal.list.name ? list : equal.list;
            return new HeldList(families, smaller.with(list.m + equal.list.m, false));
        }

        private void tell(PairRule rule, Filling to) {
            boolean named = rule.isIgnored(list.held) || rule.frames().mayBeFrame(list.held);
            long[] told = named
                    ? list.numbers()
                    : new SharedList(0, list.m, list.held, list.holders, SharedList.NAMELESS, false).numbers();
            to.send(
                    Blocks.decode(families),
                    LongStream.concat(LongStream.of(1), LongStream.of(told)).toArray());
        }

        private void count(PairRule rule, Figures to) {
            if (list.frame) {
                to.add("commonMinutiae", list.m);
            } else if (rule.isIgnored(list.held)) {
                to.add("ignoredMinutiae", list.m);
                to.add("ignoredLists", 1);
                to.add("ignoredPostings", list.m * list.holders);
            } else {
                // More pairs make no more partitions, and the sum of all lists does not overflow.
                to.add("pairs", (long) Math.min(1L << 42, (double) list.held * list.held));
            }
        }
    }

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

    /** Brings families and the lists that name them together in one task. */
    <T> JavaRDD<T> byFamily(Function<Iterator<Family>, Iterator<T>> task) {
        Broadcast<HeavyMinutiae> all = heavy;
        Source<HeldList> ofFrames = new Source<>(
                lists.filter(held -> held.list.frame),
                (held, to) -> to.send(Blocks.decode(held.families), (block, places) -> block.add(held.list.name)));
        return told.zipPartitions(Blocks.shuffle(partitions, ofFrames), (blocks, names) -> {
            LongHashSet frames = new LongHashSet();
            Blocks.read(names, Numbers::next).forEachRemaining(frames::add);
            return task.call(families(blocks, all.value(), frames));
        });
    }

    private static Iterator<Family> families(Iterator<byte[]> blocks, HeavyMinutiae heavy, LongHashSet frames) {
        Long2ObjectHashMap<Family> families = new Long2ObjectHashMap<>();
        blocks.forEachRemaining(block -> {
            Numbers in = new Numbers(block);
            while (in.hasNext()) {
                long u = in.next();
                if (u == 1) {
                    SharedList read = SharedList.read(in);
                    boolean frame = read.home != SharedList.NAMELESS && frames.contains(read.name);
                    SharedList list = frame ? read.with(read.m, true) : read;
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
                        family.lists.add(heavy.lists[(int) i]);
                    }
                }
            }
        });
        return families.values().iterator();
    }

    private static void tell(InternalRow family, HeavyMinutiae heavy, boolean sets, Filling to) {
        long u = family.getLong(0);
        byte[] minutiae = family.getBinary(4);
        long[] found = LongStream.of(heavy.size() == 0 ? new long[0] : Blocks.decode(minutiae))
                .map(heavy::find)
                .filter(i -> i >= 0)
                .sorted()
                .toArray();
        Block block = to.of(Blocks.partition(u, to.partitions()));
        block.add(u << 1, family.getInt(1), family.getLong(2), family.getInt(3));
        block.add(sets ? new byte[0] : minutiae);
        block.add(found, found.length);
    }

    /** Sums what the families of one partition say of the lists, and of the heavy minutiae, that may be of frames. */
    private static Iterator<SharedList> votes(Iterator<Family> families, Frames frames) {
        Long2LongHashMap votes = new Long2LongHashMap(0);
        Long2ObjectHashMap<SharedList> lists = new Long2ObjectHashMap<>();
        families.forEachRemaining(family -> {
            long[] sums = new long[Frames.LEVELS];
            for (SharedList list : family.lists) {
                sums[frames.level(list.held)] += list.m;
            }
            for (SharedList list : family.lists) {
                int level = frames.level(list.held);
                long vote = frames.mayBeFrame(list.held) ? frames.vote(sums, family.n, level) : 0;
                if (vote != 0) {
                    votes.put(list.name, votes.get(list.name) + vote);
                    lists.put(list.name, list);
                }
            }
        });
        return Blocks.each(lists.values().iterator(), list -> list.with(votes.get(list.name), false));
    }

    private static Iterator<HeldList> decided(Iterator<HeldList> lists, Iterator<SharedList> votes, Frames frames) {
        Long2LongHashMap sums = new Long2LongHashMap(0);
        votes.forEachRemaining(of -> sums.put(of.name, sums.get(of.name) + of.m));
        return Blocks.each(lists, held -> {
            SharedList list = held.list;
            return new HeldList(held.families, list.with(list.m, frames.isFrame(sums.get(list.name), list.held)));
        });
    }

    /** The lists of which pairs are made. */
    JavaRDD<HeldList> paired() {
        PairRule by = rule;
        return lists.filter(of -> !of.list.frame && !by.isIgnored(of.list.held));
    }

    /** The lists of families that share minutiae, in their homes. Heavy minutiae are counted apart. */
    private JavaRDD<HeldList> lists(Dataset<Row> families, Broadcast<HeavyMinutiae> heavy) {
        boolean alias = rule.alias();
        int of = partitions;
        JavaRDD<byte[]> posted = Blocks.shuffle(
                of,
                new Source<>(
                        Blocks.internal(families.select("u", "size", "minutiae")),
                        (family, to) -> sendPostings(family, heavy.value(), alias, to)));
        JavaRDD<HeldList> parts = posted.mapPartitions(blocks -> {
            HeldMinutiae held = new HeldMinutiae();
            blocks.forEachRemaining(held::read);
            return held.lists(of);
        });
        // Several tasks make a list if its minutiae are of several partitions.
        return Blocks.shuffle(of, new Source<>(parts, (list, to) -> list.write(to.of(list.list.home - 1))))
                .mapPartitions(blocks -> {
                    Map<ByteBuffer, HeldList> all = new HashMap<>();
                    Blocks.read(blocks, HeldList::read)
                            .forEachRemaining(list -> all.merge(ByteBuffer.wrap(list.families), list, HeldList::and));
                    return all.values().iterator();
                });
    }

    /** Sends a family to the partitions of its minutiae: its number, its further documents, a count and minutiae. */
    private static void sendPostings(InternalRow family, HeavyMinutiae heavy, boolean alias, Filling to) {
        LongStream counted =
                LongStream.of(Blocks.decode(family.getBinary(2))).filter(minutia -> heavy.find(minutia) < 0);
        to.send(counted.toArray(), family.getLong(0), alias ? 0 : family.getInt(1) - 1);
    }

    /** The minutiae of one partition with the families that hold them. One thread at a time. */
    static final class HeldMinutiae {
        // The minutia, the family and the further documents of each posting.
        private final LongArrayList minutiae = new LongArrayList();
        private final LongArrayList families = new LongArrayList();
        private final IntArrayList more = new IntArrayList();

        void read(byte[] block) {
            Numbers in = new Numbers(block);
            while (in.hasNext()) {
                long family = in.next();
                int others = (int) in.next();
                for (long minutia : in.nextNumbers()) {
                    minutiae.addLong(minutia);
                    families.addLong(family);
                    more.addInt(others);
                }
            }
        }

        /** The lists of two families or more, each once. */
        Iterator<HeldList> lists(int partitions) {
            // Half a hash and the posting. Equal minutiae are neighbours, and seldom others are among them.
            long[] order = new long[minutiae.size()];
            Arrays.setAll(order, i -> (SplitMix64.mix(minutiae.getLong(i)) & (-1L << Integer.SIZE)) | i);
            Arrays.sort(order);
            Map<ByteBuffer, HeldList> lists = new HashMap<>();
            for (int from = 0, to; from < order.length; from = to) {
                to = from + 1;
                for (int i = to; i < order.length && order[i] >> Integer.SIZE == order[from] >> Integer.SIZE; i++) {
                    if (minutiae.getLong((int) order[i]) == minutiae.getLong((int) order[from])) {
                        long equal = order[i];
                        order[i] = order[to];
                        order[to++] = equal;
                    }
                }
                if (to > from + 1) {
                    HeldList list = list(order, from, to, partitions);
                    lists.merge(ByteBuffer.wrap(list.families), list, HeldList::and);
                }
            }
            return lists.values().iterator();
        }

        private HeldList list(long[] postings, int from, int to, int partitions) {
            long[] holding = new long[to - from];
            long holders = 0;
            for (int i = from; i < to; i++) {
                holding[i - from] = families.getLong((int) postings[i]);
                holders += 1 + more.getInt((int) postings[i]);
            }
            Arrays.sort(holding);
            byte[] bytes = Blocks.encode(holding);
            int home = Blocks.partition(Arrays.hashCode(bytes), partitions) + 1;
            long minutia = minutiae.getLong((int) postings[from]);
            return new HeldList(bytes, new SharedList(minutia, 1, holding.length, holders, home, false));
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
         * @param partitions the number of tasks that their minutiae need
         */
        HeavyMinutiae find(Dataset<Row> families, long count, int partitions) {
            // Below this, the sample cannot show a minutia as a candidate that exceeds the limit.
            long inSample = Math.max(LEAST_IN_SAMPLE, rule.maxDf() / every);
            if (count <= rule.maxDf() || count / every < inSample) {
                return HeavyMinutiae.NONE;
            }
            JavaRDD<InternalRow> all = Blocks.internal(families.select("u", "size", "minutiae"));
            int sampled = every;
            Comparator<Tuple2<Long, Long>> byHolders = (Comparator<Tuple2<Long, Long>> & Serializable)
                    (x, y) -> x._2().equals(y._2()) ? Long.compare(y._1(), x._1()) : Long.compare(x._2(), y._2());
            Source<InternalRow> sample = new Source<>(
                    all.filter(family -> family.getLong(0) % sampled == 0),
                    (family, to) -> to.send(Blocks.decode(family.getBinary(2))));
            long[] candidates = Blocks.shuffle(1 + partitions / every, sample)
                    .mapPartitions(blocks -> {
                        Long2LongHashMap holders = new Long2LongHashMap(0);
                        Blocks.read(blocks, Numbers::nextNumbers).forEachRemaining(minutiae -> LongStream.of(minutiae)
                                .forEach(minutia -> holders.put(minutia, holders.get(minutia) + 1)));
                        return holders.entrySet().iterator();
                    })
                    .filter(of -> of.getValue() > inSample)
                    .map(of -> new Tuple2<>(of.getKey(), of.getValue()))
                    .top(MOST, byHolders)
                    .stream()
                    .mapToLong(Tuple2::_1)
                    .sorted()
                    .toArray();
            if (candidates.length == 0) {
                return HeavyMinutiae.NONE;
            }
            PairRule by = rule;
            List<Tuple2<Long, long[]>> counted = all.mapPartitionsToPair(rows -> counted(rows, candidates, by.alias()))
                    .reduceByKey((x, y) -> new long[] {x[0] + y[0], x[1] + y[1], x[2] ^ y[2]})
                    .filter(of -> by.isIgnored(of._2()[0]))
                    .collect();
            return HeavyMinutiae.of(counted);
        }

        /**
         * Counts the holders of some minutiae in one partition: families, documents, and the combined hashes of the
         * families, which are equal for minutiae of the same families.
         */
        private static Iterator<Tuple2<Long, long[]>> counted(
                Iterator<InternalRow> families, long[] candidates, boolean alias) {
            long[][] counts = new long[candidates.length][3];
            families.forEachRemaining(family -> {
                long hash = SplitMix64.mix(family.getLong(0));
                int size = alias ? 1 : family.getInt(1);
                for (long minutia : Blocks.decode(family.getBinary(2))) {
                    int i = Arrays.binarySearch(candidates, minutia);
                    if (i >= 0) {
                        counts[i][0]++;
                        counts[i][1] += size;
                        counts[i][2] ^= hash;
                    }
                }
            });
            return IntStream.range(0, candidates.length)
                    .filter(i -> counts[i][0] > 0)
                    .mapToObj(i -> new Tuple2<>(candidates[i], counts[i]))
                    .iterator();
        }

        /**
         * Minutiae that far more families hold than the limit, such as those of a template in every document. Their
         * postings are never shuffled: each task has this table instead. The arrays do not change.
         *
         * @param minutiae in signed ascending order
         * @param lists what is known of each
         * @param who combines the hashes of the families that hold each
         */
        @SuppressWarnings("ArrayRecordComponent") // Compared by nobody; the arrays are large.
        record HeavyMinutiae(long[] minutiae, SharedList[] lists, long[] who) implements Serializable {
            private static final long serialVersionUID = 1;

            static final HeavyMinutiae NONE = of(List.of());

            /** @param counted minutiae with the families and documents that hold them, and the hashes */
            private static HeavyMinutiae of(List<Tuple2<Long, long[]>> counted) {
                List<Tuple2<Long, long[]>> sorted = counted.stream()
                        .sorted(Comparator.comparing(Tuple2::_1))
                        .toList();
                return new HeavyMinutiae(
                        sorted.stream().mapToLong(Tuple2::_1).toArray(),
                        sorted.stream()
                                .map(of -> new SharedList(of._1(), 1, of._2()[0], of._2()[1], SharedList.HEAVY, false))
                                .toArray(SharedList[]::new),
                        sorted.stream().mapToLong(of -> of._2()[2]).toArray());
            }

            /** Adds the counts of what these minutiae leave out. */
            void addTo(Figures figures) {
                Set<List<Long>> distinct = new HashSet<>();
                for (int i = 0; i < size(); i++) {
                    if (lists[i].frame) {
                        figures.add("commonMinutiae", 1);
                    } else {
                        distinct.add(List.of(lists[i].held, who[i]));
                        figures.add("ignoredMinutiae", 1);
                        figures.add("ignoredPostings", lists[i].holders);
                    }
                }
                figures.add("ignoredLists", distinct.size());
            }

            int size() {
                return minutiae.length;
            }

            /** The index of a minutia; negative if it is not here. */
            int find(long minutia) {
                return minutiae.length == 0 ? -1 : Arrays.binarySearch(minutiae, minutia);
            }

            /** The same with frames, by the votes of all families that hold a minutia. */
            private HeavyMinutiae decided(Frames frames, Figures votes) {
                return new HeavyMinutiae(
                        minutiae,
                        Stream.of(lists)
                                .map(list -> list.with(1, frames.isFrame(votes.get("" + list.name), list.held)))
                                .toArray(SharedList[]::new),
                        who);
            }
        }
    }
}
