package io.whorl.cli.demo;

import io.whorl.query.Match;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * How well one query was answered (HZ 6). Percentages are those of the measure percent.
 *
 * @param query the query
 * @param relevant s, the number of right answers
 * @param precision right ones among the first s results, 0 to 1
 * @param recall right ones among the first 20 results, of all right ones, 0 to 1
 * @param highestFalseMatch the highest percentage given to a wrong answer; 0 where none is given any
 * @param separation the lowest percentage given to a right answer, less the highest false match
 */
public record Effectiveness(
        String query, int relevant, double precision, double recall, double highestFalseMatch, double separation) {
    private static final int RECALL_AT = 20;

    /** @param ranking every document that shares anything with the query, best first, scored by percent */
    public static Effectiveness of(String query, List<Match> ranking, Set<String> right) {
        double highestFalse = ranking.stream()
                .filter(match -> !right.contains(match.id()))
                .mapToDouble(Match::score)
                .max()
                .orElse(0);
        Collection<Match> found =
                ranking.stream().filter(match -> right.contains(match.id())).toList();
        // A right answer that is not in the ranking shares nothing, so it has 0 percent.
        double lowestRight = found.size() < right.size()
                ? 0
                : found.stream().mapToDouble(Match::score).min().orElse(0);
        return new Effectiveness(
                query,
                right.size(),
                share(ranking, right, right.size()),
                share(ranking, right, RECALL_AT),
                highestFalse,
                lowestRight - highestFalse);
    }

    private static double share(List<Match> ranking, Set<String> right, int first) {
        long hits = ranking.stream()
                .limit(first)
                .filter(match -> right.contains(match.id()))
                .count();
        return right.isEmpty() ? 0 : (double) hits / right.size();
    }
}
