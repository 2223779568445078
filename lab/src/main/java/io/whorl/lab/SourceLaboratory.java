package io.whorl.lab;

import io.whorl.lab.Columns.Moments;
import io.whorl.lab.Folders.Scratch;
import io.whorl.lab.LabIndex.Searcher;
import io.whorl.lab.Outcome.Judge.Ranking;
import io.whorl.lab.Outcome.Operation;
import io.whorl.lab.SourceLaboratory.SourceOutcome.Score;
import io.whorl.lab.Texts.Tsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Measures a grid on documents with known sources: each document queries an index of the whole collection. */
public record SourceLaboratory(Texts texts, SourceTruth truth, int threads) {
    /** Returns the outcomes in the order of the grid. Alterations are ignored. */
    public List<SourceOutcome> run(Grid grid) throws IOException {
        try (Scratch scratch = Folders.scratch()) {
            List<SourceOutcome> outcomes = new ArrayList<>();
            for (Configuration configuration : grid.configurations()) {
                try (LabIndex built = LabIndex.build(configuration, texts, threads, scratch.resolve("index"))) {
                    Searcher index = built.searcher(configuration);
                    outcomes.add(new SourceOutcome(
                            configuration, Parallel.map(truth.rows(), threads, row -> score(index, row))));
                }
            }
            return outcomes;
        }
    }

    private SourceOutcome.Score score(Searcher index, SourceTruth.Row row) throws IOException {
        var matches = index.search(texts.text(row.file()), texts.size()).matches();
        double own = Ranking.score(matches, row.file()).orElse(0);
        double score = Ranking.score(matches, row.source()).orElse(0);
        return new SourceOutcome.Score(row.file(), row.category(), row.source(), own > 0 ? 100 * score / own : 0);
    }

    /** Documents that were written from a known source, such as the short answers of Clough and Stevenson (2011). */
    public record SourceTruth(List<Row> rows) {
        /** @param category how much of the source it contains, such as cut, light, heavy or non */
        public record Row(String file, String category, String source) {}

        /** The category of {@link #of} for documents that take nothing from the source. */
        public static final String INNOCENT = "non";

        /**
         * Returns the pairs of a collection with the layout of PAN's text alignment task. A pair without a case is
         * innocent, whatever its category: most pairs of PAN's summaries have none.
         */
        public static SourceTruth of(AlignedPassages annotations) {
            return new SourceTruth(annotations.pairs().stream()
                    .map(pair ->
                            new Row(pair.suspicious(), pair.cases() > 0 ? pair.category() : INNOCENT, pair.source()))
                    .toList());
        }

        /**
         * Reads a TSV with the columns file, category and source. Without a header the columns are in this order. A
         * document that is its own source is an original, and is left out.
         */
        public static SourceTruth read(Path tsv, Texts texts) throws IOException {
            Tsv table = Tsv.read(tsv, "file", "category", "source");
            List<Row> rows = new ArrayList<>();
            Tsv.Missing missing = new Tsv.Missing(texts);
            for (Tsv.Row each : table.rows()) {
                Row row = new Row(each.field("file"), each.field("category"), each.field("source"));
                missing.holds(each, row.file());
                missing.holds(each, row.source());
                if (!row.file().equals(row.source())) {
                    rows.add(row);
                }
            }
            missing.check(tsv);
            if (rows.isEmpty()) {
                throw new LabException(tsv + " has no document with a source other than itself");
            }
            return new SourceTruth(rows);
        }

        /** Checks that there are documents of the innocent category and of others. */
        public void checkInnocent(String innocent, Path from) {
            List<String> categories =
                    rows.stream().map(Row::category).distinct().sorted().toList();
            if (categories.equals(List.of(innocent))) {
                throw new LabException("--innocent is '" + innocent + "', and " + from
                        + " has no other category; add documents that were written from their source");
            }
            if (!categories.contains(innocent)) {
                throw new LabException("--innocent is '" + innocent + "', but " + from
                        + " has no such category; it has " + String.join(", ", categories));
            }
        }
    }

    /** The scores of a configuration on documents with known sources. */
    public record SourceOutcome(Configuration configuration, List<Score> scores) implements Configuration.Measured {
        /**
         * The score of a source for a document.
         *
         * @param category how much of the source it contains
         * @param percent in percent of the score of the document against itself; 0 if the source is not found
         */
        public record Score(String file, String category, String source, double percent) {}

        /** Returns means and deviations by category, in the order of the names. */
        public SortedMap<String, Moments> byCategory() {
            SortedMap<String, Moments> by = new TreeMap<>();
            for (Score score : scores) {
                by.merge(score.category(), Moments.of(score.percent()), Moments::plus);
            }
            return by;
        }

        /** Evaluates the test "plagiarised if the score is at least the threshold". */
        public Operation operation(double threshold, String innocent) {
            Predicate<Score> guilty = score -> !score.category().equals(innocent);
            Predicate<Score> found = score -> score.percent() >= threshold;
            return new Operation(
                    threshold,
                    count(guilty.and(found)),
                    count(guilty.negate().and(found)),
                    count(guilty.and(found.negate())),
                    count(guilty.or(found).negate()));
        }

        private long count(Predicate<Score> kind) {
            return scores.stream().filter(kind).count();
        }

        /**
         * The figures of a configuration on documents with known sources.
         *
         * @param correct the share of documents whose category follows from their score, with the best cuts between
         *     categories
         * @param correctCrossValidated the same with, for each document, the cuts that are best for the other documents
         * @param best the test with the fewest errors among several thresholds
         * @param area the area under the ROC curve: P(a plagiarised document scores higher than one that is not)
         * @param found the share of the plagiarised documents found at each of {@link #ALARMS}
         */
        public record SourceSummary(
                Configuration configuration,
                SortedMap<String, Moments> byCategory,
                double correct,
                double correctCrossValidated,
                Operation best,
                double area,
                List<Double> found)
                implements Configuration.Measured {
            /** False-alarm rates: the shares of documents that are not plagiarised, but are reported as such. */
            public static final List<Double> ALARMS = List.of(0.01, 0.05, 0.1);

            public static SourceSummary of(SourceOutcome outcome, List<Double> thresholds, String innocent) {
                RocCurve alarms = RocCurve.of(outcome.scores(), innocent);
                Operation best = thresholds.stream()
                        .map(threshold -> outcome.operation(threshold, innocent))
                        .min(Comparator.comparingDouble(
                                operation -> operation.error().orElse(1)))
                        .orElseThrow();
                return new SourceSummary(
                        outcome.configuration(),
                        outcome.byCategory(),
                        OrderedClasses.best(outcome.scores()).accuracy(outcome.scores()),
                        OrderedClasses.leaveOneOut(outcome.scores()),
                        best,
                        alarms.area(),
                        ALARMS.stream().map(alarms::found).toList());
            }
        }
    }

    /** How well scores, in ascending order, separate plagiarised from innocent documents, over all thresholds. */
    public record RocCurve(double[] innocent, double[] plagiarised) {
        /** @param scores at least one of the innocent category and one of another */
        public static RocCurve of(List<Score> scores, String innocent) {
            Map<Boolean, double[]> sorted = scores.stream()
                    .collect(Collectors.partitioningBy(
                            score -> score.category().equals(innocent),
                            Collectors.collectingAndThen(Collectors.toList(), own -> own.stream()
                                    .mapToDouble(Score::percent)
                                    .sorted()
                                    .toArray())));
            if (sorted.get(true).length == 0 || sorted.get(false).length == 0) {
                throw new IllegalArgumentException(
                        "scores are all of one kind; there must be innocent and plagiarised ones");
            }
            return new RocCurve(sorted.get(true), sorted.get(false));
        }

        /** Returns the area under the curve: P(plagiarised scores higher than innocent), equal scores counted half. */
        public double area() {
            double above = 0;
            for (double score : plagiarised) {
                above += (below(innocent, score) + below(innocent, Math.nextUp(score))) / 2.0;
            }
            return above / plagiarised.length / innocent.length;
        }

        /**
         * Returns the share of plagiarised documents found at a false-alarm rate.
         *
         * @param alarms the share of innocent documents that may score higher, 0 to 1, 1 excluded
         */
        public double found(double alarms) {
            double highest = innocent[innocent.length - 1 - (int) (alarms * innocent.length)];
            return (double) (plagiarised.length - below(plagiarised, Math.nextUp(highest))) / plagiarised.length;
        }

        private static int below(double[] sorted, double score) {
            return (int) Arrays.stream(sorted).filter(value -> value < score).count();
        }
    }

    /**
     * Classifies scores into ordered categories by cuts, such as how heavily a text was rewritten (Clough and Stevenson
     * 2011).
     *
     * @param categories from the lowest mean score to the highest
     * @param cuts the lower bounds of all categories but the first, ascending
     */
    public record OrderedClasses(List<String> categories, List<Double> cuts) {
        /** Returns the cuts that classify most scores correctly; of several, the lowest. */
        public static OrderedClasses best(List<Score> scores) {
            List<Score> sorted = scores.stream()
                    .sorted(Comparator.comparingDouble(Score::percent))
                    .toList();
            List<String> categories = categories(sorted);
            int n = sorted.size();
            int[][] right = new int[categories.size() + 1][n + 1];
            int[][] from = new int[categories.size() + 1][n + 1];
            for (int i = 1; i <= n; i++) {
                right[0][i] = Integer.MIN_VALUE / 2;
            }
            for (int k = 1; k <= categories.size(); k++) {
                // Dynamic programming: the best start of category k does not depend on its end, because the correct
                // scores are a difference of prefix counts.
                int best = Integer.MIN_VALUE;
                int bestStart = 0;
                int own = 0;
                for (int end = 0; end <= n; end++) {
                    own += end > 0 && sorted.get(end - 1).category().equals(categories.get(k - 1)) ? 1 : 0;
                    if (before(sorted, end) < before(sorted, end + 1) && right[k - 1][end] - own > best) {
                        best = right[k - 1][end] - own;
                        bestStart = end;
                    }
                    right[k][end] = best + own;
                    from[k][end] = bestStart;
                }
            }
            List<Double> cuts = new ArrayList<>();
            for (int k = categories.size(), end = n; k > 1; k--) {
                end = from[k][end];
                cuts.add(0, (before(sorted, end) + before(sorted, end + 1)) / 2);
            }
            return new OrderedClasses(categories, cuts);
        }

        /** Returns the score before a place, which is infinite at both ends: equal scores cannot be separated. */
        private static double before(List<Score> sorted, int at) {
            return at == 0
                    ? Double.NEGATIVE_INFINITY
                    : at > sorted.size()
                            ? Double.POSITIVE_INFINITY
                            : sorted.get(at - 1).percent();
        }

        private static List<String> categories(List<Score> scores) {
            Map<String, Double> means = scores.stream()
                    .collect(Collectors.groupingBy(Score::category, Collectors.averagingDouble(Score::percent)));
            return means.keySet().stream()
                    .sorted(Comparator.<String, Double>comparing(means::get).thenComparing(category -> category))
                    .toList();
        }

        public String category(double percent) {
            int at = 0;
            for (double cut : cuts) {
                at += percent >= cut ? 1 : 0;
            }
            return categories.get(at);
        }

        public double accuracy(List<Score> scores) {
            return (double) scores.stream()
                            .filter(s -> category(s.percent()).equals(s.category()))
                            .count()
                    / scores.size();
        }

        public static double leaveOneOut(List<Score> scores) {
            int right = 0;
            for (int i = 0; i < scores.size(); i++) {
                List<Score> others = new ArrayList<>(scores);
                List<Score> left = List.of(others.remove(i));
                right += others.isEmpty() ? 0 : (int) best(others).accuracy(left);
            }
            return (double) right / scores.size();
        }
    }
}
