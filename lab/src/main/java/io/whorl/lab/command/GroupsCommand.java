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
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Tries the configurations of a grid on a collection whose groups are known. */
abstract class GroupsCommand extends LabCommand {
    @Option(
            names = "--collection",
            required = true,
            paramLabel = "DIR|ARCHIVE",
            description = "The documents: a directory, tar, zip (also compressed), or lines of JSON.")
    private Path collection;

    @Option(
            names = "--groups",
            required = true,
            paramLabel = "TSV",
            description = "Which belong together: file, tab, group; further columns are ignored.")
    private Path groups;

    @Option(
            names = "--queries",
            paramLabel = "TSV",
            description = "What is asked: a file a line. Without it queries are drawn, one of each group that is large"
                    + " enough.")
    private Optional<Path> queries;

    @Option(
            names = "--draw",
            paramLabel = "N",
            defaultValue = "53",
            description = "Queries drawn at the most (default: ${DEFAULT-VALUE}, as many as HZ asked).")
    private int draw;

    @Option(
            names = "--least",
            paramLabel = "N",
            defaultValue = "2",
            description = "Documents that a group must have to be drawn from (default: ${DEFAULT-VALUE}).")
    private int least;

    @Option(
            names = "--all",
            description = "Asks for every document of the groups that are large enough, instead of drawing.")
    private boolean every;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Of drawing and altering (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--resume", description = "Goes on with the results that --out holds.")
    private boolean resume;

    /** What is tried; read before anything else is done. */
    abstract Grid grid() throws IOException;

    @Override
    final void measure(PrintWriter table) throws IOException {
        Grid all = grid();
        Path scratch = Files.createTempDirectory("whorl-lab");
        try (Texts texts = CollectionReader.read(collection, this::tell)) {
            List<Question> questions = questions(texts);
            Laboratory laboratory = new Laboratory(texts, questions, seed, threads(), this::tell);
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
            throw new LabException("--draw is " + draw + " and --least " + least + "; they must be at least 1 and 2");
        }
        if (every && queries.isPresent()) {
            throw new LabException("--all and --queries are both given; leave one of them out");
        }
        List<Question> questions = queries.isPresent()
                ? Questions.read(queries.get(), known)
                : every ? Questions.all(known, least) : Questions.draw(known, draw, least, seed);
        tell(texts.size() + " documents, " + known.documents() + " of them in groups, " + questions.size()
                + " queries");
        return questions;
    }
}
