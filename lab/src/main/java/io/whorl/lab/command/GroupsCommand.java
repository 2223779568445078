package io.whorl.lab.command;

import io.whorl.lab.collection.CollectionReader;
import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Question;
import io.whorl.lab.collection.Questions;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.Folders;
import io.whorl.lab.grid.Grid;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.Results;
import io.whorl.lab.report.Report;
import io.whorl.lab.results.ResultsFolder;
import io.whorl.lab.run.Laboratory;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A command that measures configurations on a collection with known groups. */
abstract class GroupsCommand extends LabCommand {
    @Option(
            names = "--collection",
            required = true,
            paramLabel = "DIR|ARCHIVE",
            description = "The documents: a directory, a tar or zip (may be compressed), or JSON lines.")
    private Path collection;

    @Option(
            names = "--groups",
            required = true,
            paramLabel = "TSV",
            description = "The groups: a table of file and group, separated by tabs; more columns are ignored.")
    private Path groups;

    @Option(
            names = "--queries",
            paramLabel = "TSV",
            description = "The queries: one file name per line (default: one document is drawn from each group).")
    private Optional<Path> queries;

    @Option(
            names = "--draw",
            paramLabel = "N",
            defaultValue = "53",
            description = "The maximum number of queries to draw (default: ${DEFAULT-VALUE}, as in HZ).")
    private int draw;

    @Option(
            names = "--least",
            paramLabel = "N",
            defaultValue = "2",
            description = "The minimum size of a group that queries are drawn from (default: ${DEFAULT-VALUE}).")
    private int least;

    @Option(names = "--all", description = "Use every document of these groups as a query instead of drawing.")
    private boolean every;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "The random seed for drawing and altering queries (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--resume", description = "Continue the run whose results are in --out.")
    private boolean resume;

    @Option(
            names = "--warm-up",
            paramLabel = "MS",
            defaultValue = "500",
            description = "Milliseconds that queries run before they are timed (default: ${DEFAULT-VALUE}).")
    private int warmUp;

    /** Reads the configurations, before anything else is done. */
    abstract Grid grid() throws IOException;

    @Override
    final void measure(PrintWriter table) throws IOException {
        Grid all = grid();
        Path scratch = Files.createTempDirectory("whorl-lab");
        try (Texts texts = CollectionReader.read(collection, this::report)) {
            List<Question> questions = questions(texts);
            Laboratory laboratory =
                    new Laboratory(texts, questions, seed, threads(), this::report, Duration.ofMillis(warmUp));
            try (ResultsFolder folder = ResultsFolder.open(out, laboratory.about(all), resume)) {
                Results results = laboratory.run(all, folder, scratch);
                table.println(OutcomeLines.header());
                results.outcomes().forEach(outcome -> table.println(OutcomeLines.row(outcome)));
                OutcomeLines.notes(results.outcomes()).forEach(table::println);
                Report.page(results, ReportCommand.title(out), out.resolve(ReportCommand.PAGE));
            }
        } finally {
            Folders.delete(scratch);
        }
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
                ? Questions.read(queries.get(), known)
                : every ? Questions.all(known, least) : Questions.draw(known, draw, least, seed);
        report(texts.size() + " documents, " + known.documents() + " of them in groups, " + questions.size()
                + " queries");
        return questions;
    }
}
