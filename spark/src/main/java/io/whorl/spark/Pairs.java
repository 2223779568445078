package io.whorl.spark;

import io.whorl.cluster.PairsOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Finds similar pairs: {@code spark-submit --class io.whorl.spark.Pairs whorl-spark.jar RESULT SOURCE...}. */
@Command(
        name = "Pairs",
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true,
        versionProvider = Commands.Version.class,
        description = "Finds all pairs of similar documents, as 'whorl pairs' does. Prints the figures as JSON.")
public final class Pairs extends GroupCommand<GroupResult> {
    @Option(
            names = "--common-df",
            paramLabel = "N|none",
            converter = Quantities.Limit.class,
            description = "Find frames: minutiae that more than N documents hold. Documents that share only frames"
                    + " are not similar (default: none).")
    private long commonDf = PairsOptions.DEFAULT.commonDf();

    /** Runs the command. */
    public static void main(String[] arguments) {
        Commands.main(new Pairs(), arguments);
    }

    @Override
    Job job() {
        return job(finder());
    }

    @Override
    Finder<GroupResult> finder() {
        PairsOptions options = PairsOptions.DEFAULT
                .measure(measure(PairsOptions.DEFAULT.measure()))
                .minScore(minScore(PairsOptions.DEFAULT.minScore()))
                .maxDf(maxDf())
                .commonDf(commonDf);
        SparkGroupOptions columns = options();
        return (rows, scheme) -> WhorlSpark.pairs(rows, scheme, options, columns);
    }
}
