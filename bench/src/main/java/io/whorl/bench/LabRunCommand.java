package io.whorl.bench;

import io.whorl.WhorlException;
import io.whorl.bench.data.Work;
import io.whorl.bench.lab.Laboratory;
import io.whorl.bench.lab.collection.CollectionReader;
import io.whorl.bench.lab.collection.Groups;
import io.whorl.bench.lab.collection.Question;
import io.whorl.bench.lab.collection.Questions;
import io.whorl.bench.lab.collection.Texts;
import io.whorl.bench.lab.grid.Grid;
import io.whorl.bench.lab.model.Outcome;
import io.whorl.bench.lab.model.Results;
import io.whorl.bench.lab.results.ResultsFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tries a grid on a collection with groups. */
@Command(name = "run", mixinStandardHelpOptions = true,
        description = {"Tries every configuration of a grid on a collection whose groups are known.",
            "What is given is checked first, and each configuration tried on a few words. The table goes to standard output,"
                + " progress to standard error, everything to the folder of --out."})
final class LabRunCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "GRID", description = "The configurations; bench/README.md shows the form.")
    private Path grid;

    @Option(names = "--collection", required = true, paramLabel = "DIR|ARCHIVE",
            description = "The documents: a directory, tar, zip (also compressed), or lines of JSON.")
    private Path collection;

    @Option(names = "--groups", required = true, paramLabel = "TSV",
            description = "Which belong together: file, tab, group; further columns are ignored.")
    private Path groups;

    @Option(names = "--queries", paramLabel = "TSV",
            description = "What is asked: a file a line. Without it queries are drawn, one of each group that is large"
                    + " enough.")
    private Optional<Path> queries;

    @Option(names = "--draw", paramLabel = "N", defaultValue = "53",
            description = "Queries drawn at the most (default: ${DEFAULT-VALUE}).")
    private int draw;

    @Option(names = "--least", paramLabel = "N", defaultValue = "2",
            description = "Documents that a group must have to be drawn from (default: ${DEFAULT-VALUE}).")
    private int least;

    @Option(names = "--seed", paramLabel = "S", defaultValue = "1",
            description = "Of drawing and altering (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--out", paramLabel = "DIR", defaultValue = "lab-results",
            description = "Where results go: results.jsonl, results.csv, queries.csv, thresholds.csv (default:"
                    + " ${DEFAULT-VALUE}).")
    private Path out;

    @Option(names = "--resume", description = "Goes on with the results that --out holds.")
    private boolean resume;

    @Option(names = "--threads", paramLabel = "N",
            description = "Of builds and whole rankings; timed queries have one (default: all processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        try {
            Results results = measure();
            PrintWriter table = spec.commandLine().getOut();
            table.println(LabTable.header());
            for (Outcome outcome : results.outcomes()) {
                table.println(LabTable.row(outcome));
            }
            table.flush();
            return 0;
        } catch (WhorlException e) {
            tell(e.getMessage());
            return 1;
        }
    }

    private Results measure() throws IOException {
        Grid all = Grid.read(grid);
        try (Texts texts = CollectionReader.read(collection, this::tell)) {
            Groups known = Groups.read(groups, texts);
            List<Question> questions = queries.isPresent()
                    ? Questions.read(queries.get(), known) : Questions.draw(known, draw, least, seed);
            tell(texts.size() + " documents, " + known.documents() + " of them in groups, " + questions.size() + " queries");
            Laboratory laboratory = new Laboratory(texts, questions, seed, threads, this::tell);
            Path scratch = Files.createTempDirectory("whorl-lab");
            try (ResultsFolder folder = ResultsFolder.open(out, laboratory.about(all), resume)) {
                return laboratory.run(all, folder, scratch);
            } finally {
                Work.delete(scratch);
            }
        }
    }

    private void tell(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println(line);
        err.flush();
    }
}
