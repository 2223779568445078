package io.whorl.spark;

import io.whorl.cluster.ClusterOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes clusters: {@code spark-submit --class io.whorl.spark.Clusters whorl-spark.jar RESULT SOURCE...}. */
@Command(
        name = "Clusters",
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true,
        versionProvider = Commands.Version.class,
        description = "Makes clusters of similar documents, as 'whorl clusters' does. Prints the figures as JSON.")
public final class Clusters implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private GroupCommandOptions common;

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
            description = "Leave minutiae that more than N documents hold out of a document, unless two thirds of its"
                    + " minutiae or more are that common (default: 150).")
    private long commonDf = ClusterOptions.DEFAULT.commonDf();

    /** Runs the command. */
    public static void main(String[] arguments) {
        Commands.main(new Clusters(), arguments);
    }

    @Override
    public Integer call() throws IOException {
        ClusterOptions options = ClusterOptions.DEFAULT
                .representative(representative)
                .measure(common.measure(ClusterOptions.DEFAULT.measure()))
                .minScore(common.minScore(ClusterOptions.DEFAULT.minScore()))
                .maxDf(common.maxDf())
                .commonDf(commonDf);
        SparkSession session = common.session("clusters");
        common.requireNew(session, List.of());
        try (GroupResult found =
                WhorlSpark.clusters(common.read(session), common.scheme(session), options, common.options())) {
            common.writeResult(found.rows());
            GroupCommandOptions.print(found.figures(), spec.commandLine().getOut());
        }
        return 0;
    }
}
