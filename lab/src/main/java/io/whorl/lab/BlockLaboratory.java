package io.whorl.lab;

import io.whorl.bulk.BuildReport;
import io.whorl.internal.Ranges;
import io.whorl.lab.AlignedPassages.Pair;
import io.whorl.lab.Columns.FigureTable;
import io.whorl.lab.Columns.Figures;
import io.whorl.lab.Folders.Scratch;
import io.whorl.lab.Groups.Question;
import io.whorl.lab.LabIndex.WhorlIndex;
import io.whorl.lab.Outcome.Answer.Effectiveness;
import io.whorl.lab.Outcome.Judge;
import io.whorl.lab.Outcome.Judge.Ranking;
import io.whorl.lab.Outcome.Means;
import io.whorl.measure.Measure;
import io.whorl.query.Matches;
import io.whorl.query.Matches.Match;
import io.whorl.query.QueryOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.text.PlacedWords;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares rankings by blocks of documents with rankings by whole documents (passages, HZ 6). Equal collections give
 * equal figures.
 */
public record BlockLaboratory(Texts texts, Blocks blocks, Scheme scheme, int threads, Consumer<String> progress) {
    private static final int ONE_PERCENT = 100;

    /** A query and its right answers, which may be none. */
    private record Case(String category, String query, Set<String> right) {}

    /** A judged query: the highest score, and the effectiveness if there are right answers. */
    private record Judged(Case of, double highest, Effectiveness effectiveness) {}

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
        Map<String, Map<String, Set<String>>> right = annotations.pairs().stream()
                .collect(Collectors.groupingBy(
                        Pair::category,
                        TreeMap::new,
                        Collectors.groupingBy(
                                Pair::suspicious,
                                TreeMap::new,
                                Collectors.filtering(
                                        pair -> pair.cases() > 0,
                                        Collectors.mapping(Pair::source, Collectors.toSet())))));
        List<String> sources = annotations.pairs().stream()
                .map(Pair::source)
                .distinct()
                .sorted()
                .toList();
        List<Case> cases = new ArrayList<>();
        right.forEach((category, queries) ->
                queries.forEach((query, answers) -> cases.add(new Case(category, query, answers))));
        return table(sources, cases);
    }

    private FigureTable table(List<String> documents, List<Case> cases) throws IOException {
        if (cases.isEmpty()) {
            throw new LabException("there are no queries; name a collection with pairs or groups");
        }
        List<Row> rows = new ArrayList<>();
        try (Scratch scratch = Folders.scratch();
                Indexes indexes = new Indexes(documents, scratch)) {
            for (Method method : Method.values()) {
                long start = System.nanoTime();
                List<Judged> judged = Parallel.map(cases, threads, one -> judge(one, method, indexes));
                progress.accept(String.format(
                        Locale.ROOT,
                        "%s: %.1f ms a query and thread",
                        method.title,
                        (System.nanoTime() - start) / 1e6 * threads / cases.size()));
                rows.addAll(rows(method, judged));
            }
            return new Columns<Row>()
                    .add("method", row -> row.method.title)
                    .add("category", Row::category)
                    .add("queries", Row::queries)
                    .add("precision at s", row -> row.right(3, Means::precision))
                    .add("recall at 20", row -> row.right(3, Means::recall))
                    .add("HFM", 2, row -> row.means.highestFalseMatch())
                    .add("Sep", row -> row.right(2, Means::separation))
                    .add("Sep/HFM", row -> row.answers ? Figures.of(row.means.ratio(), 2) : "")
                    .add("P<1", row -> row.answers ? row.means.imprecise() : "")
                    .add("Sep<0", row -> row.answers ? row.means.negative() : "")
                    .add(
                            "found above all but 1 % of clean queries",
                            row -> row.above.map(share -> Figures.of(share, 3)).orElse(""))
                    .table(
                            "blocks",
                            rows,
                            blocks.words(),
                            blocks.overlap(),
                            indexes.ofParts.index().bytes(),
                            indexes.ofDocuments.index().bytes(),
                            documents.size());
        }
    }

    private Judged judge(Case one, Method method, Indexes indexes) throws IOException {
        Scores scores = indexes.scores(method, texts.text(one.query()));
        List<Map.Entry<String, Double>> ranked = scores.byId().entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
        double hundred = scores.own() > 0 ? 100 / scores.own() : 0;
        Ranking ranking = new Ranking(
                ranked.stream().map(Map.Entry::getKey).toList(),
                ranked.stream().map(each -> each.getValue() * hundred).toList());
        double falseMatch = ranked.isEmpty() ? 0 : ranking.percents().get(0);
        return new Judged(
                one,
                ranked.isEmpty() ? 0 : ranked.get(0).getValue(),
                one.right().isEmpty()
                        ? new Effectiveness(0, 0, falseMatch, 0)
                        : Judge.effectiveness(ranking, one.right()));
    }

    /**
     * A line of the table.
     *
     * @param answers whether the queries have right answers
     * @param above the share of queries above all clean queries but one in a hundred, if there are clean ones
     */
    private record Row(
            Method method, String category, int queries, boolean answers, Means means, Optional<Double> above) {
        /** A figure that needs right answers. */
        String right(int digits, Function<Means, Double> figure) {
            return answers ? Figures.of(figure.apply(means), digits) : "";
        }
    }

    private static List<Row> rows(Method method, List<Judged> judged) {
        double[] clean = judged.stream()
                .filter(one -> one.of().right().isEmpty())
                .mapToDouble(Judged::highest)
                .sorted()
                .toArray();
        Map<String, List<Judged>> byCategory = judged.stream()
                .collect(Collectors.groupingBy(one -> one.of.category(), LinkedHashMap::new, Collectors.toList()));
        List<Row> rows = new ArrayList<>();
        byCategory.forEach((category, all) -> {
            List<Judged> right =
                    all.stream().filter(one -> !one.of().right().isEmpty()).toList();
            boolean answers = !right.isEmpty();
            List<Judged> some = answers ? right : all;
            rows.add(new Row(
                    method,
                    category,
                    some.size(),
                    answers,
                    Means.of(some.stream().map(Judged::effectiveness).toList()),
                    answers && clean.length > 0 ? Optional.of(above(right, clean)) : Optional.empty()));
        });
        return rows;
    }

    private static double above(List<Judged> queries, double[] clean) {
        double threshold = clean[clean.length - 1 - clean.length / ONE_PERCENT];
        return (double) queries.stream()
                        .filter(one -> one.highest() > threshold)
                        .count()
                / queries.size();
    }

    /**
     * Blocks of so many words that overlap (HZ 6). The last block of a text may be shorter.
     *
     * @param overlap the words that a block shares with the next one, 0 to {@code words} - 1
     */
    public record Blocks(int words, int overlap) {
        public Blocks {
            Ranges.check("words", words, 10, 10_000);
            Ranges.check("overlap", overlap, 0, words - 1);
        }

        /** Returns the blocks of a text in order; none if it has no words. */
        List<byte[]> of(byte[] utf8) {
            PlacedWords placed = new PlacedWords(utf8);
            int count = placed.words.count;
            List<byte[]> blocks = new ArrayList<>();
            for (int from = 0; from < count; from += words - overlap) {
                int to = Math.min(count, from + words);
                blocks.add(Arrays.copyOfRange(utf8, placed.startByte[from], placed.endByte[to - 1]));
                if (to == count) {
                    break;
                }
            }
            return blocks;
        }
    }

    final class Indexes implements Closeable {
        /** Resemblance of blocks below which a pair is not looked at. */
        private static final double LEAST_RESEMBLANCE = 0.02;
        /**
         * Resemblance of similar blocks: a copied block has at least 0.6, wherever it begins, if no word is changed.
         */
        private static final double SIMILAR = 0.2;
        /** More than any collection has blocks. */
        private static final int MOST = 10_000_000;
        /** Separates the id of a document from the number of its block. */
        private static final char SEPARATOR = '#';

        final BuildReport ofDocuments;
        final BuildReport ofParts;
        private final Snapshot documents;
        private final Snapshot parts;

        Indexes(List<String> ids, Scratch scratch) throws IOException {
            ofDocuments = WhorlIndex.build(scheme, texts.some(ids), threads, scratch.resolve("documents"));
            ofParts = WhorlIndex.build(
                    scheme,
                    taker -> texts.some(ids).forEach((id, utf8) -> {
                        int number = 0;
                        for (byte[] block : blocks.of(utf8)) {
                            taker.accept(id + SEPARATOR + number++, block);
                        }
                    }),
                    threads,
                    scratch.resolve("parts"));
            documents = Snapshot.open(scratch.resolve("documents"));
            parts = Snapshot.open(scratch.resolve("parts"));
        }

        /** Thread-safe. */
        Scores scores(Method method, byte[] query) {
            Map<String, Double> scores = new HashMap<>();
            switch (method.kind) {
                case WHOLE -> {
                    Matches matches = found(documents, query, method, 0);
                    matches.matches().forEach(match -> scores.put(match.id(), match.score()));
                    return new Scores(scores, matches.self().orElse(0));
                }
                case BLOCK -> {
                    Matches matches = found(parts, query, method, 0);
                    int chunks = Math.max(0, blocks.words() - scheme.chunking().granularity() + 1);
                    // The query's own score is that of its best block.
                    boolean shared = method.measure == Measure.SHARED;
                    double own = shared
                            ? Math.min(matches.minutiae(), chunks)
                            : matches.self().orElse(0);
                    return new Scores(best(matches), own);
                }
                default -> {
                    List<byte[]> own = blocks.of(query);
                    boolean counted = method.kind == Kind.COUNT;
                    for (byte[] block : own) {
                        best(found(parts, block, method, counted ? SIMILAR : LEAST_RESEMBLANCE))
                                .forEach((id, score) ->
                                        scores.merge(id, counted ? 1 : score, counted ? Double::sum : Math::max));
                    }
                    return new Scores(scores, counted ? own.size() : 1);
                }
            }
        }

        private static Matches found(Snapshot index, byte[] query, Method method, double minScore) {
            return index.query(
                    query,
                    QueryOptions.DEFAULT
                            .measure(method.measure)
                            .minScore(minScore)
                            .top(MOST));
        }

        private static Map<String, Double> best(Matches matches) {
            Map<String, Double> best = new HashMap<>();
            for (Match block : matches.matches()) {
                best.merge(block.id().substring(0, block.id().lastIndexOf(SEPARATOR)), block.score(), Math::max);
            }
            return best;
        }

        @Override
        public void close() {
            documents.close();
            parts.close();
        }
    }

    /**
     * The scores of documents for a query.
     *
     * @param byId above 0
     * @param own the score that the query's own text would have
     */
    record Scores(Map<String, Double> byId, double own) {}

    private enum Kind {
        /** The whole query with whole documents. */
        WHOLE,
        /** The whole query with each block. */
        BLOCK,
        /** Each block of the query with each block. */
        PAIR,
        /** HZ 6: the number of blocks with high similarity. */
        COUNT
    }

    enum Method {
        WHOLE_PERCENT("whole documents, percent", Kind.WHOLE, Measure.PERCENT),
        WHOLE_SHARED("whole documents, shared", Kind.WHOLE, Measure.SHARED),
        WHOLE_RESEMBLANCE("whole documents, resemblance", Kind.WHOLE, Measure.RESEMBLANCE),
        WHOLE_WEIGHTED("whole documents, weighted containment", Kind.WHOLE, Measure.WEIGHTED_CONTAINMENT),
        BLOCK_SHARED("best block, shared", Kind.BLOCK, Measure.SHARED),
        BLOCK_WEIGHTED("best block, weighted containment", Kind.BLOCK, Measure.WEIGHTED_CONTAINMENT),
        PAIR_RESEMBLANCE("best pair of blocks, resemblance", Kind.PAIR, Measure.RESEMBLANCE),
        PAIR_COUNT("blocks of the query with a similar block", Kind.COUNT, Measure.RESEMBLANCE);

        final String title;
        private final Kind kind;
        private final Measure measure;

        Method(String title, Kind kind, Measure measure) {
            this.title = title;
            this.kind = kind;
            this.measure = measure;
        }
    }
}
