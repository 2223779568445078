package io.whorl.lab.command;

import io.whorl.WhorlException;
import io.whorl.lab.collection.AlignedPassages;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Groups.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.Folders;
import io.whorl.lab.files.LabException;
import io.whorl.lab.report.Columns;
import io.whorl.lab.report.Columns.Figures;
import io.whorl.lab.run.Configuration.Rival.RivalScheme;
import io.whorl.lab.run.Grid;
import io.whorl.lab.run.Laboratory;
import io.whorl.lab.run.Outcome;
import io.whorl.lab.run.PassageLaboratory;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome.Seen;
import io.whorl.lab.run.Report;
import io.whorl.lab.run.ResultsFolder;
import io.whorl.lab.run.ResultsFolder.OutcomeFiles;
import io.whorl.lab.run.ResultsFolder.Results;
import io.whorl.lab.run.SourceLaboratory;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome.SourceSummary;
import io.whorl.lab.run.SourceLaboratory.SourceTruth;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

abstract class GroupsCommand extends LabCommand {
    /** The lines for a terminal. The files have more columns. */
    private static final Columns<Outcome> COLUMNS = new Columns<Outcome>()
            .add("configuration", Outcome::configuration)
            .add("P(s)", 2, outcome -> outcome.means().precision())
            .add("R(20)", 2, outcome -> outcome.means().recall())
            .add("HFM %", 2, outcome -> outcome.means().highestFalseMatch())
            .add("Sep %", 2, outcome -> outcome.means().separation())
            .add("Sep/HFM", outcome -> Figures.of(outcome.means().ratio(), 2))
            .add("P<1", outcome -> outcome.means().imprecise())
            .add("Sep<0", outcome -> outcome.means().negative())
            .add("min./doc", 1, outcome -> outcome.size().minutiaePerDocument())
            .add("B/text B", 4, outcome -> outcome.size().bytesPerTextByte())
            .add("MB/s", 1, outcome -> outcome.timings().buildMegabytesPerSecond())
            .add("p50 us", 0, outcome -> outcome.timings().queryMedianMicros())
            .add("p99 us", 0, outcome -> outcome.timings().query99Micros());

    private static final String WIDTHS = "%-44s %5s %5s %7s %7s %7s %4s %5s %9s %9s %8s %9s %9s";

    @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE")
    private Path collection;

    @Option(names = "--groups", required = true, paramLabel = "TSV")
    private Path groups;

    @Option(names = "--queries", paramLabel = "TSV")
    private Optional<Path> queries;

    @Option(names = "--draw", paramLabel = "N", defaultValue = "53")
    private int draw;

    @Option(names = "--least", paramLabel = "N", defaultValue = "2")
    private int least;

    @Option(names = "--all")
    private boolean every;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1")
    private long seed;

    @Option(names = "--resume")
    private boolean resume;

    @Option(names = "--warm-up", paramLabel = "MS", defaultValue = "500")
    private int warmUp;

    /** Reads the configurations, before anything else is done. */
    abstract Grid grid() throws IOException;

    @Override
    final void measure(PrintWriter table) throws IOException {
        Grid all = grid();
        try (Texts texts = Texts.read(collection, this::report)) {
            Laboratory laboratory =
                    new Laboratory(texts, questions(texts), seed, threads(), this::report, Duration.ofMillis(warmUp));
            try (ResultsFolder folder = ResultsFolder.open(out, laboratory.about(all), resume)) {
                Results results = laboratory.run(all, folder);
                table.println(line(COLUMNS.headings()));
                results.outcomes().forEach(outcome -> table.println(line(COLUMNS.cells(outcome))));
                // The settings of each rival.
                results.outcomes().stream()
                        .flatMap(outcome -> outcome.configuration().rival().stream())
                        .map(RivalScheme::system)
                        .distinct()
                        .forEach(rival -> table.println(rival.label() + ": " + rival.advice()));
                Report.page(results, ReportCommand.title(out), out.resolve(ReportCommand.PAGE));
            }
        }
    }

    private static String line(List<String> cells) {
        return String.format(Locale.ROOT, WIDTHS, cells.toArray());
    }

    private List<Question> questions(Texts texts) throws IOException {
        Groups known = Groups.read(groups, texts);
        if (draw < 1 || least < 2) {
            throw new LabException(
                    "--draw is " + draw + " and --least is " + least + "; they must be at least 1 and 2");
        }
        if (every && queries.isPresent()) {
            throw new LabException("--all and --queries cannot be combined; leave one of them out");
        }
        List<Question> questions = queries.isPresent()
                ? known.questions(queries.get())
                : every ? known.all(least) : known.draw(draw, least, seed);
        report(texts.size() + " documents, " + known.documents() + " of them in groups, " + questions.size()
                + " queries");
        return questions;
    }

    @Command(name = "run", mixinStandardHelpOptions = true, sortOptions = false)
    static final class Run extends GroupsCommand {
        @Parameters(index = "0", paramLabel = "GRID")
        private Path file;

        @Override
        Grid grid() throws IOException {
            return Grid.read(file);
        }
    }

    @Command(name = "rivals", mixinStandardHelpOptions = true, sortOptions = false)
    static final class Rivals extends GroupsCommand {
        private static final String DEFAULT = "rivals.grid";

        @Parameters(index = "0", arity = "0..1", paramLabel = "GRID")
        private Optional<Path> file;

        @Override
        Grid grid() throws IOException {
            if (file.isPresent()) {
                return Grid.read(file.get());
            }
            String text = Folders.resource(GroupsCommand.class, DEFAULT);
            return Grid.parse(DEFAULT, text, Path.of("").toAbsolutePath());
        }
    }

    @Command(name = "report", mixinStandardHelpOptions = true, sortOptions = false)
    static final class ReportCommand implements Callable<Integer> {
        static final String PAGE = "report.html";

        @Parameters(index = "0", paramLabel = "RESULTSDIR")
        private Path folder;

        @Option(names = "--out", paramLabel = "FILE")
        private Optional<Path> out;

        @Option(names = "--plots", paramLabel = "DIR")
        private Optional<Path> plots;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() {
            PrintWriter err = spec.commandLine().getErr();
            try {
                Results results = ResultsFolder.read(folder);
                Path page = out.orElse(folder.resolve(PAGE));
                if (ResultsFolder.isJournal(folder, page)) {
                    throw new ParameterException(
                            spec.commandLine(), "--out would replace the results " + page + "; give another name");
                }
                Report.page(results, title(folder), page);
                err.println(page + ": " + results.outcomes().size() + " configurations");
                plots.ifPresent(files -> err.println(files + ": " + Report.plots(results, files) + " plots"));
                return 0;
            } catch (WhorlException e) {
                err.println(e.getMessage());
                return 1;
            } catch (IOException e) {
                err.println(e);
                return 1;
            } finally {
                err.flush();
            }
        }

        static String title(Path folder) {
            return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
        }
    }

    abstract static class GridCommand extends LabCommand {
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
                        "%s: %s; categories correct %.3f (cross-validated %.3f); plagiarised or not correct %.3f at %s"
                                + " %%, precision %.3f, recall %.3f; area under the curve %.3f, found at 1, 5, 10 %%"
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
}
