package io.whorl.lab.command;

import io.whorl.lab.collection.CollectionReader;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.grid.Grid;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.SourceOutcome;
import io.whorl.lab.passage.AlignedPassages;
import io.whorl.lab.report.Report;
import io.whorl.lab.results.OutcomeFiles;
import io.whorl.lab.source.SourceLaboratory;
import io.whorl.lab.source.SourceSummary;
import io.whorl.lab.source.SourceTruth;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures how well a grid detects documents that were written from sources. */
@Command(
        name = "sources",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures each configuration of a grid on documents whose sources are known, such as the short"
                + " answers of Clough & Stevenson (2011): the mean score by category, and how well the score separates"
                + " the categories.",
        footerHeading = "%nExample:%n",
        footer = "  java -jar lab.jar sources sources.grid --collection answers --truth truth.tsv --out results")
final class SourcesCommand extends GridCommand {
    @Option(
            names = "--truth",
            paramLabel = "TSV",
            description = "The known answers: columns file, category and source, with a header or in this order."
                    + " Default: the collection has the layout of PAN's text alignment task, and a pair without a case"
                    + " has the category non.")
    private Path truth;

    @Option(
            names = "--innocent",
            paramLabel = "CATEGORY",
            defaultValue = SourceTruth.INNOCENT,
            description = "The category of documents that are not plagiarised (default: ${DEFAULT-VALUE}).")
    private String innocent;

    @Override
    void measure(PrintWriter table) throws IOException {
        Grid all = Grid.read(grid);
        OutcomeFiles.check(out);
        try (Texts texts = CollectionReader.read(collection, this::report)) {
            SourceTruth known = truth == null
                    ? SourceTruth.of(AlignedPassages.read(collection, texts))
                    : SourceTruth.read(truth, texts);
            if (known.rows().stream().allMatch(row -> row.category().equals(innocent))) {
                throw new LabException("--innocent is '" + innocent + "', and "
                        + from()
                        + " has no other category; add documents that were written from their source");
            }
            if (known.rows().stream().noneMatch(row -> row.category().equals(innocent))) {
                throw new LabException(
                        "--innocent is '" + innocent + "', but " + from() + " has no such category; it has "
                                + known.rows().stream()
                                        .map(SourceTruth.Row::category)
                                        .distinct()
                                        .sorted()
                                        .collect(Collectors.joining(", ")));
            }
            List<SourceOutcome> outcomes = new SourceLaboratory(texts, known, threads()).run(all);
            OutcomeFiles.sources(out, outcomes, all.thresholds(), innocent);
            List<SourceSummary> rows = outcomes.stream()
                    .map(outcome -> SourceSummary.of(outcome, all.thresholds(), innocent))
                    .toList();
            Report.sources(rows, ReportCommand.title(out), out.resolve(ReportCommand.PAGE));
            rows.forEach(row -> table.println(text(row)));
        }
    }

    private Path from() {
        return truth == null ? collection : truth;
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
                        + " correct %.3f at %s %%, precision %.3f, recall %.3f; area under the curve %.3f, found at "
                        + "1, 5, 10 %%"
                        + " false alarms %s",
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
