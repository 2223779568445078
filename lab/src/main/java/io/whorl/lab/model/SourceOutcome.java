package io.whorl.lab.model;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The scores of a configuration on documents with known sources.
 *
 * @param configuration the configuration measured
 * @param scores one for each document, in the order of the known answers
 */
public record SourceOutcome(Configuration configuration, List<Score> scores) {
    /**
     * The score of a source for a document.
     *
     * @param file the document
     * @param category how much of the source it contains
     * @param source the document from which it was, or could have been, written
     * @param percent in percent of the score of the document against itself; 0 if the source is not found
     */
    public record Score(String file, String category, String source, double percent) {}

    public SourceOutcome {
        scores = List.copyOf(scores);
    }

    /** Returns means and deviations by category, in the order of the names. */
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
     * Evaluates the test "plagiarised if the score is at least the threshold".
     *
     * @param innocent the category that is not plagiarised
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
