package io.whorl.lab.quality;

import io.whorl.lab.quality.SourceOutcome.Score;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Classifies scores into ordered categories by cuts, such as how heavily a text was rewritten (Clough and Stevenson
 * 2011).
 *
 * @param categories from the lowest mean score to the highest
 * @param cuts the lower bounds of all categories but the first, ascending
 */
public record OrderedClasses(List<String> categories, List<Double> cuts) {
    public OrderedClasses {
        categories = List.copyOf(categories);
        cuts = List.copyOf(cuts);
    }

    /** Returns the cuts that classify most scores correctly; of several, the lowest. */
    public static OrderedClasses best(List<Score> scores) {
        return bestOf(sorted(scores));
    }

    private static List<Score> sorted(List<Score> scores) {
        List<Score> sorted = new ArrayList<>(scores);
        sorted.sort(Comparator.comparingDouble(Score::percent));
        return sorted;
    }

    private static OrderedClasses bestOf(List<Score> sorted) {
        List<String> categories = categories(sorted);
        int n = sorted.size();
        int[][] right = new int[categories.size() + 1][n + 1];
        int[][] from = new int[categories.size() + 1][n + 1];
        for (int i = 1; i <= n; i++) {
            right[0][i] = Integer.MIN_VALUE / 2;
        }
        for (int k = 1; k <= categories.size(); k++) {
            // Dynamic programming: the best start of category k does not depend on its end, because the correct scores
            // are a difference of prefix counts.
            int best = Integer.MIN_VALUE;
            int bestStart = 0;
            int own = 0;
            for (int end = 0; end <= n; end++) {
                own += end > 0 && sorted.get(end - 1).category().equals(categories.get(k - 1)) ? 1 : 0;
                if (separable(sorted, end) && right[k - 1][end] - own > best) {
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
            cuts.add(0, cut(sorted, end));
        }
        return new OrderedClasses(categories, cuts);
    }

    /** Returns whether a cut is possible here: equal scores cannot be separated. */
    private static boolean separable(List<Score> sorted, int at) {
        return at == 0
                || at == sorted.size()
                || sorted.get(at - 1).percent() < sorted.get(at).percent();
    }

    private static double cut(List<Score> sorted, int at) {
        if (at == 0) {
            return Double.NEGATIVE_INFINITY;
        }
        return at == sorted.size()
                ? Double.POSITIVE_INFINITY
                : (sorted.get(at - 1).percent() + sorted.get(at).percent()) / 2;
    }

    private static List<String> categories(List<Score> scores) {
        Map<String, double[]> sums = new LinkedHashMap<>();
        for (Score score : scores) {
            double[] sum = sums.computeIfAbsent(score.category(), any -> new double[2]);
            sum[0] += score.percent();
            sum[1]++;
        }
        return sums.entrySet().stream()
                .sorted(Comparator.<Map.Entry<String, double[]>>comparingDouble(e -> e.getValue()[0] / e.getValue()[1])
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the category of a score. */
    public String category(double percent) {
        int at = 0;
        for (double cut : cuts) {
            at += percent >= cut ? 1 : 0;
        }
        return categories.get(at);
    }

    /** Returns the share of scores that are classified correctly. */
    public double accuracy(List<Score> scores) {
        return (double) scores.stream()
                        .filter(s -> category(s.percent()).equals(s.category()))
                        .count()
                / scores.size();
    }

    /** Returns the accuracy with leave-one-out cross-validation. */
    public static double leaveOneOut(List<Score> scores) {
        List<Score> sorted = sorted(scores);
        int right = 0;
        for (int i = 0; i < sorted.size(); i++) {
            List<Score> others = new ArrayList<>(sorted);
            Score left = others.remove(i);
            right +=
                    !others.isEmpty() && bestOf(others).category(left.percent()).equals(left.category()) ? 1 : 0;
        }
        return (double) right / scores.size();
    }
}
