package io.whorl.lab.command;

import io.whorl.WhorlException;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Groups.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.Folders;
import io.whorl.lab.files.LabException;
import io.whorl.lab.report.Columns;
import io.whorl.lab.report.Columns.Figures;
import io.whorl.lab.run.Grid;
import io.whorl.lab.run.Laboratory;
import io.whorl.lab.run.Outcome;
import io.whorl.lab.run.Report;
import io.whorl.lab.run.ResultsFolder;
import io.whorl.lab.run.ResultsFolder.Results;
import io.whorl.lab.run.Rival.RivalScheme;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
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
}
