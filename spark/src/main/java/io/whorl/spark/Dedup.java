package io.whorl.spark;

import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityOptions.Keep;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Drops superfluous documents: {@code spark-submit --class io.whorl.spark.Dedup whorl-spark.jar RESULT SOURCE...}. */
@Command(
        name = "Dedup",
        description = "Finds documents that are copies or versions of others, as 'whorl dedup' does, and writes the"
                + " others. Without an option of the scheme, it is the preset near-duplicates. Prints the figures as"
                + " JSON.")
public final class Dedup extends SparkCommand.GroupCommand<DedupResult> {
    private static final Pattern FIELD = Pattern.compile("field:(?!:least$)(.+?)(:least)?", Pattern.DOTALL);

    @Option(
            names = "--keep",
            paramLabel = "RULE",
            defaultValue = "first",
            description = "Which of similar documents to keep: first is the first one by id; longest has the most"
                    + " words; oldest has the earliest date; field:NAME has the greatest value of a column,"
                    + " field:NAME:least the least (default: ${DEFAULT-VALUE}).")
    private String keep;

    @Option(
            names = "--write",
            paramLabel = "CLEAN",
            description = "Also write the rows that remain, with all columns, to this directory (default: none).")
    private String clean;

    public static void main(String[] arguments) {
        SparkCommand.main(new Dedup(), arguments);
    }

    @Override
    Scheme usualScheme() {
        return Preset.NEAR_DUPLICATES.scheme().build();
    }

    @Override
    Map<String, Function<DedupResult, Dataset<Row>>> others() {
        return clean == null ? Map.of() : Map.of(clean, DedupResult::survivors);
    }

    @Override
    Finder<DedupResult> finder() {
        Matcher field = FIELD.matcher(keep);
        Keep rule =
                switch (keep) {
                    case "first" -> Keep.FIRST;
                    case "longest" -> Keep.LONGEST;
                    case "oldest" -> Keep.OLDEST;
                    default -> Keep.LEAST_KEY;
                };
        if (rule == Keep.LEAST_KEY && !field.matches()) {
            throw new IllegalArgumentException(
                    "--keep is '" + keep + "'; it must be first, longest, oldest, field:NAME or field:NAME:least");
        }
        SparkOptions options =
                rule == Keep.LEAST_KEY ? options().keyColumn(field.group(1), field.group(2) != null) : options();
        SimilarityOptions survivors = compared(SimilarityOptions.SURVIVORS.keep(rule));
        return (rows, scheme) -> WhorlSpark.dedup(rows, scheme, survivors, options);
    }
}
