package io.whorl.lab.model;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How much of their sources a configuration finds in documents written from them to a known degree.
 *
 * @param configuration what was tried
 * @param scores one for each document, in the order of the truth
 */
public record SourceOutcome(Configuration configuration, List<Score> scores) {
    /**
     * @param file the document
     * @param category how much of the source it has
     * @param source the document it was, or may have been, written from
     * @param percent the source's score for the document, in percent of the document against itself; 0 where not found
     */
    public record Score(String file, String category, String source, double percent) {}

    public SourceOutcome {
        scores = List.copyOf(scores);
    }

    /** Means and deviations by category, in the order of the names. */
    public SortedMap<String, Moments> byCategory() {
        SortedMap<String, Moments> by = new TreeMap<>();
        for (Score score : scores) {
            by.merge(
                    score.category(),
                    new Moments(1, score.percent(), score.percent() * score.percent()),
                    Moments::plus);
        }
        return by;
    }

    /**
     * The test "plagiarised if the score is at least the threshold".
     *
     * @param innocent the category that is not
     */
    public Operation operation(double threshold, String innocent) {
        Operation sum = new Operation(threshold, 0, 0, 0, 0);
        for (Score score : scores) {
            boolean found = score.percent() >= threshold;
            boolean guilty = !score.category().equals(innocent);
            sum = sum.plus(new Operation(
                    threshold,
                    found && guilty ? 1 : 0,
                    found && !guilty ? 1 : 0,
                    !found && guilty ? 1 : 0,
                    !found && !guilty ? 1 : 0));
        }
        return sum;
    }
}
