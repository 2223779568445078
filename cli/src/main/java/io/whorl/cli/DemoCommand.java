package io.whorl.cli;

import io.whorl.build.BuildOptions;
import io.whorl.build.BuildReport;
import io.whorl.build.IndexBuilder;
import io.whorl.cli.demo.DemoPage;
import io.whorl.cli.demo.Effectiveness;
import io.whorl.cli.demo.Samples;
import io.whorl.cli.output.Column;
import io.whorl.cli.output.Format;
import io.whorl.cli.output.Records;
import io.whorl.cli.output.Value;
import io.whorl.query.Match;
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
    private static final int RANKINGS_SHOWN = 3;

    @Parameters(arity = "0..1", paramLabel = "DIR",
            description = "Where to leave documents and index, to try other commands on; new or empty"
                    + " (default: a temporary directory, removed at the end).")
    private Path directory;

    @Override
    public Integer call() throws IOException {
        if (directory == null) {
            Path temporary = Files.createTempDirectory("whorl-demo");
            Thread removal = new Thread(() -> Trees.deleteQuietly(temporary));
            Runtime.getRuntime().addShutdownHook(removal);
            try {
                show(temporary);
            } finally {
                Runtime.getRuntime().removeShutdownHook(removal);
                Trees.deleteQuietly(temporary);
            }
        } else {
            Trees.requireEmpty(directory);
            show(directory);
            whorl.note("left the documents in " + directory.resolve("documents") + " and the index in "
                    + directory.resolve("index"));
        }
        return DONE;
    }

    private void show(Path where) throws IOException {
        Samples samples = Samples.unpack(where.resolve("documents"));
        long start = System.nanoTime();
        BuildReport built = build(samples, where.resolve("index"));
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        Snapshot snapshot = Snapshot.open(where.resolve("index"));
        QueryOptions all = QueryOptions.DEFAULT.top(samples.documents().size());
        DemoPage page = new DemoPage(whorl.streams().out());
        boolean forPeople = whorl.format() == Format.TABLE;
        if (forPeople) {
            page.opening(built, samples.answers().size(), seconds);
        }
        List<String> shown = mostAnswered(samples);
        List<Effectiveness> figures = new ArrayList<>();
        for (Path document : samples.documents()) {
            String query = document.getFileName().toString();
            Map<String, String> right = samples.answers().get(query);
            if (right == null) {
                continue;
            }
            List<Match> ranking = snapshot.query(Files.readAllBytes(document), all).matches();
            figures.add(Effectiveness.of(query, ranking, right.keySet()));
            if (forPeople && shown.contains(query)) {
                page.ranking(query, ranking, right);
            }
        }
        if (forPeople) {
            page.summary(figures);
        } else {
            print(figures);
        }
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

    private static List<String> mostAnswered(Samples samples) {
        return samples.answers().entrySet().stream()
                .sorted((a, b) -> b.getValue().size() - a.getValue().size())
                .limit(RANKINGS_SHOWN)
                .map(Map.Entry::getKey)
                .toList();
    }

    private void print(List<Effectiveness> figures) throws IOException {
        try (Records records = whorl.records(columns(
                Column.text("query"),
                Column.number("relevant"),
                Column.number("precision"),
                Column.number("recall"),
                Column.number("highestFalseMatch"),
                Column.number("separation")))) {
            for (Effectiveness e : figures) {
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
