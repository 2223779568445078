package io.whorl.lab.model;

import java.util.List;

/**
 * The result of one query with one configuration.
 *
 * @param id the id of the query document
 * @param group its group
 * @param right s, the number of right answers, including the document itself
 * @param minutiae the number of distinct minutiae of the query
 * @param effectiveness of the ranking
 * @param affinity of the query document to the others
 * @param operations the operational test at each threshold, in the order of the grid
 */
public record Answer(
        String id,
        String group,
        int right,
        int minutiae,
        Effectiveness effectiveness,
        Affinity affinity,
        List<Operation> operations) {
    public Answer {
        operations = List.copyOf(operations);
    }

    /**
     * The effectiveness of one query (HZ 6). Scores are in percent of the score of the query document against itself.
     *
     * @param precision at s, the number of right answers: the share of right answers among the first s
     * @param recall at 20: the share of the right answers that are among the first 20
     * @param highestFalseMatch the highest score of a wrong answer; 0 if none is found
     * @param separation the lowest score of a right answer (0 for one not found) minus the highest false match
     */
    public record Effectiveness(double precision, double recall, double highestFalseMatch, double separation) {}

    /**
     * How much documents match, in percent of the score of the query document against itself (COPS 5.3, tables 2 to 4).
     * A document that is not found counts as 0.
     *
     * @param self the score of the original document; below 100 if the query was altered ("altered self")
     * @param related the scores of the other documents of the group: the affinity
     * @param unrelated the scores of all other documents: the noise
     */
    public record Affinity(Moments self, Moments related, Moments unrelated) {
        public static final Affinity NONE = new Affinity(Moments.NONE, Moments.NONE, Moments.NONE);

        public Affinity plus(Affinity other) {
            return new Affinity(self.plus(other.self), related.plus(other.related), unrelated.plus(other.unrelated));
        }

        /** Returns the mean noise plus three deviations: a lower bound for thresholds (COPS figure 3). */
        public double effectiveNoise() {
            return unrelated.mean() + 3 * unrelated.deviation();
        }
    }
}
