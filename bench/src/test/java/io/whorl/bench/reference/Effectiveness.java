package io.whorl.bench.reference;

import io.whorl.query.Match;
import java.util.List;
import java.util.Set;

/**
 * How well one ranking answers a question (HZ 6).
 *
 * @param precision at s, the number of right answers: the share of the first s that are right
 * @param recall at 20: the share of the right answers among the first 20
 * @param highestFalseMatch the highest score of a wrong answer, in percent; 0 where none is found
 * @param separation the lowest score of a right answer, 0 for one not found, less the highest false match
 */
record Effectiveness(double precision, double recall, double highestFalseMatch, double separation) {
    private static final int RECALL_AT = 20;

    /**
     * @param ranking every document found, best first
     * @param hundred what a score is multiplied by to be in percent of the query against itself
     */
    static Effectiveness of(List<Match> ranking, Set<String> right, double hundred) {
        int s = right.size();
        int inFirstS = 0;
        int inFirst20 = 0;
        int found = 0;
        double wrong = 0;
        double lowest = Double.MAX_VALUE;
        for (int rank = 1; rank <= ranking.size(); rank++) {
            Match match = ranking.get(rank - 1);
            double percent = match.score() * hundred;
            if (right.contains(match.id())) {
                inFirstS += rank <= s ? 1 : 0;
                inFirst20 += rank <= RECALL_AT ? 1 : 0;
                found++;
                lowest = Math.min(lowest, percent);
            } else {
                wrong = Math.max(wrong, percent);
            }
        }
        lowest = found < s ? 0 : lowest;
        return new Effectiveness((double) inFirstS / s, (double) inFirst20 / s, wrong, lowest - wrong);
    }
}
