package io.whorl.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.greatest;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.strategy.Strategies;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;

/**
 * The similar pairs of a collection. Documents of equal fingerprints are a family; pairs are those of families. A
 * family has a number: its place in the order of the first ids of families.
 */
final class SimilarPairs {
    private final PairRule rule;
    private final Dataset<Row> documents;
    private final Dataset<Row> families;
    private final Dataset<Row> sides;
    private final Dataset<Row> pairs;

    /** Finds the pairs. Figures receive the counts. */
    SimilarPairs(GroupInput input, PairRule rule, int sampleOf, GroupFigures figures, Kept kept) {
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
                        .select(
                                col("digest"),
                                col("size"),
                                col("f.id").as("first"),
                                col("f.key").as("firstKey"),
                                col("l.id").as("lead"),
                                col("l.key").as("leadKey")),
                "u",
                col("first"));
        Dataset<Row> fingerprints = kept.keep(withMinutiae
                .select("id", "n", "words", "minutiae")
                .join(families.select(col("first").as("id"), col("u"), col("size")), new String[] {"id"}, "inner")
                .select("u", "n", "words", "size", "minutiae"));
        long count = families.count();
        figures.add("families", count);
        SharedLists lists = new SharedLists(fingerprints, count, input.documents(), rule, sampleOf, figures, kept);
        sides = kept.keep(sides(fingerprints, lists, input.documents()));
        figures.add(sides.agg(
                        sum(when(col("mostlyIgnored"), col("size").cast("bigint")))
                                .as("mostlyIgnored"),
                        sum(when(col("keepsCommon"), col("size").cast("bigint")))
                                .as("commonKept"))
                .head());
        Dataset<Row> keepers = sides.filter(col("keepsCommon")).select("u");
        Dataset<Row> counted = lists.paired(keepers)
                .mapPartitions(new PairTask(), Encoders.row(PairTask.SCHEMA))
                .groupBy("a", "b")
                .agg(sum("shared").as("shared"), sum("sum").as("sum"));
        pairs = kept.keep(score(counted));
        kept.release(fingerprints);
        figures.add("pairs", pairs.count());
    }

    private Dataset<Row> sides(Dataset<Row> fingerprints, SharedLists lists, long all) {
        Comparability.Kind kind =
                Strategies.comparability(Scheme.fromJson(rule.scheme())).kind();
        Dataset<Row> needed = kind == Comparability.Kind.SETS ? fingerprints.drop("minutiae") : fingerprints;
        return needed.join(lists.tallies(fingerprints), new String[] {"u"}, "left")
                .mapPartitions(new SideTask(rule, all), Encoders.row(SideTask.SCHEMA));
    }

    private Dataset<Row> side(String number, String side) {
        return sides.select(
                col("u").as(number),
                col("n").as("n" + side),
                col("words").as("words" + side),
                col("weight").as("weight" + side),
                col("extra").as("extra" + side),
                col("common").as("common" + side),
                col("commonWeight").as("commonWeight" + side),
                col("keepsCommon").as("keepsCommon" + side),
                col("unpaired").as("unpaired" + side),
                col("unpairedMinutiae").as("unpairedMinutiae" + side),
                col("unpairedWeight").as("unpairedWeight" + side),
                col("joined").as("joined" + side));
    }

    private Dataset<Row> score(Dataset<Row> counted) {
        return counted.join(side("a", "A"), new String[] {"a"}, "inner")
                .filter(canReach())
                .join(side("b", "B"), new String[] {"b"}, "inner")
                .mapPartitions(new ScoreTask(rule), Encoders.row(ScoreTask.SCHEMA));
    }

    /** False if a pair cannot reach the threshold, whatever the second document is. It saves most of a shuffle. */
    private Column canReach() {
        boolean sets = Strategies.comparability(Scheme.fromJson(rule.scheme())).kind() == Comparability.Kind.SETS;
        if (rule.measure() == Measure.SHARED) {
            return col("shared").plus(col("unpairedMinutiaeA")).geq(rule.minScore());
        }
        if (rule.measure() == Measure.WEIGHTED_RESEMBLANCE) {
            return bound("sum", "unpairedWeightA", "weightA", "commonWeightA");
        }
        return sets && rule.measure() == Measure.RESEMBLANCE
                ? bound("shared", "unpairedMinutiaeA", "nA", "commonA")
                : lit(true);
    }

    /** The most that the documents can share, by the least that is compared of the first. */
    private Column bound(String part, String more, String whole, String less) {
        Column least = greatest(col(whole).minus(col(less)), lit(1L));
        return col(part)
                .plus(col(more))
                .cast("double")
                .divide(least.cast("double"))
                .geq(rule.minScore());
    }

    /** The pairs of a family with itself, of which nothing is left out. */
    Dataset<Row> ofFamilies() {
        Dataset<Row> several = sides.filter(col("size").gt(1))
                .select(
                        col("u").as("a"),
                        col("u").as("b"),
                        col("n").cast("bigint").as("shared"),
                        col("weight").as("sum"));
        return several.join(side("a", "A"), new String[] {"a"}, "inner")
                .join(side("b", "B"), new String[] {"b"}, "inner")
                .mapPartitions(new ScoreTask(rule), Encoders.row(ScoreTask.SCHEMA));
    }

    PairRule rule() {
        return rule;
    }

    /** {@code id}, {@code words}, {@code digest} and {@code key} of all documents. */
    Dataset<Row> documents() {
        return documents.select("id", "words", "digest", "key");
    }

    /** The number of a family, the digest of its documents, and which of them are the first ones. */
    Dataset<Row> families() {
        return families;
    }

    /** What comparisons need of each family. */
    Dataset<Row> sides() {
        return sides;
    }

    /** The pairs of different families, as {@link ScoreTask} gives them. */
    Dataset<Row> pairs() {
        return pairs;
    }
}
