package io.whorl.lab.block;

import io.whorl.lab.collection.Question;
import io.whorl.lab.collection.Texts;
import io.whorl.lab.model.Effectiveness;
import io.whorl.lab.model.FigureTable;
import io.whorl.lab.model.Figures;
import io.whorl.lab.model.LabException;
import io.whorl.lab.model.Means;
import io.whorl.lab.parallel.Parallel;
import io.whorl.lab.passage.AlignedPassages;
import io.whorl.lab.quality.Judge;
import io.whorl.lab.quality.Ranking;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Measures which documents are found by their blocks and as a whole. Equal collections give equal figures. */
public final class BlockLaboratory {
    private static final int ONE_PERCENT = 100;

    private final Texts texts;
    private final Blocks blocks;
    private final Scheme scheme;
    private final int threads;
    private final Consumer<String> progress;

    /**
     * @param threads 1 to 1,024; does not change the results
     * @param progress receives one line for each method
     */
    public BlockLaboratory(Texts texts, Blocks blocks, Scheme scheme, int threads, Consumer<String> progress) {
        this.texts = texts;
        this.blocks = blocks;
        this.scheme = scheme;
        this.threads = threads;
        this.progress = progress;
    }

    /** A query and its right answers, which may be none. */
    private record Case(String category, String query, Set<String> right) {}

    /** A judged query: the highest score, and the effectiveness if there are right answers. */
    private record Judged(Case of, double highest, Effectiveness effectiveness) {}

    /** Queries with known groups, among all documents. */
    public FigureTable groups(List<Question> questions) throws IOException {
        List<Case> cases = questions.stream()
                .map(question -> new Case("all", question.id(), question.right()))
                .toList();
        return table(List.copyOf(texts.ids()), cases);
    }

    /**
     * The suspicious documents of PAN's text alignment task, among its source documents. A category of pairs without a
     * passage shows false alarms.
     */
    public FigureTable sources(AlignedPassages annotations) throws IOException {
        Map<String, Map<String, Set<String>>> right = new TreeMap<>();
        Set<String> sources = new TreeSet<>();
        for (AlignedPassages.Pair pair : annotations.pairs()) {
            Set<String> own = right.computeIfAbsent(pair.category(), any -> new TreeMap<>())
                    .computeIfAbsent(pair.suspicious(), any -> new TreeSet<>());
            if (pair.cases() > 0) {
                own.add(pair.source());
            }
            sources.add(pair.source());
        }
        List<Case> cases = new ArrayList<>();
        right.forEach((category, queries) ->
                queries.forEach((query, answers) -> cases.add(new Case(category, query, answers))));
        return table(List.copyOf(sources), cases);
    }

    private FigureTable table(List<String> documents, List<Case> cases) throws IOException {
        if (cases.isEmpty()) {
            throw new LabException("there are no queries; name a collection with pairs or groups");
        }
        List<List<String>> rows = new ArrayList<>();
        try (BlockIndexes indexes = new BlockIndexes(texts, documents, blocks, scheme, threads)) {
            for (Method method : Method.values()) {
                long start = System.nanoTime();
                List<Judged> judged = Parallel.map(cases, threads, one -> judge(one, method, indexes));
                progress.accept(String.format(
                        Locale.ROOT,
                        "%s: %.1f ms a query and thread",
                        method.title(),
                        (System.nanoTime() - start) / 1e6 * threads / cases.size()));
                rows.addAll(rows(method, judged));
            }
            return new FigureTable(
                    "blocks",
                    "Blocks of " + blocks.words() + " words that overlap by " + blocks.overlap()
                            + ", and whole documents (HZ 6)",
                    List.of(
                            "method",
                            "category",
                            "queries",
                            "precision at s",
                            "recall at 20",
                            "HFM",
                            "Sep",
                            "Sep/HFM",
                            "P<1",
                            "Sep<0",
                            "found above all but 1 % of clean queries"),
                    rows,
                    List.of(
                            "The index of blocks has " + indexes.bytesOfParts() + " bytes, that of documents "
                                    + indexes.bytes() + "; " + documents.size() + " documents.",
                            "HFM and Sep are in percent of the score of the query's own text. A right document that is"
                                    + " not found scores 0.",
                            "The last column is the share of queries that score higher than 99 % of the queries"
                                    + " without a right document."));
        }
    }

    private Judged judge(Case one, Method method, BlockIndexes indexes) throws IOException {
        Method.Scores scores = method.scores(indexes, texts.text(one.query()));
        List<Map.Entry<String, Double>> ranked = scores.byId().entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
        double hundred = scores.own() > 0 ? 100 / scores.own() : 0;
        Ranking ranking = new Ranking(
                ranked.stream().map(Map.Entry::getKey).toList(),
                ranked.stream().map(each -> each.getValue() * hundred).toList());
        double falseMatch = ranking.size() == 0 ? 0 : ranking.percent(0);
        return new Judged(
                one,
                ranked.isEmpty() ? 0 : ranked.get(0).getValue(),
                one.right().isEmpty()
                        ? new Effectiveness(0, 0, falseMatch, 0)
                        : Judge.effectiveness(ranking, one.right()));
    }

    private static List<List<String>> rows(Method method, List<Judged> judged) {
        double[] clean = judged.stream()
                .filter(one -> one.of().right().isEmpty())
                .mapToDouble(Judged::highest)
                .sorted()
                .toArray();
        Map<String, List<Judged>> byCategory = new LinkedHashMap<>();
        judged.forEach(one -> byCategory
                .computeIfAbsent(one.of().category(), any -> new ArrayList<>())
                .add(one));
        List<List<String>> rows = new ArrayList<>();
        byCategory.forEach((category, all) -> {
            List<Judged> each =
                    all.stream().filter(one -> !one.of().right().isEmpty()).toList();
            Means means = Means.of((each.isEmpty() ? all : each)
                    .stream().map(Judged::effectiveness).toList());
            boolean answers = !each.isEmpty();
            rows.add(List.of(
                    method.title(),
                    category,
                    Figures.of(answers ? each.size() : all.size()),
                    answers ? Figures.of(means.precision(), 3) : "",
                    answers ? Figures.of(means.recall(), 3) : "",
                    Figures.of(means.highestFalseMatch(), 2),
                    answers ? Figures.of(means.separation(), 2) : "",
                    answers ? Figures.of(means.ratio(), 2) : "",
                    answers ? Figures.of(means.imprecise()) : "",
                    answers ? Figures.of(means.negative()) : "",
                    answers && clean.length > 0 ? Figures.of(above(each, clean), 3) : ""));
        });
        return rows;
    }

    /** The share of queries above all clean queries but one in a hundred. */
    private static double above(List<Judged> queries, double[] clean) {
        double threshold = clean[clean.length - 1 - clean.length / ONE_PERCENT];
        return (double) queries.stream()
                        .filter(one -> one.highest() > threshold)
                        .count()
                / queries.size();
    }
}
