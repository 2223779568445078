package io.whorl.cli.command;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.InterruptOnExit;
import io.whorl.cli.console.InterruptOnExit.TemporaryDirectory;
import io.whorl.cli.demo.DemoPage;
import io.whorl.cli.demo.DemoPage.Answer;
import io.whorl.cli.demo.DemoPage.Answer.Effectiveness;
import io.whorl.cli.demo.DemoPage.Samples;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Table;
import io.whorl.cli.output.Value;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Builds and queries an index of the bundled sample documents. */
@Command(name = "demo")
final class DemoCommand extends Subcommand {
    private static final double NANOS_PER_SECOND = 1e9;

    @Parameters(arity = "0..1", paramLabel = "DIR")
    private Path directory;

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        if (directory == null) {
            try (InterruptOnExit interruption = new InterruptOnExit();
                    TemporaryDirectory temporary = new TemporaryDirectory("whorl-demo")) {
                run(temporary.path());
            }
        } else {
            requireEmpty(directory);
            run(directory);
            note("the documents are in " + directory.resolve("documents") + ", the index is in "
                    + directory.resolve("index"));
        }
        return DONE;
    }

    private void run(Path target) throws IOException {
        Samples samples = Samples.unpack(target.resolve("documents"));
        long start = System.nanoTime();
        BuildReport report = build(samples, target.resolve("index"));
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        List<Answer> answers;
        try (Snapshot snapshot = Snapshot.open(target.resolve("index"))) {
            answers = query(snapshot, samples);
        }
        if (console().format() != Format.TABLE) {
            print(answers);
            return;
        }
        DemoPage page = new DemoPage(console().streams().out());
        page.opening(report, answers.size(), seconds);
        page.rankings(answers);
        page.summary(answers);
    }

    private static List<Answer> query(Snapshot snapshot, Samples samples) throws IOException {
        QueryOptions all = QueryOptions.DEFAULT.top(samples.documents().size());
        List<Answer> answers = new ArrayList<>();
        for (Path document : samples.documents()) {
            String query = document.getFileName().toString();
            Map<String, String> right = samples.answers().get(query);
            if (right != null) {
                answers.add(Answer.of(
                        query, snapshot.query(Files.readAllBytes(document), all).matches(), right));
            }
        }
        return answers;
    }

    private BuildReport build(Samples samples, Path index) throws IOException {
        BuildOptions options = BuildOptions.DEFAULT.threads(whorl.threads());
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), options)) {
            for (Path document : samples.documents()) {
                builder.add(document.getFileName().toString(), Files.readAllBytes(document));
            }
            return builder.finish();
        }
    }

    private void print(List<Answer> answers) throws IOException {
        print(
                new Table<Effectiveness>()
                        .text("query", Effectiveness::query)
                        .count("relevant", Effectiveness::relevant)
                        .number("precision", e -> Value.ratio(e.precision()))
                        .number("recall", e -> Value.ratio(e.recall()))
                        .number("highestFalseMatch", e -> Value.hundredth(e.highestFalseMatch()))
                        .number("separation", e -> Value.hundredth(e.separation())),
                answers.stream().map(Answer::figures).toList());
    }

    private static void requireEmpty(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        if (!Files.isDirectory(directory)) {
            throw new FailedException(directory + " is not a directory; choose another path");
        }
        try (Stream<Path> entries = Files.list(directory)) {
            if (entries.findAny().isPresent()) {
                throw new FailedException(directory + " is not empty; choose a new or an empty directory");
            }
        }
    }
}
