package io.whorl.spark;

import static org.apache.spark.sql.functions.array_sort;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.collect_list;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.whorl.bulk.Duplicates;
import io.whorl.cluster.ClusterOptions;
import io.whorl.cluster.ClusterOptions.Representative;
import io.whorl.cluster.SurvivorOptions;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.query.PairsOptions;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.Strategies;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Pairs, clusters and survivors as Spark jobs. The answers are those of an index of the same documents. */
final class GroupJobs {
    private final Dataset<Row> rows;
    /** With its selection written out in full, as an index stores it. */
    private final Scheme scheme;

    private final SparkGroupOptions options;
    private Optional<Dataset<Row>> firsts = Optional.empty();

    GroupJobs(Dataset<Row> rows, Scheme scheme, SparkGroupOptions options) {
        this.rows = rows;
        this.scheme = Fingerprinter.of(scheme).scheme();
        this.options = options;
    }

    private PairRule rule(Measure measure, double minScore, long maxDf, long commonDf, Duplicates usual) {
        measure.check(scheme);
        boolean alias = options.duplicates().orElse(usual).action() == Duplicates.Action.ALIAS;
        boolean levels = Strategies.comparability(scheme).kind() == Comparability.Kind.LEVELS;
        if (alias && (levels || scheme.frequencies())) {
            throw new IllegalArgumentException("duplicates is alias, but with "
                    + (levels ? "selection " + scheme.selection().name() : "frequencies")
                    + " equal minutiae do not make equal documents; set duplicates to Duplicates.IGNORE");
        }
        // Other selections store figures of whole documents, so nothing can be left out of these.
        boolean sets = Strategies.comparability(scheme).kind() == Comparability.Kind.SETS;
        return new PairRule(
                scheme.toJson(), measure, minScore, maxDf, sets ? commonDf : ClusterOptions.NO_LIMIT, alias);
    }

    private static void refuse(boolean given, String what) {
        if (given) {
            throw new IllegalArgumentException(
                    what + " is not supported on Spark; leave it out, or use an index on one machine");
        }
    }

    private interface Job<R> {
        R run(SimilarPairs similar, GroupFigures figures, Kept kept);
    }

    private <R> R run(PairRule rule, RankKey key, Job<R> job) {
        Kept kept = new Kept(rows.sparkSession());
        try {
            GroupFigures figures = new GroupFigures();
            GroupInput input = GroupInput.of(rows, options, rule.scheme(), key, figures, kept);
            firsts = input.firsts();
            return job.run(new SimilarPairs(input, rule, options.sampleOf(), figures, kept), figures, kept);
        } catch (RuntimeException | Error e) {
            kept.close();
            throw e;
        }
    }

    /** Finds pairs. */
    GroupResult pairs(PairsOptions pairs) {
        refuse(pairs.templates().isPresent(), "templates");
        refuse(pairs.superShingles() > 0, "super-shingles");
        refuse(pairs.expanded(), "expand");
        refuse(pairs.work().isPresent(), "work");
        refuse(pairs.top() != PairsOptions.ALL && pairs.top() > Integer.MAX_VALUE, "a top above 2147483647");
        PairRule rule = rule(pairs.measure(), pairs.minScore(), pairs.maxDf(), pairs.commonDf(), Duplicates.IGNORE);
        return run(rule, RankKey.ID, (similar, figures, kept) -> {
            Dataset<Row> found = kept.keep(named(similar));
            Dataset<Row> best = pairs.top() == PairsOptions.ALL
                    ? found
                    : found.sort(col("score").desc(), col("a").cast("binary"), col("b").cast("binary"))
                            .limit((int) pairs.top());
            figures.add("familiesFound", found.filter(col("family").isNotNull()).count());
            return new GroupResult(best, figures, kept);
        });
    }

    private static Dataset<Row> named(SimilarPairs similar) {
        Dataset<Row> ids = similar.families().select("u", "first");
        Column score = score(similar.rule());
        Dataset<Row> pairs = similar.pairs()
                .join(ids.select(col("u").as("a"), col("first").as("idA")), new String[] {"a"}, "inner")
                .join(ids.select(col("u").as("b"), col("first").as("idB")), new String[] {"b"}, "inner")
                .select(
                        col("idA").cast("string").as("a"),
                        col("idB").cast("string").as("b"),
                        score,
                        col("shared"),
                        col("resemblance"),
                        col("containment"),
                        col("contained"),
                        lit(null).cast("bigint").as("family"),
                        lit(null).cast("array<string>").as("members"));
        Dataset<Row> several = similar.families().filter(col("size").gt(1)).select("u", "digest");
        Dataset<Row> members = similar.documents()
                .join(several, new String[] {"digest"}, "inner")
                .groupBy("u")
                .agg(array_sort(collect_list("id")).cast("array<string>").as("members"));
        Dataset<Row> families = similar.ofFamilies()
                .join(members.withColumnRenamed("u", "a"), new String[] {"a"}, "inner")
                .select(
                        col("members").getItem(0).as("a"),
                        col("members").getItem(1).as("b"),
                        score,
                        col("shared"),
                        col("resemblance"),
                        col("containment"),
                        col("contained"),
                        org.apache
                                .spark
                                .sql
                                .functions
                                .size(col("members"))
                                .cast("bigint")
                                .as("family"),
                        col("members"));
        return pairs.union(families);
    }

    /** The score as results show it: shared minutiae are a whole number. */
    private static Column score(PairRule rule) {
        Column score = col("score");
        return rule.measure() == Measure.SHARED ? score.cast("bigint").as("score") : score;
    }

    /** Makes clusters. */
    GroupResult clusters(ClusterOptions clusters) {
        refuse(clusters.link() != ClusterOptions.Link.STAR, "link components");
        refuse(clusters.templates().isPresent(), "templates");
        refuse(clusters.superShingles() > 0, "super-shingles");
        refuse(clusters.work().isPresent(), "work");
        boolean oldest = clusters.representative() == Representative.OLDEST;
        requireDates(oldest, clusters.dates().isPresent());
        PairRule rule =
                rule(clusters.measure(), clusters.minScore(), clusters.maxDf(), clusters.commonDf(), Duplicates.IGNORE);
        return run(rule, oldest ? RankKey.DATE : RankKey.ID, (similar, figures, kept) -> {
            UnitRanks units = new UnitRanks(similar, kept);
            Dataset<Row> ranks = units.of(clusters.representative());
            StarClusters stars =
                    new StarClusters(similar, ranks, units.pairs(ranks, oldest), options.taskPairs(), kept);
            stars.count(figures);
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
        if (oldest && options.dateColumn().isEmpty()) {
            throw new IllegalArgumentException(
                    "the oldest document is asked for, but there are no dates; name their column with dateColumn");
        }
    }

    /** Chooses survivors. */
    DedupResult dedup(SurvivorOptions survivors) {
        refuse(survivors.templates().isPresent(), "templates");
        refuse(survivors.work().isPresent(), "work");
        RankKey key = key(survivors);
        PairRule rule = rule(
                survivors.measure(), survivors.minScore(), survivors.maxDf(), survivors.commonDf(), Duplicates.ALIAS);
        GroupResult result = run(rule, key, (similar, figures, kept) -> {
            UnitRanks units = new UnitRanks(similar, kept);
            Dataset<Row> ranks = units.byKey(key);
            StarClusters stars = new StarClusters(similar, ranks, units.pairs(ranks, true), options.taskPairs(), kept);
            stars.count(figures);
            Dataset<Row> dropped = kept.keep(stars.documents().filter(col("id").notEqual(col("face"))));
            figures.add("dropped", dropped.count());
            figures.add("kept", figures.get("documents") - figures.get("dropped"));
            figures.add(dropped.agg(sum("words").as("droppedWords")).head());
            Dataset<Row> shown = dropped.select(
                    col("id").cast("string").as("drop"),
                    col("face").cast("string").as("keep"),
                    col("cluster"),
                    score(rule),
                    lit(rule.measure().label()).as("measure"));
            return new GroupResult(shown, figures, kept);
        });
        return new DedupResult(result, rows, options, firsts);
    }

    private RankKey key(SurvivorOptions survivors) {
        requireDates(
                survivors.keep() == SurvivorOptions.Keep.OLDEST,
                survivors.dates().isPresent());
        if (survivors.keep() == SurvivorOptions.Keep.LEAST_KEY
                && options.keyColumn().isEmpty()) {
            throw new IllegalArgumentException(
                    "survivors are chosen by a key, but there are no keys; name their column with keyColumn");
        }
        return switch (survivors.keep()) {
            case FIRST -> RankKey.ID;
            case LONGEST -> RankKey.WORDS;
            case OLDEST -> RankKey.DATE;
            case LEAST_KEY -> options.leastKey() ? RankKey.LEAST : RankKey.GREATEST;
        };
    }
}
