package io.whorl.lab.command;

import io.whorl.lab.collection.CollectionReader;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.grid.Grid;
import io.whorl.lab.model.PassageOutcome;
import io.whorl.lab.model.PassageOutcome.Seen;
import io.whorl.lab.passage.AlignedPassages;
import io.whorl.lab.passage.PassageLaboratory;
import io.whorl.lab.report.Report;
import io.whorl.lab.results.OutcomeFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Measures how many annotated passages a grid of schemes detects. */
@Command(
        name = "passages",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures which copied passages each scheme of a grid still detects, by category and length. The"
                + " collection has the layout of PAN's text alignment task: src/, susp/, pairs.tsv and passages.tsv.",
        footerHeading = "%nExample:%n",
        footer = "  java -jar lab.jar passages passages.grid --collection pan13-train.tar.gz --out results")
final class PassagesCommand extends GridCommand {
    @Override
    void measure(PrintWriter table) throws IOException {
        Grid all = Grid.read(grid);
        OutcomeFiles.check(out);
        try (Texts texts = CollectionReader.read(collection, this::report)) {
            AlignedPassages annotations = AlignedPassages.read(collection, texts);
            List<PassageOutcome> outcomes = new PassageLaboratory(texts, annotations, threads()).run(all);
            OutcomeFiles.passages(out, outcomes);
            Report.passages(outcomes, ReportCommand.title(out), out.resolve(ReportCommand.PAGE));
            for (PassageOutcome outcome : outcomes) {
                table.println(outcome.configuration());
                print(table, ", copied as they are, first words", outcome.cuts());
                print(table, ", by words", outcome.passages());
                print(table, ", pairs without a passage", outcome.alarms());
            }
        }
    }

    private static void print(PrintWriter table, String what, List<Seen> seen) {
        new TreeMap<>(seen.stream().collect(Collectors.groupingBy(Seen::category)))
                .forEach((category, each) -> table.println("  " + category + what + ": " + shares(each)));
    }

    private static String shares(List<Seen> seen) {
        return seen.stream()
                .map(each ->
                        String.format(Locale.ROOT, "%d: %.3f of %d", each.fromWords(), each.recall(0), each.count()))
                .collect(Collectors.joining(", "));
    }
}
