package io.whorl.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.agrona.collections.Long2LongHashMap;
import io.whorl.agrona.collections.Long2ObjectHashMap;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.score.Comparison.Side;
import io.whorl.score.DocumentExtras;
import io.whorl.score.Frames;
import io.whorl.score.TermWeights;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.spark.Blocks.Block;
import io.whorl.spark.Blocks.Filling;
import io.whorl.spark.Blocks.Numbers;
import io.whorl.spark.Blocks.Source;
import io.whorl.spark.GroupJobs.GroupInput;
import io.whorl.spark.GroupResult.Figures;
import io.whorl.spark.GroupResult.Kept;
import io.whorl.spark.SharedLists.Family;
import io.whorl.spark.SharedLists.HeldList;
import io.whorl.spark.SharedLists.SharedList;
import io.whorl.strategy.Strategies;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;

/**
 * The similar pairs of a collection. Documents of equal fingerprints are a family; pairs are those of families. A
 * family has a number: its place in the order of the first ids of families.
 *
 * <pre>
 * minutiae ─► lists of families ─► pairs, counted where the second family is ─► scored where the first one is
 * </pre>
 *
 * <ol>
 *   <li>Fingerprints stay where they were made. Lists and counted pairs are shuffled, in blocks.
 *   <li>A pair is counted in one partition, so its count is complete there.
 * </ol>
 */
final class SimilarPairs {
    /** The pairs of lists that one task counts. */
    private static final double PAIRS = 4e6;

    final PairRule rule;
    /** {@code id}, {@code words} and {@code digest} of all documents. */
    final Dataset<Row> documents;
    /** The number of a family, the digest and the minutiae of its documents, and which of them are the first ones. */
    final Dataset<Row> families;
    /** The sides of families, in partitions by their numbers. */
    private final JavaRDD<FamilySide> sides;
    /** The pairs of different families, as {@link Scoring} gives them. */
    final Dataset<Row> pairs;

    /** Finds the pairs. Figures receive the counts. */
    SimilarPairs(GroupInput input, PairRule rule, int sampleOf, Figures figures, Kept kept) {
        this.rule = rule;
        documents = input.rows().select("id", "words", "digest");
        Dataset<Row> withMinutiae = input.rows().filter(col("n").gt(0));
        families = kept.number(
                withMinutiae
                        .groupBy("digest")
                        .agg(
                                count(lit(1)).cast("int").as("size"),
                                min("n").as("n"),
                                min(struct(col("id").as("first"), col("key").as("firstKey"), col("home")))
                                        .as("f"),
                                min(struct(col("key").as("leadKey"), col("id").as("lead")))
                                        .as("l"))
                        .select("digest", "size", "n", "f.*", "l.*"),
                "u",
                col("first"));
        // Spark joins small tables that are complete without a shuffle of the other one.
        long count = families.count();
        long postings = families.agg(coalesce(sum("n"), lit(0L))).head().getLong(0);
        figures.add("families", count);
        SharedLists lists = new SharedLists(fingerprints(withMinutiae), count, postings, rule, sampleOf, figures, kept);
        long all = input.documents();
        sides = kept.keep(lists.byFamily(told -> sides(told, rule, all)), FamilySide::write, FamilySide::read);
        figures.count(sides, FamilySide::count, "mostlyIgnored mostlyCommon");
        pairs = kept.keep(rows(scored(lists, all)));
        figures.add("pairs", pairs.count());
    }

    private Dataset<Row> rows(JavaRDD<InternalRow> pairs) {
        return Blocks.frame(documents.sparkSession(), pairs, StructType.fromDDL(Scoring.FIELDS));
    }

    /** The families with the minutiae of their first documents, which stay where they are, because they are large. */
    private Dataset<Row> fingerprints(Dataset<Row> withMinutiae) {
        JavaRDD<InternalRow> all = Blocks.internal(withMinutiae.select("id", "n", "words", "minutiae"));
        Source<InternalRow> numbers =
                new Source<>(Blocks.internal(families.select("home", "first", "u", "size")), (family, to) -> {
                    Block block = to.of(family.getInt(0));
                    block.add(family.getBinary(1));
                    block.add(family.getLong(2), family.getInt(3));
                });
        JavaRDD<byte[]> told = Blocks.shuffle(all.getNumPartitions(), numbers);
        JavaRDD<InternalRow> firsts = all.zipPartitions(told, (rows, blocks) -> {
            Map<ByteBuffer, long[]> byId = new HashMap<>();
            Blocks.read(blocks, in -> byId.put(ByteBuffer.wrap(in.nextBytes()), new long[] {in.next(), in.next()}))
                    .forEachRemaining(before -> {});
            return Blocks.each(rows, row -> {
                long[] family = byId.get(ByteBuffer.wrap(row.getBinary(0)));
                return family == null
                        ? null
                        : Blocks.row(family[0], row.getInt(1), row.getLong(2), (int) family[1], row.getBinary(3));
            });
        });
        StructType schema = StructType.fromDDL("u bigint, n int, words bigint, size int, minutiae binary");
        return Blocks.frame(documents.sparkSession(), firsts.filter(Objects::nonNull), schema);
    }

    /** The pairs of a family with itself, of which nothing is left out. */
    Dataset<Row> ofFamilies() {
        PairRule by = rule;
        return rows(sides.filter(side -> side.size > 1).mapPartitions(several -> {
            Scoring scoring = new Scoring(by);
            return Blocks.flat(several, side -> {
                List<InternalRow> within = new ArrayList<>();
                scoring.score(side, side, side.n, side.weight, within);
                return within.iterator();
            });
        }));
    }

    /**
     * Counts what the families of lists share, and scores what can reach the threshold. The partition of the second
     * family counts a pair, and that of the first one scores it.
     */
    private JavaRDD<InternalRow> scored(SharedLists lists, long all) {
        PairRule by = rule;
        int partitions = Math.max(lists.partitions, Blocks.partitions(documents.sparkSession(), lists.pairs, PAIRS));
        JavaRDD<FamilySide> placed = partitions == lists.partitions
                ? sides
                : Blocks.shuffle(
                                partitions,
                                new Source<>(
                                        sides, (side, to) -> side.write(to.of(Blocks.partition(side.u, partitions)))))
                        .mapPartitions(blocks -> Blocks.read(blocks, FamilySide::read));
        JavaRDD<Consumer<Filling>> counted = Blocks.shuffle(
                        partitions, new Source<>(lists.paired(), (list, to) -> send(list, by, all, to)))
                .zipPartitions(placed, (blocks, of) -> {
                    OwnedLists owned = new OwnedLists(FamilySide.byNumber(of), by);
                    blocks.forEachRemaining(owned::read);
                    return owned.pairs();
                });
        return Blocks.shuffle(partitions, new Source<>(counted, Consumer::accept))
                .zipPartitions(placed, (blocks, of) -> {
                    Long2ObjectHashMap<FamilySide> first = FamilySide.byNumber(of);
                    Scoring scoring = new Scoring(by);
                    return Blocks.flat(Blocks.read(blocks, in -> scoring.scored(in, first)), Iterable::iterator);
                });
    }

    /** Scores counted pairs, and passes on those that reach the threshold. One thread at a time. */
    private static final class Scoring {
        private static final String FIELDS =
                "a bigint not null, b bigint not null, score double not null, shared bigint not null,"
                        + " resemblance double not null, containment double, contained double,"
                        + " joinedA int not null, joinedB int not null";

        private final PairRule rule;
        private final Comparison comparison;
        private final UnpairedLists more = new UnpairedLists();

        private Scoring(PairRule rule) {
            this.rule = rule;
            comparison = Comparison.of(Scheme.fromJson(rule.scheme()));
        }

        /** Reads what {@link OwnedLists} sends: a second family with the numbers of the first ones. */
        private List<InternalRow> scored(Numbers in, Long2ObjectHashMap<FamilySide> first) {
            List<InternalRow> rows = new ArrayList<>();
            FamilySide b = FamilySide.read(in);
            for (long left = in.next(); left > 0; left--) {
                score(first.get(in.next()), b, in.next(), in.next(), rows);
            }
            return rows;
        }

        /** For an asymmetric measure, each pair is scored in both directions. */
        private void score(FamilySide a, FamilySide b, long shared, long weight, List<InternalRow> to) {
            more.share(a == b ? new byte[0] : a.unpaired, b.unpaired);
            pair(a, b, shared + more.minutiae, weight + more.weight, to);
            if (!rule.measure().symmetric() && a != b) {
                pair(b, a, shared + more.minutiae, weight + more.weight, to);
            }
        }

        private void pair(FamilySide a, FamilySide b, long shared, long weight, List<InternalRow> to) {
            double whole = more.frameMinutiae > 0
                    ? score(a, b, shared + more.frameMinutiae, weight + more.frameWeight, false)
                    : 0;
            double score = Frames.score(score(a, b, shared, weight, a != b), whole);
            if (score >= rule.minScore()) {
                boolean sets = !comparison.onlyResemblance();
                Double containment = sets ? comparison.score(Measure.CONTAINMENT) : null;
                Double contained = sets ? comparison.score(Measure.CONTAINED) : null;
                double resemblance = comparison.score(Measure.RESEMBLANCE);
                to.add(Blocks.row(a.u, b.u, score, shared, resemblance, containment, contained, a.joined, b.joined));
            }
        }

        /** The score of a pair by what it shares, with or without frames. The comparison keeps the plain measures. */
        private double score(FamilySide a, FamilySide b, long shared, long weight, boolean withoutFrame) {
            Side first = a.compared(withoutFrame);
            Side second = b.compared(withoutFrame);
            Measure measure = rule.measure();
            double score = 0;
            if (measure.weighted()) {
                comparison.weighing(1, a.weight(withoutFrame));
                comparison.weigh(first, second, weight, b.weight(withoutFrame));
                score = comparison.score(measure);
            }
            comparison.set(shared, first, second);
            return measure.weighted() ? score : comparison.score(measure);
        }
    }

    private record ComparedSide(long minutiae, long words, byte[] extra) implements Side {}

    /**
     * What the comparison of a family with others needs: the weight of its minutiae, which are common, and which make
     * no pairs.
     *
     * @param joined the number of documents that the family stands for
     */
    private record FamilySide(
            long u,
            int n,
            long words,
            int size,
            int joined,
            long weight,
            byte[] extra,
            long frame,
            long frameWeight,
            long ignored,
            byte[] unpaired) {
        private void write(Block to) {
            to.add(u, n, words, size, joined, weight);
            to.add(extra);
            to.add(frame, frameWeight, ignored);
            to.add(unpaired);
        }

        private static FamilySide read(Numbers in) {
            return new FamilySide(
                    in.next(),
                    (int) in.next(),
                    in.next(),
                    (int) in.next(),
                    (int) in.next(),
                    in.next(),
                    in.nextBytes(),
                    in.next(),
                    in.next(),
                    in.next(),
                    in.nextBytes());
        }

        private static Long2ObjectHashMap<FamilySide> byNumber(Iterator<FamilySide> all) {
            Long2ObjectHashMap<FamilySide> sides = new Long2ObjectHashMap<>();
            all.forEachRemaining(side -> sides.put(side.u, side));
            return sides;
        }

        private void count(Figures to) {
            to.add("mostlyIgnored", 2 * ignored > n - frame ? size : 0);
            to.add("mostlyCommon", 2 * frame > n ? size : 0);
        }

        private Side compared(boolean withoutFrame) {
            return new ComparedSide(withoutFrame ? n - frame : n, words, extra);
        }

        private long weight(boolean withoutFrame) {
            return withoutFrame ? weight - frameWeight : weight;
        }
    }

    /** @param documents the number of all documents */
    private static Iterator<FamilySide> sides(Iterator<Family> families, PairRule rule, long documents) {
        DocumentExtras extras = DocumentExtras.of(Scheme.fromJson(rule.scheme()));
        boolean sets = rule.isOfSets();
        return Blocks.each(families, family -> side(family, rule, documents, sets ? null : extras));
    }

    private static FamilySide side(Family family, PairRule rule, long documents, DocumentExtras extras) {
        int n = family.n;
        int size = family.size;
        // No other family holds the rest.
        long rest = n - family.lists.stream().mapToLong(SharedList::m).sum();
        long weight = rest * rule.rarity(documents, rule.alias() ? 1 : size);
        long ignored = 0;
        long frame = 0;
        long frameWeight = 0;
        List<SharedList> unpaired = new ArrayList<>();
        for (SharedList list : family.lists) {
            long ofList = list.m() * rule.rarity(documents, list.holders());
            weight += ofList;
            if (list.frame()) {
                frame += list.m();
                frameWeight += ofList;
            } else if (rule.isIgnored(list.held())) {
                ignored += list.m();
            }
            if (list.frame() || rule.isIgnored(list.held())) {
                unpaired.add(list);
            }
        }
        double self = rule.measure() == Measure.SHARED ? n : 1;
        return new FamilySide(
                family.u,
                n,
                family.words,
                size,
                self >= rule.minScore() ? size : 1,
                weight,
                extras == null ? family.minutiae : extras.of(Blocks.decode(family.minutiae), n, family.words),
                frame,
                frameWeight,
                ignored,
                UnpairedLists.of(unpaired, rule, documents));
    }

    /**
     * Sends a list to the partitions that count pairs of it. The partition of a family counts its pairs with families
     * of smaller numbers.
     */
    private static void send(HeldList held, PairRule rule, long documents, Filling to) {
        long m = held.list().m();
        long[] families = Blocks.decode(held.families());
        int[] partitions = Arrays.stream(families, 1, families.length)
                .mapToInt(u -> Blocks.partition(u, to.partitions()))
                .sorted()
                .distinct()
                .toArray();
        for (int partition : partitions) {
            Block block = to.of(partition);
            block.add(
                    partition,
                    to.partitions(),
                    m,
                    m * rule.rarity(documents, held.list().holders()));
            block.add(families, families.length);
        }
    }

    /** The lists of the families of one partition. One thread at a time. */
    private static final class OwnedLists {
        private record CountedList(long[] families, long m, long weight) {}

        private final List<CountedList> lists = new ArrayList<>();
        /** The lists of each family, and its index in each. */
        private final Long2ObjectHashMap<IntArrayList> places = new Long2ObjectHashMap<>();

        private final Long2ObjectHashMap<FamilySide> sides;
        private final PairRule rule;
        private final boolean sets;
        private final UnpairedLists unpaired = new UnpairedLists();

        private OwnedLists(Long2ObjectHashMap<FamilySide> sides, PairRule rule) {
            this.sides = sides;
            this.rule = rule;
            sets = rule.isOfSets();
        }

        void read(byte[] block) {
            Numbers in = new Numbers(block);
            while (in.hasNext()) {
                int own = (int) in.next();
                int partitions = (int) in.next();
                long m = in.next();
                long weight = in.next();
                long[] families = in.nextNumbers();
                for (int i = 1; i < families.length; i++) {
                    if (Blocks.partition(families[i], partitions) == own) {
                        IntArrayList of = places.computeIfAbsent(families[i], u -> new IntArrayList());
                        of.addInt(lists.size());
                        of.addInt(i);
                    }
                }
                lists.add(new CountedList(families, m, weight));
            }
        }

        /** What sends the pairs of each family that can reach the threshold. */
        Iterator<Consumer<Filling>> pairs() {
            return Blocks.each(places.keySet().iterator(), b -> to -> send(sides.get((long) b), to));
        }

        private void send(FamilySide b, Filling to) {
            Long2LongHashMap shared = new Long2LongHashMap(0);
            Long2LongHashMap sums = new Long2LongHashMap(0);
            IntArrayList of = places.get(b.u);
            for (int place = 0; place < of.size(); place += 2) {
                CountedList list = lists.get(of.getInt(place));
                for (int i = 0; i < of.getInt(place + 1); i++) {
                    long a = list.families[i];
                    shared.put(a, shared.get(a) + list.m);
                    if (list.weight != 0) {
                        sums.put(a, sums.get(a) + list.weight);
                    }
                }
            }
            unpaired.share(b.unpaired, b.unpaired);
            long[] firsts = shared.keySet().stream()
                    .mapToLong(a -> a)
                    .filter(a -> canReach(b, shared.get(a), sums.get(a)))
                    .toArray();
            to.send(firsts, (block, own) -> {
                b.write(block);
                block.add(own.length);
                for (int place : own) {
                    long a = firsts[place];
                    block.add(a, shared.get(a), sums.get(a));
                }
            });
        }

        /** False if a pair cannot reach the threshold, whatever the other family is. It saves most of a shuffle. */
        private boolean canReach(FamilySide b, long shared, long sum) {
            double least = b.frame > 0 ? Frames.leastContent(rule.minScore()) : rule.minScore();
            return switch (rule.measure()) {
                case SHARED -> shared + unpaired.minutiae >= least;
                case WEIGHTED_RESEMBLANCE -> reaches(sum + unpaired.weight, b.weight - b.frameWeight, least);
                case RESEMBLANCE -> !sets || reaches(shared + unpaired.minutiae, b.n - b.frame, least);
                default -> true;
            };
        }

        private static boolean reaches(long part, long whole, double least) {
            return (double) part / Math.max(1, whole) >= least;
        }
    }

    /**
     * The lists of a family that make no pairs, because they are of a frame or too many families hold them. Scores
     * count what two families share in them. One thread at a time.
     */
    static final class UnpairedLists {
        private long minutiae;
        private long weight;
        private long frameMinutiae;
        private long frameWeight;

        /** Lists as bytes: in the order of their names, the gaps between these, minutiae with a bit, and weights. */
        static byte[] of(List<SharedList> lists, PairRule rule, long documents) {
            lists.sort(Comparator.comparingLong(SharedList::name));
            Block all = new Block();
            long last = 0;
            for (SharedList list : lists) {
                long m = (list.m() << 1) | (list.frame() ? 1 : 0);
                all.add(list.name() - last, m, list.m() * rule.rarity(documents, list.holders()));
                last = list.name();
            }
            return all.toArray();
        }

        private static final class Cursor {
            private final Numbers in;
            private long name;
            private long minutiae;
            private long weight;

            private Cursor(byte[] lists) {
                in = new Numbers(lists);
            }

            private boolean next() {
                boolean more = in.hasNext();
                if (more) {
                    name += in.next();
                    minutiae = in.next();
                    weight = in.next();
                }
                return more;
            }
        }

        /** Counts the minutiae of the lists that both families have. */
        void share(byte[] a, byte[] b) {
            minutiae = 0;
            weight = 0;
            frameMinutiae = 0;
            frameWeight = 0;
            Cursor ofA = new Cursor(a);
            Cursor ofB = new Cursor(b);
            boolean more = ofA.next() && ofB.next();
            while (more) {
                int order = Long.compare(ofA.name, ofB.name);
                if (order == 0 && (ofA.minutiae & 1) == 0) {
                    minutiae += ofA.minutiae >> 1;
                    weight += ofA.weight;
                } else if (order == 0) {
                    frameMinutiae += ofA.minutiae >> 1;
                    frameWeight += ofA.weight;
                }
                more = (order > 0 || ofA.next()) && (order < 0 || ofB.next());
            }
        }
    }

    /**
     * Which pairs of documents are similar. Workers read it.
     *
     * @param scheme the scheme in JSON, with its selection written out in full
     * @param measure the measure of the score
     * @param minScore the least score of a pair
     * @param maxDf minutiae that more families hold make no pairs
     * @param commonDf minutiae that more families hold may be of frames, by the rule of {@link Frames}
     * @param alias whether documents of equal fingerprints count as one in the weights of minutiae too
     */
    record PairRule(String scheme, Measure measure, double minScore, long maxDf, long commonDf, boolean alias)
            implements Serializable {
        private static final long serialVersionUID = 1;

        /** Whether fingerprints are compared as sets of minutiae. */
        boolean isOfSets() {
            return Strategies.comparability(Scheme.fromJson(scheme)).kind() == Comparability.Kind.SETS;
        }

        boolean isIgnored(long held) {
            return held > maxDf;
        }

        Frames frames() {
            return new Frames(commonDf);
        }

        /**
         * The weight of a minutia; 0 if the measure is not weighted.
         *
         * @param documents the number of all documents
         */
        long rarity(long documents, long holders) {
            return measure.weighted() ? TermWeights.rarity(documents, holders) : 0;
        }
    }
}
