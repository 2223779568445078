package io.whorl.lab.quality;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.Moments;
import io.whorl.lab.model.Operation;
import java.util.Comparator;
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

    /**
     * The figures of a configuration on documents with known sources.
     *
     * @param configuration the configuration measured
     * @param byCategory scores in percent, by category
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
            List<Double> found) {
        /** False-alarm rates: the shares of documents that are not plagiarised, but are reported as such. */
        public static final List<Double> ALARMS = List.of(0.01, 0.05, 0.1);

        /**
         * @param thresholds to test, at least one
         * @param innocent the category that is not plagiarised; at least one score is of it, and at least one is not
         */
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
