package io.whorl.spark;

import io.whorl.cluster.ClusterOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes clusters: {@code spark-submit --class io.whorl.spark.Clusters whorl-spark.jar RESULT SOURCE...}. */
@Command(
        name = "Clusters",
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true,
        versionProvider = Commands.Version.class,
        description = "Makes clusters of similar documents, as 'whorl clusters' does. Prints the figures as JSON.")
public final class Clusters extends GroupCommand<GroupResult> {
    @Option(
            names = "--representative",
            paramLabel = "RULE",
            defaultValue = "central",
            description = "central prefers documents that most others score enough with, longest those with the most"
                    + " minutiae, oldest those with the earliest date (default: ${DEFAULT-VALUE}).")
    private ClusterOptions.Representative representative;

    @Option(
            names = "--common-df",
            paramLabel = "N|none",
            converter = Quantities.Limit.class,
            description = "Find frames: minutiae that more than N documents hold. Documents that share only frames"
                    + " are not similar (default: 40).")
    private long commonDf = ClusterOptions.DEFAULT.commonDf();

    /** Runs the command. */
    public static void main(String[] arguments) {
        Commands.main(new Clusters(), arguments);
    }

    @Override
    Job job() {
        return job(finder());
    }

    @Override
    Finder<GroupResult> finder() {
        ClusterOptions options = ClusterOptions.DEFAULT
                .representative(representative)
                .measure(measure(ClusterOptions.DEFAULT.measure()))
                .minScore(minScore(ClusterOptions.DEFAULT.minScore()))
                .maxDf(maxDf())
                .commonDf(commonDf);
        SparkGroupOptions columns = options();
        return (rows, scheme) -> WhorlSpark.clusters(rows, scheme, options, columns);
    }
}
