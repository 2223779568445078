package io.whorl.spark;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.whorl.agrona.collections.IntArrayList;
import io.whorl.agrona.collections.Long2LongHashMap;
import io.whorl.measure.Measure;
import io.whorl.pairs.Frames;
import io.whorl.scheme.Scheme;
import io.whorl.score.Comparison;
import io.whorl.score.Comparison.Side;
import io.whorl.score.DocumentExtras;
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
import io.whorl.spark.SharedLists.SharedList;
import io.whorl.strategy.Strategies;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * The similar pairs of a collection. Documents of equal fingerprints are a family; pairs are those of families. A
 * family has a number: its place in the order of the first ids of families.
 */
final class SimilarPairs {
    /** The pairs of lists that one task counts. */
    private static final double PAIRS = 4e6;

    final PairRule rule;
    private final Dataset<Row> documents;
    /** The number of a family, the digest of its documents, and which of them are the first ones. */
    final Dataset<Row> families;
    /** What comparisons need of each family. */
    final Dataset<Row> sides;
    /** The pairs of different families, as {@link #scoring} gives them. */
    final Dataset<Row> pairs;

    /** Finds the pairs. Figures receive the counts. */
    SimilarPairs(GroupInput input, PairRule rule, int sampleOf, Figures figures, Kept kept) {
        this.rule = rule;
        documents = input.rows();
        Dataset<Row> withMinutiae = documents.filter(col("n").gt(0));
        families = kept.number(
                withMinutiae
                        .groupBy("digest")
                        .agg(
                                count(lit(1)).cast("int").as("size"),
                                min(struct(col("id"), col("key"))).as("f"),
                                min(struct(col("key"), col("id"))).as("l"))
                        .selectExpr(
                                "digest",
                                "size",
                                "f.id as first",
                                "f.key as firstKey",
                                "l.id as lead",
                                "l.key as leadKey"),
                "u",
                col("first"));
        // Spark joins small tables that are complete without a shuffle of the other one.
        long count = families.count();
        Dataset<Row> fingerprints = kept.keep(withMinutiae
                .select("id", "n", "words", "minutiae")
                .join(families.select(col("first").as("id"), col("u"), col("size")), new String[] {"id"}, "inner")
                .select("u", "n", "words", "size", "minutiae"));
        long postings = fingerprints.agg(coalesce(sum("n"), lit(0L))).head().getLong(0);
        figures.add("families", count);
        SharedLists lists =
                new SharedLists(fingerprints, count, postings, input.documents(), rule, sampleOf, figures, kept);
        long all = input.documents();
        sides = kept.keep(lists.byFamily(fingerprints, SIDES, told -> sides(told, rule, all)));
        figures.add(sides.agg(
                        sum(when(col("mostlyIgnored"), col("size").cast("bigint")))
                                .as("mostlyIgnored"),
                        sum(when(col("mostlyCommon"), col("size").cast("bigint")))
                                .as("mostlyCommon"))
                .head());
        kept.release(fingerprints);
        Dataset<Row> counted = kept.keep(counted(lists.paired(), lists.pairs(), rule, all));
        counted.count();
        Dataset<Row> reaching = kept.keep(
                counted.join(side("a", "A"), new String[] {"a"}, "inner").filter(canReach()));
        reaching.count();
        pairs = kept.keep(scoring(rule).of(reaching.join(side("b", "B"), new String[] {"b"}, "inner")));
        figures.add("pairs", pairs.count());
        kept.release(counted);
        kept.release(reaching);
    }

    /** The columns of a family that the scores of its pairs need, with the name of a side after each. */
    private Dataset<Row> side(String number, String side) {
        Dataset<Row> needed = sides.drop("size", "mostlyCommon", "mostlyIgnored");
        return needed.select(Arrays.stream(needed.columns())
                .map(name -> col(name).as(name.equals("u") ? number : name + side))
                .toArray(Column[]::new));
    }

    /** False if a pair cannot reach the threshold, whatever the second document is. It saves most of a shuffle. */
    private Column canReach() {
        if (rule.measure() == Measure.SHARED) {
            return col("shared").plus(col("unpairedMinutiaeA")).geq(least());
        }
        if (rule.measure() == Measure.WEIGHTED_RESEMBLANCE) {
            return bound("sum", "unpairedWeightA", "weightA", "frameWeightA");
        }
        return rule.isOfSets() && rule.measure() == Measure.RESEMBLANCE
                ? bound("shared", "unpairedMinutiaeA", "nA", "frameA")
                : lit(true);
    }

    /** The most that the documents can share, by the least that is compared of the first. */
    private Column bound(String part, String more, String whole, String less) {
        Column least = greatest(col(whole).minus(col(less)), lit(1L));
        return col(part)
                .plus(col(more))
                .cast("double")
                .divide(least.cast("double"))
                .geq(least());
    }

    /** The least score of the contents with which a pair can reach the threshold. */
    private Column least() {
        return when(col("frameA").gt(0), lit(Frames.leastContent(rule.minScore())))
                .otherwise(lit(rule.minScore()));
    }

    /** The pairs of a family with itself, of which nothing is left out. */
    Dataset<Row> ofFamilies() {
        Dataset<Row> several = sides.filter(col("size").gt(1))
                .selectExpr("u as a", "u as b", "cast(n as bigint) as shared", "weight as sum");
        return scoring(rule)
                .of(several.join(side("a", "A"), new String[] {"a"}, "inner")
                        .join(side("b", "B"), new String[] {"b"}, "inner"));
    }

    /** {@code id}, {@code words}, {@code digest} and {@code key} of all documents. */
    Dataset<Row> documents() {
        return documents.select("id", "words", "digest", "key");
    }

    /**
     * Scores counted pairs that are joined with both sides, and passes on those that reach the threshold. For an
     * asymmetric measure, each pair is scored in both directions.
     */
    private static RowTask scoring(PairRule rule) {
        return new RowTask(
                "a bigint not null, b bigint not null, score double not null, shared bigint not null,"
                        + " resemblance double not null, containment double, contained double,"
                        + " joinedA int not null, joinedB int not null",
                pairs -> {
                    Comparison comparison = rule.comparison();
                    return RowTask.flat(pairs, pair -> {
                        Stream<Row> forth = score(pair, "A", "B", rule, comparison);
                        boolean both =
                                !rule.measure().symmetric() && !pair.getAs("a").equals(pair.getAs("b"));
                        return (both ? Stream.concat(forth, score(pair, "B", "A", rule, comparison)) : forth)
                                .iterator();
                    });
                });
    }

    /** The score of a pair by what it shares, with or without frames. The comparison keeps the plain measures. */
    private static double score(
            Row pair, String first, String second, PairRule rule, Comparison comparison, Shared shared) {
        RowSide a = side(pair, first, shared.withoutFrame);
        RowSide b = side(pair, second, shared.withoutFrame);
        Measure measure = rule.measure();
        double score = 0;
        if (measure.weighted()) {
            comparison.weighing(1, weight(pair, first, shared.withoutFrame));
            comparison.weigh(a, b, shared.weight, weight(pair, second, shared.withoutFrame));
            score = comparison.score(measure);
        }
        comparison.set(shared.minutiae, a, b);
        return measure.weighted() ? score : comparison.score(measure);
    }

    private record Shared(long minutiae, long weight, boolean withoutFrame) {}

    private static RowSide side(Row pair, String of, boolean withoutFrame) {
        long frame = withoutFrame ? pair.<Long>getAs("frame" + of) : 0;
        return new RowSide(pair.<Integer>getAs("n" + of) - frame, pair.getAs("words" + of), pair.getAs("extra" + of));
    }

    private static long weight(Row pair, String of, boolean withoutFrame) {
        return pair.<Long>getAs("weight" + of) - (withoutFrame ? pair.<Long>getAs("frameWeight" + of) : 0);
    }

    private static Stream<Row> score(Row pair, String first, String second, PairRule rule, Comparison comparison) {
        boolean equal = pair.getAs("a").equals(pair.getAs("b"));
        UnpairedLists more = new UnpairedLists();
        if (!equal) {
            more.share(pair.getAs("unpairedA"), pair.getAs("unpairedB"));
        }
        long shared = pair.<Long>getAs("shared") + more.minutiae;
        long weight = pair.<Long>getAs("sum") + more.weight;
        double whole = 0;
        if (more.frameMinutiae > 0) {
            Shared all = new Shared(shared + more.frameMinutiae, weight + more.frameWeight, false);
            whole = score(pair, first, second, rule, comparison, all);
        }
        double score =
                Frames.score(score(pair, first, second, rule, comparison, new Shared(shared, weight, !equal)), whole);
        if (score < rule.minScore()) {
            return Stream.empty();
        }
        boolean sets = !comparison.onlyResemblance();
        boolean turned = first.equals("B");
        return Stream.of(RowFactory.create(
                pair.<Long>getAs(turned ? "b" : "a"),
                pair.<Long>getAs(turned ? "a" : "b"),
                score,
                shared,
                comparison.resemblance(),
                sets ? comparison.score(Measure.CONTAINMENT) : null,
                sets ? comparison.score(Measure.CONTAINED) : null,
                pair.<Integer>getAs("joined" + first),
                pair.<Integer>getAs("joined" + second)));
    }

    private record RowSide(long minutiae, long words, byte[] extra) implements Side {}

    private static final String SIDES =
            "u bigint not null, n int not null, words bigint not null, size int not null, joined int not null,"
                    + " weight bigint not null, extra binary not null, frame bigint not null,"
                    + " frameWeight bigint not null, unpaired binary not null,"
                    + " unpairedMinutiae bigint not null, unpairedWeight bigint not null,"
                    + " mostlyCommon boolean not null, mostlyIgnored boolean not null";

    /**
     * Computes what the comparison of a family with others needs: the weight of its minutiae, which are common, and
     * which make no pairs. {@code joined} is the number of documents that the family stands for.
     *
     * @param documents the number of all documents
     */
    private static Iterator<InternalRow> sides(Iterator<Family> families, PairRule rule, long documents) {
        DocumentExtras extras = DocumentExtras.of(Scheme.fromJson(rule.scheme()));
        boolean sets = rule.isOfSets();
        return RowTask.each(families, family -> side(family, rule, documents, sets ? null : extras));
    }

    private static InternalRow side(Family family, PairRule rule, long documents, DocumentExtras extras) {
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
        byte[] lists = UnpairedLists.of(unpaired, rule, documents);
        UnpairedLists all = new UnpairedLists();
        all.share(lists, lists);
        double self = rule.measure() == Measure.SHARED ? n : 1;
        return Blocks.row(
                family.u,
                n,
                family.words,
                size,
                self >= rule.minScore() ? size : 1,
                weight,
                extras == null ? family.minutiae : extras.of(Blocks.decode(family.minutiae), n, family.words),
                frame,
                frameWeight,
                lists,
                all.minutiae,
                all.weight,
                2 * frame > n,
                2 * ignored > n - frame);
    }

    /**
     * What the families of lists share: the smaller number first.
     *
     * @param all the pairs of all lists, each counted once for each list
     */
    private static Dataset<Row> counted(Dataset<Row> lists, double all, PairRule rule, long documents) {
        return Blocks.shuffle(
                Blocks.partitions(lists, all, PAIRS),
                "a bigint not null, b bigint not null, shared bigint not null, sum bigint not null",
                blocks -> {
                    OwnedLists owned = new OwnedLists();
                    blocks.forEachRemaining(owned::read);
                    return owned.pairs();
                },
                new Source(lists, (list, to) -> send(list, rule, documents, to)));
    }

    /**
     * Sends a list to the partitions that count pairs of it. The partition of a family counts its pairs with families
     * of smaller numbers.
     */
    private static void send(InternalRow list, PairRule rule, long documents, Filling to) {
        long m = list.getLong(1);
        long[] families = Blocks.decode(list.getBinary(0));
        int[] partitions = Arrays.stream(families, 1, families.length)
                .mapToInt(u -> Blocks.partition(u, to.partitions()))
                .sorted()
                .distinct()
                .toArray();
        for (int partition : partitions) {
            Block block = to.of(partition);
            block.add(partition);
            block.add(to.partitions());
            block.add(m);
            block.add(m * rule.rarity(documents, list.getLong(2)));
            block.add(families, families.length);
        }
    }

    /** The lists of the families of one partition. One thread at a time. */
    private static final class OwnedLists {
        private static final int NONE = -1;

        private record CountedList(long[] families, long m, long weight) {}

        private final List<CountedList> lists = new ArrayList<>();
        /** The last place of each family. */
        private final Long2LongHashMap last = new Long2LongHashMap(NONE);
        /** The list of each place, the index of the family in it, and the place before it of the same family. */
        private final IntArrayList places = new IntArrayList();

        private final IntArrayList indexes = new IntArrayList();
        private final IntArrayList previous = new IntArrayList();

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
                        previous.addInt((int) last.put(families[i], places.size()));
                        places.addInt(lists.size());
                        indexes.addInt(i);
                    }
                }
                lists.add(new CountedList(families, m, weight));
            }
        }

        Iterator<InternalRow> pairs() {
            return RowTask.flat(last.keySet().iterator(), this::pairs);
        }

        private Iterator<InternalRow> pairs(long b) {
            Long2LongHashMap shared = new Long2LongHashMap(0);
            Long2LongHashMap sums = new Long2LongHashMap(0);
            for (int place = (int) last.get(b); place != NONE; place = previous.getInt(place)) {
                CountedList list = lists.get(places.getInt(place));
                for (int i = 0; i < indexes.getInt(place); i++) {
                    long a = list.families[i];
                    shared.put(a, shared.get(a) + list.m);
                    if (list.weight != 0) {
                        sums.put(a, sums.get(a) + list.weight);
                    }
                }
            }
            List<InternalRow> rows = new ArrayList<>(shared.size());
            shared.forEachLong((a, m) -> rows.add(Blocks.row(a, b, m, sums.get(a))));
            return rows.iterator();
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
                all.add(list.name() - last);
                all.add(list.m() << 1 | (list.frame() ? 1 : 0));
                all.add(list.m() * rule.rarity(documents, list.holders()));
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

        Comparison comparison() {
            return Comparison.of(Scheme.fromJson(scheme));
        }
    }
}
