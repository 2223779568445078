package io.whorl.spark;

import io.whorl.cluster.PairsOptions;
import io.whorl.scheme.Scheme;
import java.util.function.BiFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.Command;

/** Finds similar pairs: {@code spark-submit --class io.whorl.spark.Pairs whorl-spark.jar RESULT SOURCE...}. */
@Command(
        name = "Pairs",
        description = "Finds all pairs of similar documents, as 'whorl pairs' does. Prints the figures as JSON.")
public final class Pairs extends GroupCommand<GroupResult> {
    /** Runs the command. */
    public static void main(String[] arguments) {
        SparkCommand.main(new Pairs(), arguments);
    }

    @Override
    BiFunction<Dataset<Row>, Scheme, GroupResult> finder() {
        PairsOptions usual = PairsOptions.DEFAULT;
        PairsOptions pairs = usual.measure(measure(usual.measure()))
                .minScore(minScore(usual.minScore()))
                .maxDf(maxDf())
                .commonDf(commonDf(usual.commonDf()));
        SparkOptions options = options();
        return (rows, scheme) -> WhorlSpark.pairs(rows, scheme, pairs, options);
    }
}
