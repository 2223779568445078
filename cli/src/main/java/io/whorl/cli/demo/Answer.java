package io.whorl.cli.demo;

import io.whorl.query.Match;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The answer of an index to one query, and the right answers.
 *
 * @param query the id of the query
 * @param ranking all documents that share a minutia with the query, best first, scored by percent
 * @param right the ids of the right answers, and how each is derived
 * @param figures the quality of the answer
 */
public record Answer(String query, List<Match> ranking, Map<String, String> right, Effectiveness figures) {
    public static Answer of(String query, List<Match> ranking, Map<String, String> right) {
        return new Answer(query, ranking, right, Effectiveness.of(query, ranking, right.keySet()));
    }

    /**
     * The quality of the answer to one query (HZ 6). Percentages are scores of the measure percent.
     *
     * @param query the id of the query
     * @param relevant the number s of right answers
     * @param precision the share of right answers among the first s results, 0 to 1
     * @param recall the share of the right answers that is among the first 20 results, 0 to 1
     * @param highestFalseMatch the highest score of a wrong answer, or 0 if there is none
     * @param separation the lowest score of a right answer, minus the highest score of a wrong answer
     */
    public record Effectiveness(
            String query, int relevant, double precision, double recall, double highestFalseMatch, double separation) {
        private static final int RECALL_AT = 20;

        /** @param ranking all documents that share a minutia with the query, best first, scored by percent */
        public static Effectiveness of(String query, List<Match> ranking, Set<String> right) {
            double highestFalse = ranking.stream()
                    .filter(match -> !right.contains(match.id()))
                    .mapToDouble(Match::score)
                    .max()
                    .orElse(0);
            Collection<Match> found =
                    ranking.stream().filter(match -> right.contains(match.id())).toList();
            // A right answer that is not in the ranking shares no minutia, so its score is 0.
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
}
