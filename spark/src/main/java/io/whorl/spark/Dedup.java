package io.whorl.spark;

import io.whorl.cluster.SurvivorOptions;
import io.whorl.cluster.SurvivorOptions.Keep;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

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
public final class Dedup extends GroupCommand<DedupResult> {
    private static final String FIELD = "field:";
    private static final String LEAST = ":least";

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
            description = "Find frames: minutiae that more than N documents hold. Documents that share only frames"
                    + " are not similar (default: 10).")
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
    Scheme usualScheme() {
        return Preset.NEAR_DUPLICATES.scheme().build();
    }

    @Override
    List<String> otherResults() {
        return clean == null ? List.of() : List.of(clean);
    }

    @Override
    Job job() {
        Finder<DedupResult> finder = finder();
        return (rows, scheme) -> {
            try (DedupResult found = finder.find(rows, scheme)) {
                if (clean != null) {
                    write(found.survivors(), clean);
                }
                finish(found.dropped(), found.figures());
            }
        };
    }

    @Override
    Finder<DedupResult> finder() {
        Keep rule = rule();
        boolean least = keep.endsWith(LEAST);
        SparkGroupOptions columns = rule == Keep.LEAST_KEY
                ? options()
                        .keyColumn(keep.substring(FIELD.length(), keep.length() - (least ? LEAST.length() : 0)), least)
                : options();
        SurvivorOptions survivors = SurvivorOptions.DEFAULT
                .keep(rule)
                .measure(measure(SurvivorOptions.DEFAULT.measure()))
                .minScore(minScore(SurvivorOptions.DEFAULT.minScore()))
                .maxDf(maxDf())
                .commonDf(commonDf);
        return (rows, scheme) -> WhorlSpark.dedup(rows, scheme, survivors, columns);
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
