package io.whorl.spark;

import io.whorl.measure.Measure;
import io.whorl.score.Comparison;
import java.util.Iterator;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Scores counted pairs that are joined with both sides, and passes on those that reach the threshold. For an asymmetric
 * measure, each pair is scored in both directions.
 */
final class ScoreTask implements MapPartitionsFunction<Row, Row> {
    private static final long serialVersionUID = 1;

    static final StructType SCHEMA = new StructType()
            .add("a", DataTypes.LongType, false)
            .add("b", DataTypes.LongType, false)
            .add("score", DataTypes.DoubleType, false)
            .add("shared", DataTypes.LongType, false)
            .add("resemblance", DataTypes.DoubleType, false)
            .add("containment", DataTypes.DoubleType)
            .add("contained", DataTypes.DoubleType)
            .add("joinedA", DataTypes.IntegerType, false)
            .add("joinedB", DataTypes.IntegerType, false);

    private final PairRule rule;

    ScoreTask(PairRule rule) {
        this.rule = rule;
    }

    @Override
    public Iterator<Row> call(Iterator<Row> pairs) {
        Comparison comparison = rule.comparison();
        return new FlatIterator<>(pairs, pair -> {
            Stream<Row> forth = score(pair, "A", "B", comparison);
            boolean both = !rule.measure().symmetric() && !pair.getAs("a").equals(pair.getAs("b"));
            return (both ? Stream.concat(forth, score(pair, "B", "A", comparison)) : forth).iterator();
        });
    }

    private static RowSide side(Row pair, String of, boolean withoutCommon) {
        long common = withoutCommon ? pair.<Long>getAs("common" + of) : 0;
        return new RowSide(pair.<Integer>getAs("n" + of) - common, pair.getAs("words" + of), pair.getAs("extra" + of));
    }

    private static long weight(Row pair, String of, boolean withoutCommon) {
        return pair.<Long>getAs("weight" + of) - (withoutCommon ? pair.<Long>getAs("commonWeight" + of) : 0);
    }

    private Stream<Row> score(Row pair, String first, String second, Comparison comparison) {
        boolean equal = pair.getAs("a").equals(pair.getAs("b"));
        boolean withoutCommon = !equal && !(pair.<Boolean>getAs("keepsCommonA") && pair.<Boolean>getAs("keepsCommonB"));
        RowSide a = side(pair, first, withoutCommon);
        RowSide b = side(pair, second, withoutCommon);
        UnpairedLists more = new UnpairedLists();
        if (!equal) {
            more.share(pair.getAs("unpairedA"), pair.getAs("unpairedB"));
        }
        long shared = pair.<Long>getAs("shared") + more.minutiae();
        Measure measure = rule.measure();
        double score;
        if (measure.weighted()) {
            comparison.weighing(1, weight(pair, first, withoutCommon));
            comparison.weigh(a, b, pair.<Long>getAs("sum") + more.weight(), weight(pair, second, withoutCommon));
            score = comparison.score(measure);
            comparison.set(shared, a, b);
        } else {
            comparison.set(shared, a, b);
            score = comparison.score(measure);
        }
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
}
