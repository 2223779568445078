package io.whorl.spark;

import io.whorl.cluster.SurvivorOptions;
import io.whorl.cluster.SurvivorOptions.Keep;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Drops superfluous documents: {@code spark-submit --class io.whorl.spark.Dedup whorl-spark.jar RESULT SOURCE...}. */
@Command(
        name = "Dedup",
        sortOptions = false,
        abbreviateSynopsis = true,
        mixinStandardHelpOptions = true,
        versionProvider = Commands.Version.class,
        description = "Finds documents that are copies or versions of others, as 'whorl dedup' does, and writes the"
                + " others. Without an option of the scheme, it is the preset near-duplicates. Prints the figures as"
                + " JSON.")
public final class Dedup implements Callable<Integer> {
    private static final String FIELD = "field:";
    private static final String LEAST = ":least";

    @Spec
    private CommandSpec spec;

    @Mixin
    private GroupCommandOptions common;

    @Option(
            names = "--keep",
            paramLabel = "RULE",
            defaultValue = "first",
            description = "Which of similar documents to keep: first is the first one by id; longest has the most"
                    + " words; oldest has the earliest date; field:NAME has the greatest value of a column,"
                    + " field:NAME:least the least (default: ${DEFAULT-VALUE}).")
    private String keep;

    @Option(
            names = "--common-df",
            paramLabel = "N|none",
            converter = Quantities.Limit.class,
            description = "Leave minutiae that more than N documents hold out of a document, unless two thirds of its"
                    + " minutiae or more are that common (default: 150).")
    private long commonDf = SurvivorOptions.DEFAULT.commonDf();

    @Option(
            names = "--write",
            paramLabel = "CLEAN",
            description = "Also write the rows that remain, with all columns, to this directory (default: none).")
    private String clean;

    /** Runs the command. */
    public static void main(String[] arguments) {
        Commands.main(new Dedup(), arguments);
    }

    @Override
    public Integer call() throws IOException {
        SparkGroupOptions options = common.options();
        Keep rule = rule();
        if (rule == Keep.LEAST_KEY) {
            boolean least = keep.endsWith(LEAST);
            options = options.keyColumn(
                    keep.substring(FIELD.length(), keep.length() - (least ? LEAST.length() : 0)), least);
        }
        SurvivorOptions survivors = SurvivorOptions.DEFAULT
                .keep(rule)
                .measure(common.measure(SurvivorOptions.DEFAULT.measure()))
                .minScore(common.minScore(SurvivorOptions.DEFAULT.minScore()))
                .maxDf(common.maxDf())
                .commonDf(commonDf);
        SparkSession session = common.session("dedup");
        common.requireNew(session, clean == null ? List.of() : List.of(clean));
        Scheme scheme = common.hasScheme()
                ? common.scheme(session)
                : Preset.NEAR_DUPLICATES.scheme().build();
        Dataset<Row> rows = common.read(session);
        try (DedupResult found = WhorlSpark.dedup(rows, scheme, survivors, options)) {
            common.writeResult(found.dropped());
            if (clean != null) {
                common.write(found.survivors(), clean);
            }
            GroupCommandOptions.print(found.figures(), spec.commandLine().getOut());
        }
        return 0;
    }

    private Keep rule() {
        switch (keep) {
            case "first":
                return Keep.FIRST;
            case "longest":
                return Keep.LONGEST;
            case "oldest":
                return Keep.OLDEST;
            default:
                boolean least = keep.endsWith(LEAST);
                int end = keep.length() - (least ? LEAST.length() : 0);
                if (!keep.startsWith(FIELD) || end <= FIELD.length()) {
                    throw new IllegalArgumentException("--keep is '" + keep
                            + "'; it must be first, longest, oldest, field:NAME or field:NAME:least");
                }
                return Keep.LEAST_KEY;
        }
    }
}
