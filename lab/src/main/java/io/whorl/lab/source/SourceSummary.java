package io.whorl.lab.source;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.Moments;
import io.whorl.lab.model.Operation;
import io.whorl.lab.model.SourceOutcome;
import io.whorl.lab.quality.FalseAlarms;
import io.whorl.lab.quality.OrderedClasses;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;

/**
 * What a configuration finds of sources, in a few figures.
 *
 * @param configuration what was tried
 * @param byCategory scores in percent, by category
 * @param told the share of documents whose category the best cuts tell
 * @param toldByOthers the same, each by the cuts best for the others
 * @param best the test of the fewest errors, of several thresholds
 * @param area P(a plagiarised document scores more than one that is not)
 * @param found the share of the plagiarised ones found at each of {@link #ALARMS}
 */
public record SourceSummary(
        Configuration configuration,
        SortedMap<String, Moments> byCategory,
        double told,
        double toldByOthers,
        Operation best,
        double area,
        List<Double> found) {
    /** Shares of the others that are taken for plagiarised. */
    public static final List<Double> ALARMS = List.of(0.01, 0.05, 0.1);

    /**
     * @param thresholds of tests, at least one
     * @param innocent the category that is not plagiarised; some scores are of it, some not
     */
    public static SourceSummary of(SourceOutcome outcome, List<Double> thresholds, String innocent) {
        FalseAlarms alarms = FalseAlarms.of(outcome.scores(), innocent);
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
