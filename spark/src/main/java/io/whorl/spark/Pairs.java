package io.whorl.spark;

import io.whorl.query.PairsOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Finds similar pairs: {@code spark-submit --class io.whorl.spark.Pairs whorl-spark.jar RESULT SOURCE...}. */
@Command(
        name = "Pairs",
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true,
        versionProvider = Commands.Version.class,
        description = "Finds all pairs of similar documents, as 'whorl pairs' does. Prints the figures as JSON.")
public final class Pairs implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private GroupCommandOptions common;

    @Option(
            names = "--common-df",
            paramLabel = "N|none",
            converter = Quantities.Limit.class,
            description = "Leave minutiae that more than N documents hold out of a document, unless two thirds of its"
                    + " minutiae or more are that common (default: none).")
    private long commonDf = PairsOptions.DEFAULT.commonDf();

    /** Runs the command. */
    public static void main(String[] arguments) {
        Commands.main(new Pairs(), arguments);
    }

    @Override
    public Integer call() throws IOException {
        PairsOptions options = PairsOptions.DEFAULT
                .measure(common.measure(PairsOptions.DEFAULT.measure()))
                .minScore(common.minScore(PairsOptions.DEFAULT.minScore()))
                .maxDf(common.maxDf())
                .commonDf(commonDf);
        SparkSession session = common.session("pairs");
        common.requireNew(session, List.of());
        try (GroupResult found =
                WhorlSpark.pairs(common.read(session), common.scheme(session), options, common.options())) {
            common.writeResult(found.rows());
            GroupCommandOptions.print(found.figures(), spec.commandLine().getOut());
        }
        return 0;
    }
}
