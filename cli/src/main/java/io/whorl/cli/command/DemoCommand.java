package io.whorl.cli.command;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cli.demo.Answer;
import io.whorl.cli.demo.DemoPage;
import io.whorl.cli.demo.Effectiveness;
import io.whorl.cli.demo.SampleDirectory;
import io.whorl.cli.demo.Samples;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Records;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what the program does, on samples that come with it. */
@Command(
        name = "demo",
        description = "Builds an index of sample documents, asks it, and shows how well it answers."
                + " With json or tsv, gives each query's figures.")
final class DemoCommand extends Subcommand {
    private static final double NANOS_PER_SECOND = 1e9;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            description = "Where to leave documents and index, to try other commands on; new or empty"
                    + " (default: a temporary directory, removed at the end).")
    private Path directory;

    @Override
    public Integer call() throws IOException {
        if (directory == null) {
            Path temporary = Files.createTempDirectory("whorl-demo");
            Thread removal = new Thread(() -> SampleDirectory.deleteQuietly(temporary));
            Runtime.getRuntime().addShutdownHook(removal);
            try {
                show(temporary);
            } finally {
                Runtime.getRuntime().removeShutdownHook(removal);
                SampleDirectory.deleteQuietly(temporary);
            }
        } else {
            SampleDirectory.requireEmpty(directory);
            show(directory);
            console()
                    .note("left the documents in " + directory.resolve("documents") + " and the index in "
                            + directory.resolve("index"));
        }
        return DONE;
    }

    private void show(Path where) throws IOException {
        Samples samples = Samples.unpack(where.resolve("documents"));
        long start = System.nanoTime();
        BuildReport built = build(samples, where.resolve("index"));
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        List<Answer> answers = ask(Snapshot.open(where.resolve("index")), samples);
        if (console().format() != Format.TABLE) {
            print(answers);
            return;
        }
        DemoPage page = new DemoPage(console().streams().out());
        page.opening(built, answers.size(), seconds);
        page.rankings(answers);
        page.summary(answers);
    }

    private static List<Answer> ask(Snapshot snapshot, Samples samples) throws IOException {
        QueryOptions all =
                QueryOptions.builder().top(samples.documents().size()).build();
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
        BuildOptions options = BuildOptions.builder().threads(whorl.threads()).build();
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), options)) {
            for (Path document : samples.documents()) {
                builder.add(document.getFileName().toString(), Files.readAllBytes(document));
            }
            return builder.finish();
        }
    }

    private void print(List<Answer> answers) throws IOException {
        try (Records records = console()
                .records(columns(
                        Column.text("query"),
                        Column.number("relevant"),
                        Column.number("precision"),
                        Column.number("recall"),
                        Column.number("highestFalseMatch"),
                        Column.number("separation")))) {
            for (Answer answer : answers) {
                Effectiveness e = answer.figures();
                records.add(
                        Value.text(e.query()),
                        Value.count(e.relevant()),
                        Value.ratio(e.precision()),
                        Value.ratio(e.recall()),
                        Value.hundredth(e.highestFalseMatch()),
                        Value.hundredth(e.separation()));
            }
        }
    }
}
