package io.whorl.lab.experiment.cops;

import io.whorl.lab.collection.Groups;
import io.whorl.lab.collection.Questions;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.files.Folders;
import io.whorl.lab.grid.Grid;
import io.whorl.lab.model.Affinity;
import io.whorl.lab.model.Answer;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.Figures;
import io.whorl.lab.model.Moments;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.results.ResultsFolder;
import io.whorl.lab.run.Laboratory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    /** The figures of COPS table 3. */
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

    public static List<FigureTable> tables(Texts texts, Groups groups, int threads, Consumer<String> progress)
            throws IOException {
        Path scratch = Files.createTempDirectory("whorl-lab");
        try {
            Grid grid = Grid.parse("COPS table 3", GRID, scratch);
            Laboratory laboratory =
                    new Laboratory(texts, Questions.all(groups, 2), 0, threads, progress, Duration.ZERO);
            try (ResultsFolder folder = ResultsFolder.open(scratch.resolve("results"), laboratory.about(grid), false)) {
                List<Outcome> outcomes = laboratory.run(grid, folder, scratch).outcomes();
                return List.of(byGroup(outcomes.get(0)), byEnhancement(outcomes));
            }
        } finally {
            Folders.delete(scratch);
        }
    }

    private static FigureTable byGroup(Outcome simple) {
        Map<String, List<Answer>> byGroup = simple.answers().stream()
                .collect(Collectors.groupingBy(Answer::group, TreeMap::new, Collectors.toList()));
        List<List<String>> rows = new ArrayList<>();
        byGroup.entrySet().stream()
                .sorted(Comparator.comparingInt(each -> -each.getValue().size()))
                .limit(GROUPS)
                .forEach(each -> rows.add(row(each.getKey(), each.getValue(), List.of("", ""))));
        rows.add(row("all " + byGroup.size() + " groups", simple.answers(), List.of("52.9 ± 25.16", "0.6 ± 2.1")));
        return new FigureTable(
                "cops-table-2",
                "Matching sentences, in percent (COPS table 2)",
                List.of("group", "documents", "self", "affinity", "noise", "COPS affinity", "COPS noise"),
                rows,
                List.of(
                        "The largest groups, and all groups. Mean and standard deviation over pairs. COPS had nine "
                                + "groups of two or"
                                + " three papers, in 92 documents of 450 sentences; their files are not available.",
                        "Noise is measured against all documents of other groups and without a group."));
    }

    private static List<String> row(String name, List<Answer> answers, List<String> paper) {
        Affinity affinity = answers.stream().map(Answer::affinity).reduce(Affinity.NONE, Affinity::plus);
        List<String> row = new ArrayList<>(List.of(
                name,
                Figures.of(answers.size()),
                Figures.of(affinity.self().mean(), 1),
                spread(affinity.related()),
                spread(affinity.unrelated())));
        row.addAll(paper);
        return row;
    }

    private static FigureTable byEnhancement(List<Outcome> outcomes) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            Affinity affinity = outcomes.get(i).affinity();
            List<String> row = new ArrayList<>(List.of(
                    outcomes.get(i).configuration().section(),
                    Figures.of(affinity.self().mean(), 1),
                    spread(affinity.related()),
                    spread(affinity.unrelated())));
            row.addAll(PAPER.get(i));
            rows.add(row);
        }
        return new FigureTable(
                "cops-table-3",
                "Enhancements: matching sentences, in percent (COPS table 3)",
                List.of("method", "self", "affinity", "noise", "COPS affinity", "COPS noise"),
                rows,
                List.of(
                        "Common chunks are in more than ten documents; groups with more documents lose affinity. "
                                + "Short sentences have"
                                + " at most three words, short words at most three letters (COPS 5.4).",
                        "Self is below 100 if no chunk of some document is left."));
    }

    private static String spread(Moments moments) {
        return Figures.of(moments.mean(), 2) + " ± " + Figures.of(moments.deviation(), 2);
    }
}
