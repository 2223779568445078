package io.whorl.cli;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.cli.InterruptOnExit.TemporaryDirectory;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Builds and queries an index of the bundled sample documents. */
@Command(name = "demo")
final class DemoCommand extends Subcommand {
    private static final int FALSE_MATCHES_SHOWN = 2;
    private static final int BAR = 12;
    private static final String ROW = "  %4s  %-28s %6s  %8s  %-" + BAR + "s  %s\n";

    @Parameters(arity = "0..1", paramLabel = "DIR")
    private Path directory;

    @Override
    @SuppressWarnings("try")
    public Integer call() throws IOException {
        if (directory == null) {
            try (InterruptOnExit interruption = new InterruptOnExit();
                    TemporaryDirectory temporary = new TemporaryDirectory("whorl-demo")) {
                run(temporary.path);
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
        double seconds = Amount.secondsSince(start);
        List<Answer> answers;
        try (Snapshot snapshot = Snapshot.open(target.resolve("index"))) {
            answers = query(snapshot, samples);
        }
        if (console().format() != Format.TABLE) {
            print(answers);
            return;
        }
        say(
                Resource.text(DemoCommand.class, "demo-opening.txt"),
                report.index().documents(),
                report.index().words(),
                seconds,
                report.index().minutiae(),
                (double) report.index().bytes() / Math.max(1, report.index().postings()),
                answers.size());
        sayRankings(answers);
        DoubleSummaryStatistics precision = figures(answers, Answer::precision);
        DoubleSummaryStatistics recall = figures(answers, Answer::recall);
        DoubleSummaryStatistics falseMatch = figures(answers, Answer::highestFalseMatch);
        DoubleSummaryStatistics separation = figures(answers, Answer::separation);
        say(
                Resource.text(DemoCommand.class, "demo-summary.txt"),
                answers.size(),
                precision.getAverage(),
                recall.getAverage(),
                falseMatch.getAverage(),
                separation.getAverage(),
                precision.getMin(),
                recall.getMin(),
                falseMatch.getMax(),
                separation.getMin());
    }

    private static List<Answer> query(Snapshot snapshot, Samples samples) throws IOException {
        QueryOptions all = QueryOptions.DEFAULT.top(samples.documents().size());
        List<Answer> answers = new ArrayList<>();
        for (Path document : samples.documents()) {
            String query = document.getFileName().toString();
            Map<String, String> right = samples.answers().get(query);
            if (right != null) {
                answers.add(new Answer(
                        query, snapshot.query(Files.readAllBytes(document), all).matches(), right));
            }
        }
        return answers;
    }

    private BuildReport build(Samples samples, Path index) throws IOException {
        BuildOptions options = BuildOptions.DEFAULT.threads(whorl.threads);
        try (IndexBuilder builder = IndexBuilder.create(index, Scheme.builder().build(), options)) {
            for (Path document : samples.documents()) {
                builder.add(document.getFileName().toString(), Files.readAllBytes(document));
            }
            return builder.finish();
        }
    }

    private void print(List<Answer> answers) throws IOException {
        print(
                new Table<Answer>()
                        .text("query", Answer::query)
                        .count("relevant", a -> a.right().size())
                        .number("precision", a -> Value.ratio(a.precision()))
                        .number("recall", a -> Value.ratio(a.recall()))
                        .number("highestFalseMatch", a -> Value.hundredth(a.highestFalseMatch()))
                        .number("separation", a -> Value.hundredth(a.separation())),
                answers);
    }

    private static void requireEmpty(Path directory) throws IOException {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new FailedException(directory + " is not a directory; choose another path");
        }
        if (Files.exists(directory) && !PathUtils.isEmptyDirectory(directory)) {
            throw new FailedException(directory + " is not empty; choose a new or an empty directory");
        }
    }

    // For people: some rankings, in the form of HZ figure 1, and the quality of all answers.

    /**
     * Prints the rankings of the query with the most relatives, and of those with the best and the worst separation.
     */
    private void sayRankings(List<Answer> answers) throws IOException {
        Comparator<Answer> bySeparation = Comparator.comparingDouble(Answer::separation);
        Map<Answer, String> shown = new LinkedHashMap<>();
        shown.putIfAbsent(
                Collections.max(answers, Comparator.comparingInt(answer -> answer.right()
                        .size())),
                "the most relatives");
        shown.putIfAbsent(Collections.max(answers, bySeparation), "the best separation");
        shown.putIfAbsent(Collections.min(answers, bySeparation), "the worst separation");
        for (Map.Entry<Answer, String> entry : shown.entrySet()) {
            say("\nquery %s (%s)\n", entry.getKey().query(), entry.getValue());
            ranking(entry.getKey().ranking(), entry.getKey().right());
        }
    }

    /** Prints the ranking down to the last right answer, with the first few wrong answers. */
    private void ranking(List<Match> ranking, Map<String, String> right) throws IOException {
        say(ROW, "rank", "document", "shared", "percent", "", "");
        int printed = 0;
        int wrong = 0;
        int found = 0;
        for (Match match : ranking) {
            String kind = right.get(match.id());
            found += kind == null ? 0 : 1;
            wrong += kind == null ? 1 : 0;
            if (kind != null || wrong <= FALSE_MATCHES_SHOWN) {
                if (match.rank() > printed + 1) {
                    say(ROW, "...", "", "", "", "", "");
                }
                printed = match.rank();
                say(
                        ROW,
                        match.rank(),
                        match.id(),
                        match.shared(),
                        Amount.say("%.2f %%", match.score()),
                        bar(match.score()),
                        kind == null ? "" : "\u2713 " + kind);
            }
            if (found == right.size() && wrong >= FALSE_MATCHES_SHOWN) {
                break;
            }
        }
    }

    private static String bar(double percent) {
        return "\u2588".repeat((int) Math.round(Math.min(100, percent) * BAR / 100));
    }

    private static DoubleSummaryStatistics figures(List<Answer> answers, ToDoubleFunction<Answer> figure) {
        return answers.stream().mapToDouble(figure).summaryStatistics();
    }

    private void say(String format, Object... arguments) throws IOException {
        console().streams().out().write(Amount.say(format, arguments).replaceAll("(?m) +$", ""));
    }

    /**
     * The answer of an index to one query, and its quality (HZ 6).
     *
     * @param ranking all documents that share a minutia with the query, best first, scored by percent
     * @param right the ids of the right answers, and how each is derived
     */
    record Answer(String query, List<Match> ranking, Map<String, String> right) {
        private static final int RECALL_AT = 20;

        /** The share of right answers among the first s results of a query with s right answers. */
        double precision() {
            return share(right.size());
        }

        double recall() {
            return share(RECALL_AT);
        }

        private double share(int first) {
            long hits = ranking.stream().limit(first).filter(this::isRight).count();
            return right.isEmpty() ? 0 : (double) hits / right.size();
        }

        private boolean isRight(Match match) {
            return right.containsKey(match.id());
        }

        double highestFalseMatch() {
            return ranking.stream()
                    .filter(match -> !isRight(match))
                    .mapToDouble(Match::score)
                    .max()
                    .orElse(0);
        }

        /** The lowest score of a right answer, minus the highest score of a wrong one. */
        double separation() {
            double[] found = ranking.stream()
                    .filter(this::isRight)
                    .mapToDouble(Match::score)
                    .toArray();
            // A right answer that is not in the ranking shares no minutia, so its score is 0.
            return (found.length < right.size()
                            ? 0
                            : DoubleStream.of(found).min().orElse(0))
                    - highestFalseMatch();
        }
    }

    /**
     * The bundled sample documents, and the known answers.
     *
     * @param documents the unpacked files, in the order of their names
     * @param answers for the file name of each query, the file names of the right answers and how each is derived
     */
    record Samples(List<Path> documents, Map<String, Map<String, String>> answers) {
        private static final String ANSWERS = "demo/answers.tsv";
        private static final String DOCUMENTS = "documents";

        /** @param directory the directory into which the documents are written; created if it does not exist */
        static Samples unpack(Path directory) throws IOException {
            Files.createDirectories(directory);
            URL found = Samples.class.getResource(ANSWERS);
            if (found == null) {
                throw new IOException("the jar of the program contains no samples; download it again");
            }
            URI uri = URI.create(found.toString());
            try (FileSystem jar = uri.getScheme().equals("jar") ? FileSystems.newFileSystem(uri, Map.of()) : null;
                    Stream<Path> documents = Files.list(Path.of(uri).resolveSibling(DOCUMENTS))) {
                List<Path> written = new ArrayList<>();
                for (Path document : documents.sorted().toList()) {
                    Path target = directory.resolve(document.getFileName().toString());
                    Files.copy(document, target);
                    written.add(target);
                }
                return new Samples(List.copyOf(written), answers(Path.of(uri)));
            }
        }

        private static Map<String, Map<String, String>> answers(Path file) throws IOException {
            Map<String, Map<String, String>> answers = new LinkedHashMap<>();
            List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
            for (String line : lines.subList(1, lines.size())) {
                String[] fields = line.split("\t");
                answers.computeIfAbsent(fields[0], query -> new LinkedHashMap<>())
                        .put(fields[1], fields[2]);
            }
            return answers;
        }
    }
}
