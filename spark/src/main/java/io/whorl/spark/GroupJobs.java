package io.whorl.spark;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.cardinality;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.least;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.spark_partition_id;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.whorl.LimitExceededException;
import io.whorl.agrona.collections.LongHashSet;
import io.whorl.bulk.Duplicates;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityOptions.Purpose;
import io.whorl.cluster.SimilarityOptions.Representative;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.spark.GroupResult.Figures;
import io.whorl.spark.GroupResult.Kept;
import io.whorl.spark.SetJob.DocumentColumns;
import io.whorl.spark.SimilarPairs.PairRule;
import io.whorl.spark.WhorlSparkException.Reason;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentTable;
import io.whorl.strategy.Strategies;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Pairs, clusters and survivors as Spark jobs. The answers are those of an index of the same documents.
 *
 * <pre>
 * rows ─► fingerprints ─► families ─► similar pairs ─┬─► pairs
 *                                                    └─► ranks ─► stars ─► clusters, or survivors
 * </pre>
 */
record GroupJobs(Dataset<Row> rows, Scheme scheme, SparkOptions options) {
    /** The fields of the rows of pairs after the first one. */
    private static final String[] OF_PAIR =
            "b score shared resemblance containment contained family members".split(" ");

    /** Writes out the selection of the scheme in full, as an index stores it. */
    GroupJobs {
        WhorlSpark.requireVersion(rows.sparkSession());
        scheme = Fingerprinter.of(scheme).scheme();
    }

    private PairRule rule(SimilarityOptions wanted) {
        refuse(wanted.templates().isPresent(), "templates");
        refuse(wanted.work().isPresent(), "work");
        refuse(wanted.superShingles() > 0, "super-shingles");
        wanted.measure().check(scheme);
        Duplicates usual = wanted.purpose() == Purpose.SURVIVORS ? Duplicates.ALIAS : Duplicates.IGNORE;
        boolean alias = options.duplicates.orElse(usual) == Duplicates.ALIAS;
        boolean levels = Strategies.comparability(scheme).kind() == Comparability.Kind.LEVELS;
        if (alias && (levels || scheme.frequencies())) {
            throw new IllegalArgumentException("duplicates is alias, but with "
                    + (levels ? "selection " + scheme.selection().name() : "frequencies")
                    + " equal minutiae do not make equal documents; set duplicates to Duplicates.IGNORE");
        }
        // Other selections store figures of whole documents, so nothing can be left out of these.
        boolean sets = Strategies.comparability(scheme).kind() == Comparability.Kind.SETS;
        long commonDf = sets ? wanted.commonDf() : SimilarityOptions.NO_LIMIT;
        return new PairRule(scheme.toJson(), wanted.measure(), wanted.minScore(), wanted.maxDf(), commonDf, alias);
    }

    private static void refuse(boolean given, String what) {
        if (given) {
            throw new IllegalArgumentException(
                    what + " is not supported on Spark; leave it out, or use an index on one machine");
        }
    }

    private interface Job<R> {
        R run(GroupInput input, SimilarPairs similar, Figures figures, Kept kept);
    }

    private <R extends GroupResult> R run(PairRule rule, RankKey key, Job<R> job) {
        Kept kept = new Kept(rows.sparkSession());
        try {
            Figures figures = new Figures();
            GroupInput input = GroupInput.of(rows, options, rule.scheme(), key, figures, kept);
            return job.run(input, new SimilarPairs(input, rule, options.sampleOf, figures, kept), figures, kept);
        } catch (RuntimeException | Error e) {
            kept.close();
            throw e;
        }
    }

    GroupResult pairs(SimilarityOptions pairs) {
        refuse(pairs.expanded(), "expand");
        refuse(pairs.top() != SimilarityOptions.ALL && pairs.top() > Integer.MAX_VALUE, "a top above 2147483647");
        return run(rule(pairs), RankKey.ID, (input, similar, figures, kept) -> {
            Dataset<Row> found = kept.keep(named(similar));
            Dataset<Row> best = pairs.top() == SimilarityOptions.ALL
                    ? found
                    : found.sort(col("score").desc(), col("a").cast("binary"), col("b").cast("binary"))
                            .limit((int) pairs.top());
            figures.add("familiesFound", found.filter(col("family").isNotNull()).count());
            return new GroupResult(best, figures, kept);
        });
    }

    private static Dataset<Row> named(SimilarPairs similar) {
        Dataset<Row> ids = similar.families.select("u", "first");
        Dataset<Row> pairs = similar.pairs
                .join(ids.select(col("u").as("a"), col("first").as("idA")), new String[] {"a"}, "inner")
                .join(ids.select(col("u").as("b"), col("first").as("idB")), new String[] {"b"}, "inner")
                .withColumn("a", col("idA").cast("string"))
                .withColumn("b", col("idB").cast("string"))
                .withColumn("family", lit(null).cast("bigint"))
                .withColumn("members", lit(null).cast("array<string>"));
        Dataset<Row> several = similar.families.filter(col("size").gt(1)).select("u", "digest");
        Dataset<Row> members = similar.documents
                .join(several, new String[] {"digest"}, "inner")
                .groupBy("u")
                .agg(array_sort(collect_list("id")).cast("array<string>").as("members"));
        Dataset<Row> families = similar.ofFamilies()
                .join(members.withColumnRenamed("u", "a"), new String[] {"a"}, "inner")
                .withColumn("a", col("members").getItem(0))
                .withColumn("b", col("members").getItem(1))
                .withColumn("family", cardinality(col("members")).cast("bigint"));
        return Stream.of(pairs, families)
                .map(rows -> rows.withColumn("score", score(similar.rule)).select("a", OF_PAIR))
                .reduce(Dataset::union)
                .orElseThrow();
    }

    /** The score as results show it: shared minutiae are a whole number. */
    private static Column score(PairRule rule) {
        Column score = col("score");
        return rule.measure() == Measure.SHARED ? score.cast("bigint").as("score") : score;
    }

    GroupResult clusters(SimilarityOptions clusters) {
        refuse(clusters.link() != SimilarityOptions.Link.STAR, "link components");
        boolean oldest = clusters.representative() == Representative.OLDEST;
        requireDates(oldest, clusters.dates().isPresent());
        PairRule rule = rule(clusters);
        return run(rule, oldest ? RankKey.DATE : RankKey.ID, (input, similar, figures, kept) -> {
            UnitRanks units = new UnitRanks(similar, kept);
            Dataset<Row> ranks = units.of(clusters.representative());
            StarClusters stars = new StarClusters(
                    similar, ranks, units.pairs(ranks, false, oldest), options.taskPairs, figures, kept);
            Dataset<Row> members = kept.keep(stars.documents()
                    .select(
                            col("cluster"),
                            col("documents").as("size"),
                            col("id").cast("string").as("id"),
                            col("face").cast("string").as("representative"),
                            score(rule)));
            return new GroupResult(members, figures, kept);
        });
    }

    private void requireDates(boolean oldest, boolean function) {
        refuse(function, "a function of dates");
        if (oldest && options.dateColumn.isEmpty()) {
            throw new IllegalArgumentException(
                    "the oldest document is asked for, but there are no dates; name their column with dateColumn");
        }
    }

    DedupResult dedup(SimilarityOptions survivors) {
        RankKey key = key(survivors);
        PairRule rule = rule(survivors);
        return run(rule, key, (input, similar, figures, kept) -> {
            UnitRanks units = new UnitRanks(similar, kept);
            Dataset<Row> ranks = units.byKey(key);
            StarClusters stars = new StarClusters(
                    similar, ranks, units.pairs(ranks, key == RankKey.ID, true), options.taskPairs, figures, kept);
            Dataset<Row> dropped = kept.keep(stars.documents().filter(col("id").notEqual(col("face"))));
            Row words = dropped.agg(coalesce(sum("words"), lit(0L))).head();
            figures.add("dropped", dropped.count());
            figures.add("droppedWords", words.getLong(0));
            figures.add("kept", figures.get("documents") - figures.get("dropped"));
            Dataset<Row> shown = dropped.select(
                    col("id").cast("string").as("drop"),
                    col("face").cast("string").as("keep"),
                    col("cluster"),
                    score(rule),
                    lit(rule.measure().label()).as("measure"));
            Column reason = when(col("copy"), "equal-fingerprint")
                    .otherwise(rule.measure().label());
            Dataset<Row> decided = dropped.select(
                            col("id"),
                            col("cluster"),
                            col("face").cast("string").as("survivor"),
                            score(rule),
                            reason.as("reason"))
                    .union(dropped.select(
                                    col("face").as("id"),
                                    col("cluster"),
                                    col("face").cast("string"),
                                    lit(null),
                                    lit(null))
                            .distinct());
            return new DedupResult(shown, figures, kept, rows, options, decided, input.firsts());
        });
    }

    private RankKey key(SimilarityOptions survivors) {
        requireDates(
                survivors.keep() == SimilarityOptions.Keep.OLDEST,
                survivors.dates().isPresent());
        refuse(survivors.keys().isPresent(), "a function of keys");
        if (survivors.keep() == SimilarityOptions.Keep.LEAST_KEY && options.keyColumn.isEmpty()) {
            throw new IllegalArgumentException(
                    "survivors are chosen by a key, but there are no keys; name their column with keyColumn");
        }
        return switch (survivors.keep()) {
            case FIRST -> RankKey.ID;
            case LONGEST -> RankKey.WORDS;
            case OLDEST -> RankKey.DATE;
            case LEAST_KEY -> options.leastKey ? RankKey.LEAST : RankKey.GREATEST;
        };
    }

    /** The stars of ranked units, numbered: the largest first, then by the rank of the representative. */
    private static final class StarClusters {
        private final SimilarPairs similar;
        private final Dataset<Row> clusters;
        private final Dataset<Row> units;

        /**
         * Chooses representatives, and the best representative of each member.
         *
         * @param ranks the ranked units
         * @param pairs the pairs by ranks
         * @param taskPairs the largest number of undecided pairs that one task decides
         */
        StarClusters(
                SimilarPairs similar,
                Dataset<Row> ranks,
                Dataset<Row> pairs,
                long taskPairs,
                Figures figures,
                Kept kept) {
            this.similar = similar;
            Dataset<Row> members = members(pairs.filter(col("p").lt(col("q"))), taskPairs, kept);
            Dataset<Row> links = kept.keep(pairs.join(members, new String[] {"q"}, "left_semi")
                    .join(members.select(col("q").as("p")), new String[] {"p"}, "left_anti")
                    .groupBy("q")
                    // The highest score, then the highest rank.
                    .agg(min(struct(col("score").multiply(-1.0).as("negative"), col("p")))
                            .as("best"))
                    .select(
                            col("q").as("rank"),
                            col("best.p").as("p"),
                            col("best.negative").multiply(-1.0).as("score")));
            links.count(); // Spark joins a small table that is complete without a shuffle of the ranks.
            Dataset<Row> stars = links.union(
                    links.select(col("p"), col("p"), lit(null).cast("double")).distinct());
            units = kept.keep(ranks.join(stars, new String[] {"rank"}, "left")
                    .filter(col("p").isNotNull().or(col("joined").gt(1)))
                    .withColumn("p", coalesce(col("p"), col("rank")))
                    .withColumn("score", coalesce(col("score"), col("self"))));
            Dataset<Row> sizes = units.groupBy("p")
                    .agg(sum("joined").as("documents"))
                    .filter(col("documents").gt(1));
            Dataset<Row> representatives =
                    units.select(col("rank").as("p"), col("face"), col("joined").as("equal"));
            clusters = kept.number(
                    sizes.join(representatives, new String[] {"p"}, "inner"),
                    "number",
                    col("documents").desc(),
                    col("p"));
            figures.count(
                    Blocks.internal(clusters.select("documents", "equal")),
                    (cluster, of) -> {
                        of.add("clusters", 1);
                        of.add("clustered", cluster.getLong(0));
                        of.add("equalFingerprints", cluster.getInt(1) - 1);
                    },
                    "clusters clustered equalFingerprints");
        }

        /**
         * All documents of clusters: {@code id}, {@code words}, {@code cluster}, {@code documents} of the cluster, its
         * {@code face}, the {@code score} with it, and whether it is a {@code copy}: of equal fingerprint.
         */
        Dataset<Row> documents() {
            Dataset<Row> placed = units.drop("face")
                    .join(clusters, new String[] {"p"}, "inner")
                    .withColumn("copy", col("p").equalTo(col("rank")))
                    .withColumn("cluster", col("number").plus(1L));
            return similar.documents
                    .join(placed, new String[] {"digest"}, "inner")
                    .filter(col("joined").gt(1).or(col("id").equalTo(col("first"))))
                    .select("id", "words", "cluster", "documents", "face", "score", "copy");
        }

        /**
         * Decides all pairs of one partition in the order of ranks, as one machine does. All pairs of a unit with units
         * of higher rank come before its pairs with units of lower rank.
         */
        private static Iterator<InternalRow> greedy(Iterator<InternalRow> sorted) {
            LongHashSet members = new LongHashSet();
            return Blocks.flat(sorted, pair -> {
                long q = pair.getLong(1);
                boolean joins = !members.contains(pair.getLong(0)) && members.add(q);
                return joins ? List.of(Blocks.row(q)).iterator() : Collections.emptyIterator();
            });
        }

        /**
         * Finds which units are members of stars. One machine decides units in the order of their ranks: a unit is a
         * member if a representative of higher rank is similar to it, and a representative otherwise. The rounds give
         * the same answer. In each one, the units that no undecided unit of higher rank is similar to are
         * representatives, because their answer cannot change any more; all undecided units that are similar to them
         * are members. At least the unit of the highest rank is decided in each round.
         *
         * @param pairs ranks {@code p} and {@code q} of similar units, where {@code p} is the smaller number
         * @return the ranks of all members
         */
        private static Dataset<Row> members(Dataset<Row> pairs, long taskPairs, Kept kept) {
            StructType schema = StructType.fromDDL("q bigint not null");
            Dataset<Row> members = kept.session().createDataFrame(List.of(), schema);
            Dataset<Row> undecided = kept.keep(pairs.select("p", "q"));
            for (long left = undecided.count(); left > taskPairs; left = undecided.count()) {
                Dataset<Row> below = undecided.select(col("q").as("p")).distinct();
                Dataset<Row> joined = kept.keep(undecided
                        .join(below, new String[] {"p"}, "left_anti")
                        .select("q")
                        .distinct());
                Dataset<Row> next = kept.keep(undecided
                        .join(joined, new String[] {"q"}, "left_anti")
                        .join(joined.select(col("q").as("p")), new String[] {"p"}, "left_anti")
                        .select("p", "q"));
                next.count();
                kept.release(undecided);
                undecided = next;
                members = kept.keep(members.union(joined));
            }
            Dataset<Row> sorted = undecided.repartition(1).sortWithinPartitions("p", "q");
            JavaRDD<InternalRow> rest = Blocks.internal(sorted).mapPartitions(StarClusters::greedy);
            return kept.keep(members.union(Blocks.frame(kept.session(), rest, schema)));
        }
    }

    /**
     * The order in which units become representatives, as numbers from 0. A unit is a family, or its first document
     * alone if the score of a document with itself is below the threshold.
     */
    private record UnitRanks(SimilarPairs similar, Kept kept) {
        /** All units with what ranks depend on. */
        private Dataset<Row> units() {
            Column self = similar.rule.measure() == Measure.SHARED ? col("n").cast("double") : lit(1.0);
            Column joined = when(self.geq(similar.rule.minScore()), col("size")).otherwise(1);
            Column whole = col("joined").equalTo(col("size"));
            return similar.families
                    .withColumn("joined", joined)
                    .withColumn("self", self)
                    .withColumn("face", when(whole, col("lead")).otherwise(col("first")))
                    .withColumn("key", when(whole, col("leadKey")).otherwise(col("firstKey")))
                    .select("u", "n", "joined", "digest", "first", "face", "key", "self");
        }

        /** In the order of keys, then of ids. */
        Dataset<Row> byKey(RankKey key) {
            Dataset<Row> units = units();
            // Families are numbered in the order of their first ids.
            return key == RankKey.ID
                    ? units.withColumn("rank", col("u"))
                    : kept.number(units, "rank", col("key"), col("face"));
        }

        /** In the order of clusters. */
        Dataset<Row> of(Representative rule) {
            Column direct = coalesce(col("direct"), lit(0L));
            Dataset<Row> units = units().join(degrees(), new String[] {"u"}, "left")
                    .withColumn("degree", direct.plus(col("joined")))
                    .withColumn("sum", coalesce(col("sum"), lit(0.0)));
            Column degree = col("degree").desc();
            Column sum = col("sum").desc();
            Column length = col("n").desc();
            List<Column> order =
                    switch (rule) {
                        case CENTRAL -> List.of(degree, sum, length, col("u"));
                        case LONGEST -> List.of(length, degree, sum, col("u"));
                        case OLDEST -> List.of(col("key"), degree, sum, length, col("u"));
                    };
            return kept.number(units, "rank", order.toArray(Column[]::new));
        }

        private Dataset<Row> degrees() {
            Dataset<Row> pairs = similar.pairs;
            Dataset<Row> into = pairs.select(
                    col("b").as("u"), col("a").as("other"), col("joinedA").as("size"), col("score"));
            Dataset<Row> from = pairs.select(
                    col("a").as("u"), col("b").as("other"), col("joinedB").as("size"), col("score"));
            Dataset<Row> all = similar.rule.measure().symmetric() ? into.union(from) : into;
            // The best score first, so that the sums of floating-point numbers are those of one machine.
            return all.groupBy("u")
                    .agg(
                            sum("size").as("direct"),
                            expr("aggregate(array_sort(collect_list(struct(-score as negative, other, size))), 0d,"
                                            + " (sum, of) -> sum - of.size * of.negative)")
                                    .as("sum"));
        }

        /**
         * The pairs by ranks: unit {@code p} may represent unit {@code q}.
         *
         * @param ranks the ranked units
         * @param numbers whether ranks are the numbers of families
         * @param upwards whether a representative always has a higher rank than its members
         */
        Dataset<Row> pairs(Dataset<Row> ranks, boolean numbers, boolean upwards) {
            Dataset<Row> ranked = similar.pairs.select("a", "b", "score");
            for (String side : List.of("a", "b")) {
                ranked = numbers
                        ? ranked.withColumn("rank" + side, col(side))
                        : ranked.join(
                                ranks.select(col("u").as(side), col("rank").as("rank" + side)), side);
            }
            if (!similar.rule.measure().symmetric()) {
                Dataset<Row> directed =
                        ranked.select(col("rankB").as("p"), col("rankA").as("q"), col("score"));
                return kept.keep(upwards ? directed.filter(col("p").lt(col("q"))) : directed);
            }
            Dataset<Row> down = ranked.select(
                    least(col("rankA"), col("rankB")).as("p"),
                    greatest(col("rankA"), col("rankB")).as("q"),
                    col("score"));
            return kept.keep(
                    upwards ? down : down.union(down.select(col("q").as("p"), col("p").as("q"), col("score"))));
        }
    }

    /**
     * The fingerprinted documents of a DataFrame.
     *
     * @param rows the documents, as {@link #fingerprinted} gives them, with their partition, {@code home}
     * @param documents their number
     * @param firsts of each id of several rows, the {@code id} and the {@code text} of the document; empty if no id is
     *     repeated
     */
    record GroupInput(Dataset<Row> rows, long documents, Optional<Dataset<Row>> firsts) {
        private static final String LEFT_OUT = "leftOut";
        /** The rows that a build of one machine takes as documents, before it looks at their length. */
        private static Column hasText() {
            return coalesce(col(LEFT_OUT), lit(LeftOut.TOO_SHORT.name())).equalTo(LeftOut.TOO_SHORT.name());
        }

        /**
         * Fingerprints.
         *
         * @param figures receives the counts of rows
         * @throws WhorlSparkException if a column is missing, or a row is refused
         */
        static GroupInput of(
                Dataset<Row> rows, SparkOptions options, String scheme, RankKey key, Figures figures, Kept kept) {
            Column value = key == RankKey.GREATEST || key == RankKey.LEAST
                    ? DocumentColumns.text(rows, options.keyColumn)
                    : lit(null).cast("string");
            Dataset<Row> read = DocumentColumns.select(rows, options, value.as("key"));
            UnaryOperator<Dataset<Row>> task = of -> fingerprinted(of, scheme, key, options.minDocument);
            UnaryOperator<Dataset<Row>> keep = of -> kept.keep(of.withColumn("home", spark_partition_id()));
            Dataset<Row> fingerprinted = keep.apply(task.apply(read));
            Dataset<Row> repeated = fingerprinted
                    .filter(hasText())
                    .groupBy("id")
                    .agg(count(lit(1)).as("rows"))
                    .filter(col("rows").gt(1));
            long others = repeated.agg(coalesce(sum(col("rows").minus(1)), lit(0L)))
                    .head()
                    .getLong(0);
            Optional<Dataset<Row>> firsts = Optional.empty();
            if (others > 0) {
                Dataset<Row> ids = kept.keep(repeated.select("id"));
                firsts = Optional.of(kept.keep(firsts(read, ids)));
                Dataset<Row> all = fingerprinted.drop("home");
                fingerprinted = keep.apply(all.filter(hasText())
                        .join(ids, new String[] {"id"}, "left_anti")
                        .unionByName(all.filter(not(hasText())))
                        .unionByName(task.apply(firsts.get())));
            }
            figures.count(
                    Blocks.internal(fingerprinted.select(LEFT_OUT, "words", "n", "key")),
                    GroupInput::tally,
                    "documents words withoutMinutiae withoutKey");
            if (others > 0) {
                figures.add(LeftOut.REPEATED_ID.figure(), others);
            }
            long bad = Stream.of(LeftOut.values())
                    .filter(LeftOut::isBad)
                    .mapToLong(reason -> figures.get(reason.figure()))
                    .sum();
            if (options.strict && bad > 0) {
                throw new WhorlSparkException(
                        Reason.REFUSED_ROWS,
                        bad + " rows are no documents: " + figures + "; correct them, or run without strict");
            }
            return new GroupInput(fingerprinted.filter(col(LEFT_OUT).isNull()), figures.get("documents"), firsts);
        }

        private static void tally(InternalRow row, Figures to) {
            if (row.isNullAt(0)) {
                to.add("documents", 1);
                to.add("words", row.getLong(1));
                to.add("withoutMinutiae", row.getInt(2) == 0 ? 1 : 0);
                to.add("withoutKey", row.getUTF8String(3).equals(UTF8String.fromString(RankKey.NONE)) ? 1 : 0);
            } else {
                to.add(LeftOut.valueOf(row.getString(0)).figure(), 1);
            }
        }

        /**
         * Of the rows of each of these ids, the one that a shard keeps too: that of the least text, then of the
         * earliest date. Rows have no order, so there is no first one.
         */
        private static Dataset<Row> firsts(Dataset<Row> read, Dataset<Row> ids) {
            Column order = struct(
                    col(DocumentColumns.TEXT),
                    coalesce(col(DocumentColumns.DATE), lit(Long.MAX_VALUE)),
                    col(DocumentColumns.DATE),
                    col("key"),
                    col(DocumentColumns.LENGTH));
            return read.filter(col(DocumentColumns.TEXT).isNotNull())
                    .join(ids, new String[] {"id"}, "left_semi")
                    .groupBy("id")
                    .agg(min(order).as("first"))
                    .select("id", "first.text", "first.length", "first.date", "first.key");
        }

        /**
         * Fingerprints rows of id, text, length, date and key. Each row of the input gives one row. {@code leftOut} is
         * the reason why a row is no document; then most other fields are null.
         *
         * @param minWords documents with fewer words are left out
         */
        private static Dataset<Row> fingerprinted(Dataset<Row> read, String scheme, RankKey key, long minWords) {
            JavaRDD<InternalRow> rows = Blocks.internal(read).mapPartitions(of -> {
                Fingerprinter fingerprinter = Fingerprinter.of(Scheme.fromJson(scheme));
                boolean levels =
                        Strategies.comparability(fingerprinter.scheme()).kind() == Comparability.Kind.LEVELS;
                MessageDigest digest = DocumentDigests.sha256();
                return Blocks.each(of, row -> fingerprint(row, key, minWords, fingerprinter, digest, levels));
            });
            String fields =
                    "leftOut string, id binary, words bigint, n int, minutiae binary, digest binary, key string";
            return Blocks.frame(read.sparkSession(), rows, StructType.fromDDL(fields));
        }

        private static InternalRow fingerprint(
                InternalRow row,
                RankKey key,
                long minWords,
                Fingerprinter fingerprinter,
                MessageDigest digest,
                boolean levels) {
            byte[] id = row.getBinary(0);
            byte[] text = row.getBinary(1);
            if (id == null) {
                return leftOut(LeftOut.NULL_ID, null);
            }
            if (id.length < 1 || id.length > DocumentTable.LONGEST_ID) {
                return leftOut(LeftOut.UNUSABLE_ID, id);
            }
            if (text == null) {
                return leftOut(row.isNullAt(2) ? LeftOut.NULL_TEXT : LeftOut.TOO_LONG, id);
            }
            Fingerprint of;
            try {
                of = fingerprinter.fingerprint(text);
            } catch (LimitExceededException e) {
                return leftOut(LeftOut.REFUSED, id);
            }
            if (of.words() < minWords) {
                return leftOut(LeftOut.TOO_SHORT, id);
            }
            byte[] minutiae = Blocks.encode(of.toArray());
            // Scores by levels depend on the number of words too, so equal minutiae do not make equal documents.
            byte[] sum = digest.digest(levels ? id : minutiae);
            String rank = key.of(
                    of.words(), row.isNullAt(3) ? null : row.getLong(3), row.isNullAt(4) ? null : row.getString(4));
            return Blocks.row(null, id, of.words(), of.size(), minutiae, sum, UTF8String.fromString(rank));
        }

        private static InternalRow leftOut(LeftOut reason, byte[] id) {
            return Blocks.row(UTF8String.fromString(reason.name()), id, null, null, null, null, null);
        }
    }

    /** By what documents are put in order, before their ids. Keys are strings in the order of the rule. */
    enum RankKey {
        /** By id only. */
        ID,
        /** The document with the most words comes first. */
        WORDS,
        /** The document with the earliest date comes first. */
        DATE,
        /** The document with the greatest value of a column comes first: numbers, then texts. */
        GREATEST,
        /** The document with the least value of a column comes first: numbers, then texts. */
        LEAST;

        /** The key of a document that has none, which is after all others. */
        static final String NONE = "~";

        private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,300}(\\.\\d{1,300})?([eE][+-]?\\d{1,3})?");
        private static final HexFormat HEX = HexFormat.of();
        private static final long MICROS = 1_000;
        private static final int LONGEST_TEXT = 100;

        /**
         * The key of a document.
         *
         * @param micros its date, or null
         * @param value the value of the column, or null
         */
        String of(long words, Long micros, String value) {
            return switch (this) {
                case ID -> "";
                case WORDS -> HEX.toHexDigits(Long.MAX_VALUE - words);
                case DATE -> micros == null ? NONE : date(Math.floorDiv(micros, MICROS));
                case GREATEST, LEAST -> value == null ? NONE : value(value, this == LEAST);
            };
        }

        private static String date(long millis) {
            return DocumentDate.isValid(millis) ? HEX.toHexDigits(millis ^ Long.MIN_VALUE) : NONE;
        }

        private static String value(String value, boolean least) {
            String stripped = value.strip();
            double number = NUMBER.matcher(stripped).matches() ? Double.parseDouble(stripped) : Double.NaN;
            if (Double.isFinite(number)) {
                // Adding 0 makes −0 equal to 0.
                long bits = Double.doubleToLongBits(number + 0.0);
                long ascending = bits ^ ((bits >> (Long.SIZE - 1)) | Long.MIN_VALUE);
                return "1" + HEX.toHexDigits(least ? ascending : ~ascending);
            }
            byte[] utf8 = stripped.getBytes(StandardCharsets.UTF_8);
            byte[] cut = Arrays.copyOf(utf8, Math.min(utf8.length, LONGEST_TEXT));
            for (int i = 0; !least && i < cut.length; i++) {
                cut[i] = (byte) ~cut[i];
            }
            // A text comes before its continuations, or after them.
            return "2" + HEX.formatHex(cut) + (least ? '!' : 'g');
        }
    }
}
