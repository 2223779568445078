package io.whorl.spark;

import io.whorl.cluster.SimilarityOptions;
import picocli.CommandLine.Command;

/** Finds similar pairs: {@code spark-submit --class io.whorl.spark.Pairs whorl-spark.jar RESULT SOURCE...}. */
@Command(
        name = "Pairs",
        description = "Finds all pairs of similar documents, as 'whorl pairs' does. Prints the figures as JSON.")
public final class Pairs extends SparkCommand.GroupCommand<GroupResult> {
    public static void main(String[] arguments) {
        SparkCommand.main(new Pairs(), arguments);
    }

    @Override
    Finder<GroupResult> finder() {
        SimilarityOptions pairs = compared(SimilarityOptions.PAIRS);
        SparkOptions options = options();
        return (rows, scheme) -> WhorlSpark.pairs(rows, scheme, pairs, options);
    }
}
