package io.whorl.lab.experiment;

import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.Folders;
import io.whorl.lab.files.Folders.Scratch;
import io.whorl.lab.report.Columns;
import io.whorl.lab.report.FigureTable;
import io.whorl.lab.report.Figures;
import io.whorl.lab.run.Grid;
import io.whorl.lab.run.Laboratory;
import io.whorl.lab.run.Outcome;
import io.whorl.lab.run.Outcome.Answer;
import io.whorl.lab.run.Outcome.Answer.Affinity;
import io.whorl.lab.run.ResultsFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** COPS tables 2 and 3: the share of a document's sentences that documents of its group, and all others, have. */
public final class CopsNoise {
    /** The rows of table 3: each enhancement alone, then all together. */
    private static final String GRID = """
            unit = sentence
            granularity = 1
            [Simple Method]
            [No Common Chunks]
            max-df = 10
            [Drop Numbers]
            numbers = drop
            [No Short Sentences]
            min-sentence = 4
            [No Short Words]
            min-word = 4
            [All Enhancements]
            max-df = 10
            numbers = drop
            min-sentence = 4
            min-word = 4
            """;
    /** The affinity and noise of COPS table 3. */
    private static final List<List<String>> PAPER = List.of(
            List.of("53.0", "0.61 ± 2.08"),
            List.of("53.4", "0.06 ± 0.30"),
            List.of("54.1", "0.47 ± 1.34"),
            List.of("51.8", "0.04 ± 0.21"),
            List.of("54.4", "0.36 ± 0.90"),
            List.of("53.6", "0.03 ± 0.20"));
    /** The number of groups in COPS. */
    private static final int GROUPS = 9;

    private CopsNoise() {}

    /**
     * Returns both tables.
     *
     * @throws io.whorl.lab.files.LabException if no group has two documents
     */
    public static List<FigureTable> tables(Texts texts, Groups groups, int threads, Consumer<String> progress)
            throws IOException {
        try (Scratch scratch = Folders.scratch()) {
            Grid grid = Grid.parse("COPS table 3", GRID, scratch.folder());
            Laboratory laboratory = new Laboratory(texts, groups.all(2), 0, threads, progress, Duration.ZERO);
            try (ResultsFolder folder = ResultsFolder.open(scratch.resolve("results"), laboratory.about(grid), false)) {
                List<Outcome> outcomes = laboratory.run(grid, folder).outcomes();
                return List.of(byGroup(outcomes.get(0)), byEnhancement(outcomes));
            }
        }
    }

    /** A row of either table, with the figures of the paper. */
    private record Row(String name, List<Answer> answers, List<String> paper) {
        Affinity affinity() {
            return answers.stream().map(Answer::affinity).reduce(Affinity.NONE, Affinity::plus);
        }
    }

    private static Columns<Row> figures(Columns<Row> columns) {
        return columns.add("self", 1, row -> row.affinity().self().mean())
                .add("affinity", row -> Figures.spread(row.affinity().related(), 2))
                .add("noise", row -> Figures.spread(row.affinity().unrelated(), 2))
                .add("COPS affinity", row -> row.paper.get(0))
                .add("COPS noise", row -> row.paper.get(1));
    }

    private static FigureTable byGroup(Outcome simple) {
        Map<String, List<Answer>> byGroup = simple.answers().stream()
                .collect(Collectors.groupingBy(Answer::group, TreeMap::new, Collectors.toList()));
        List<Row> rows = new ArrayList<>();
        byGroup.entrySet().stream()
                .sorted(Comparator.comparingInt(each -> -each.getValue().size()))
                .limit(GROUPS)
                .forEach(each -> rows.add(new Row(each.getKey(), each.getValue(), List.of("", ""))));
        rows.add(new Row("all " + byGroup.size() + " groups", simple.answers(), List.of("52.9 ± 25.16", "0.6 ± 2.1")));
        Columns<Row> columns = new Columns<Row>().add("group", Row::name).add("documents", row -> row.answers.size());
        return figures(columns)
                .table(
                        "cops-table-2",
                        "Matching sentences, in percent (COPS table 2)",
                        rows,
                        "The largest groups, and all groups. Mean and standard deviation over pairs. COPS had nine"
                                + " groups of two or three papers, in 92 documents of 450 sentences; their files are"
                                + " not available.",
                        "Noise is measured against all documents of other groups and without a group.");
    }

    private static FigureTable byEnhancement(List<Outcome> outcomes) {
        List<Row> rows = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            rows.add(new Row(outcome.configuration().section(), outcome.answers(), PAPER.get(rows.size())));
        }
        return figures(new Columns<Row>().add("method", Row::name))
                .table(
                        "cops-table-3",
                        "Enhancements: matching sentences, in percent (COPS table 3)",
                        rows,
                        "Common chunks are in more than ten documents; groups with more documents lose affinity. Short"
                                + " sentences have at most three words, short words at most three letters (COPS 5.4).",
                        "Self is below 100 if no chunk of some document is left.");
    }
}
