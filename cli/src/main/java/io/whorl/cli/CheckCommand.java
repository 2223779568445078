package io.whorl.cli;

import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.query.CheckReport;
import io.whorl.query.IndexCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Reads every byte of an index and believes none of them. */
@Command(
        name = "check",
        description = "Reads and checks every byte of an index, and lists what is wrong.",
        footer = {"", "Exit code: 0 no problem found, 1 problems found or not an index, 2 wrong usage."})
final class CheckCommand extends Subcommand {
    @Parameters(paramLabel = "INDEX", description = "An index's directory.")
    private Path index;

    @Override
    public Integer call() throws IOException {
        CheckReport report = IndexCheck.check(index);
        try (Records records = whorl.records(columns(Column.text("problem")))) {
            for (String problem : report.problems()) {
                records.add(Value.text(problem));
            }
        }
        whorl.note(String.format(Locale.ROOT, "checked %,d files, %,d bytes: %s",
                report.files(), report.bytes(), found(report.problems().size())));
        return report.problems().isEmpty() ? DONE : FAILED;
    }

    private static String found(int problems) {
        return problems == 0 ? "no problem found" : problems == 1 ? "1 problem" : problems + " problems";
    }
}
