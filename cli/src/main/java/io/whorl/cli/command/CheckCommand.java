package io.whorl.cli.command;

import io.whorl.NotAnIndexException;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.query.IndexCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads every byte of an index and believes none of them. */
@Command(
        name = "check",
        description = "Reads and checks every byte of an index, and lists what is wrong.",
        footer = {"", "Exit code: 0 no problem found, or repaired; 1 problems found or not an index; 2 wrong usage."})
final class CheckCommand extends Subcommand {
    @Parameters(paramLabel = "INDEX", description = "An index's directory.")
    private Path index;

    @Option(
            names = "--repair",
            description = {
                "Keep what can be kept: every whole segment and every whole commit of the log. Where MANIFEST is lost, the whole",
                "segments in the directory become the index again. Damaged files are put aside, as *.damaged."
            })
    private boolean repair;

    @Override
    public Integer call() throws IOException {
        if (!repair) {
            return checked(IndexCheck.check(index)) ? DONE : FAILED;
        }
        try {
            if (checked(IndexCheck.check(index))) {
                return DONE;
            }
        } catch (NotAnIndexException e) {
            console().note(e.getMessage());
        }
        IndexCheck.RepairReport report = IndexCheck.repair(index);
        report.lost().forEach(lost -> console().warn("lost: " + lost));
        console()
                .note(
                        report.kept().isEmpty()
                                ? "nothing is whole, and nothing was changed; build the index again"
                                : "repaired: the index is made of " + String.join(", ", report.kept())
                                        + "; what is damaged was put aside as *.damaged");
        return report.kept().isEmpty() ? FAILED : DONE;
    }

    private boolean checked(IndexCheck.Report report) throws IOException {
        try (Records records = console().records(columns(Column.text("problem")))) {
            for (String problem : report.problems()) {
                records.add(Value.text(problem));
            }
        }
        console()
                .note(String.format(
                        Locale.ROOT,
                        "checked %,d files, %,d bytes: %s",
                        report.files(),
                        report.bytes(),
                        found(report.problems().size())));
        return report.problems().isEmpty();
    }

    private static String found(int problems) {
        return problems == 0 ? "no problem found" : problems == 1 ? "1 problem" : problems + " problems";
    }
}
