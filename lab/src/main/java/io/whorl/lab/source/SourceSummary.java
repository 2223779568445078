package io.whorl.lab.source;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.Moments;
import io.whorl.lab.model.Operation;
import io.whorl.lab.model.SourceOutcome;
import io.whorl.lab.quality.OrderedClasses;
import io.whorl.lab.quality.RocCurve;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;

/**
 * The figures of a configuration on documents with known sources.
 *
 * @param configuration the configuration measured
 * @param byCategory scores in percent, by category
 * @param correct the share of documents whose category follows from their score, with the best cuts between categories
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
                .min(Comparator.comparingDouble(operation -> operation.error().orElse(1)))
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
