package io.whorl.spark;

import io.whorl.cluster.SimilarityOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes clusters: {@code spark-submit --class io.whorl.spark.Clusters whorl-spark.jar RESULT SOURCE...}. */
@Command(
        name = "Clusters",
        description = "Makes clusters of similar documents, as 'whorl clusters' does. Prints the figures as JSON.")
public final class Clusters extends SparkCommand.GroupCommand<GroupResult> {
    @Option(
            names = "--representative",
            paramLabel = "RULE",
            defaultValue = "central",
            description = "central prefers documents that most others score enough with, longest those with the most"
                    + " minutiae, oldest those with the earliest date (default: ${DEFAULT-VALUE}).")
    private SimilarityOptions.Representative representative;

    public static void main(String[] arguments) {
        SparkCommand.main(new Clusters(), arguments);
    }

    @Override
    Finder<GroupResult> finder() {
        SimilarityOptions clusters = compared(SimilarityOptions.CLUSTERS.representative(representative));
        SparkOptions options = options();
        return (rows, scheme) -> WhorlSpark.clusters(rows, scheme, clusters, options);
    }
}
