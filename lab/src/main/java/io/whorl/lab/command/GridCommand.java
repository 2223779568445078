package io.whorl.lab.command;

import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.command.GroupsCommand.ReportCommand;
import io.whorl.lab.files.LabException;
import io.whorl.lab.run.Grid;
import io.whorl.lab.run.OutcomeFiles;
import io.whorl.lab.run.PassageLaboratory;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome.Seen;
import io.whorl.lab.run.Report;
import io.whorl.lab.run.SourceLaboratory;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome.SourceSummary;
import io.whorl.lab.run.SourceLaboratory.SourceTruth;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

abstract class GridCommand extends LabCommand {
    @Parameters(index = "0", paramLabel = "GRID")
    private Path grid;

    @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE")
    Path collection;

    /**
     * Measures, prints lines, and writes files.
     *
     * @param page the file of the HTML page
     */
    abstract void measure(Grid grid, Texts texts, Path page, PrintWriter table) throws IOException;

    @Override
    final void measure(PrintWriter table) throws IOException {
        Grid all = Grid.read(grid);
        OutcomeFiles.check(out);
        try (Texts texts = Texts.read(collection, this::report)) {
            measure(all, texts, out.resolve(ReportCommand.PAGE), table);
        }
    }

    @Command(name = "sources", mixinStandardHelpOptions = true, sortOptions = false)
    static final class Sources extends GridCommand {
        @Option(names = "--truth", paramLabel = "TSV")
        private Path truth;

        @Option(names = "--innocent", paramLabel = "CATEGORY", defaultValue = SourceTruth.INNOCENT)
        private String innocent;

        @Override
        void measure(Grid grid, Texts texts, Path page, PrintWriter table) throws IOException {
            SourceTruth known = truth == null
                    ? SourceTruth.of(AlignedPassages.read(collection, texts))
                    : SourceTruth.read(truth, texts);
            check(known, truth == null ? collection : truth);
            List<SourceOutcome> outcomes = new SourceLaboratory(texts, known, threads()).run(grid);
            OutcomeFiles.sources(out, outcomes, grid.thresholds(), innocent);
            List<SourceSummary> rows = outcomes.stream()
                    .map(outcome -> SourceSummary.of(outcome, grid.thresholds(), innocent))
                    .toList();
            Report.sources(rows, ReportCommand.title(out), page);
            rows.forEach(row -> table.println(text(row)));
        }

        private void check(SourceTruth known, Path from) {
            List<String> categories = known.rows().stream()
                    .map(SourceTruth.Row::category)
                    .distinct()
                    .sorted()
                    .toList();
            if (categories.equals(List.of(innocent))) {
                throw new LabException("--innocent is '" + innocent + "', and " + from
                        + " has no other category; add documents that were written from their source");
            }
            if (!categories.contains(innocent)) {
                throw new LabException("--innocent is '" + innocent + "', but " + from
                        + " has no such category; it has " + String.join(", ", categories));
            }
        }

        private static String text(SourceSummary row) {
            String means = row.byCategory().entrySet().stream()
                    .map(e -> String.format(
                            Locale.ROOT, "%s %.1f", e.getKey(), e.getValue().mean()))
                    .collect(Collectors.joining(", "));
            String found = row.found().stream()
                    .map(share -> String.format(Locale.ROOT, "%.3f", share))
                    .collect(Collectors.joining(", "));
            return String.format(
                    Locale.ROOT,
                    "%s: %s; categories correct %.3f (cross-validated %.3f); plagiarised or not"
                            + " correct %.3f at %s %%, precision %.3f, recall %.3f; area under the curve %.3f, found at"
                            + " 1, 5, 10 %% false alarms %s",
                    row.configuration(),
                    means,
                    row.correct(),
                    row.correctCrossValidated(),
                    1 - row.best().error().orElse(1),
                    row.best().threshold(),
                    row.best().precision().orElse(0),
                    row.best().recall().orElse(0),
                    row.area(),
                    found);
        }
    }

    @Command(name = "passages", mixinStandardHelpOptions = true, sortOptions = false)
    static final class Passages extends GridCommand {
        @Override
        void measure(Grid grid, Texts texts, Path page, PrintWriter table) throws IOException {
            AlignedPassages annotations = AlignedPassages.read(collection, texts);
            List<PassageOutcome> outcomes = new PassageLaboratory(texts, annotations, threads()).run(grid);
            OutcomeFiles.passages(out, outcomes);
            Report.passages(outcomes, ReportCommand.title(out), page);
            for (PassageOutcome outcome : outcomes) {
                table.println(outcome.configuration());
                print(table, ", copied as they are, first words", outcome.cuts());
                print(table, ", by words", outcome.passages());
                print(table, ", pairs without a passage", outcome.alarms());
            }
        }

        private static void print(PrintWriter table, String which, List<Seen> seen) {
            new TreeMap<>(seen.stream().collect(Collectors.groupingBy(Seen::category)))
                    .forEach((category, each) -> table.println("  " + category + which + ": " + shares(each)));
        }

        private static String shares(List<Seen> seen) {
            return seen.stream()
                    .map(each -> String.format(
                            Locale.ROOT, "%d: %.3f of %d", each.fromWords(), each.recall(0), each.count()))
                    .collect(Collectors.joining(", "));
        }
    }
}
