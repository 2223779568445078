package io.whorl.lab.report;

import io.whorl.lab.model.Operation;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.plot.Axis;
import io.whorl.lab.plot.Ink;
import io.whorl.lab.plot.Plot;
import io.whorl.lab.plot.Point;
import io.whorl.lab.plot.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** F1 by threshold, to choose the score that separates related from unrelated documents. */
final class ThresholdFigure {
    private ThresholdFigure() {}

    private record Sweep(String name, List<Operation> operations) {
        static Sweep of(Outcome outcome) {
            return new Sweep(
                    outcome.configuration().name(),
                    outcome.operations().stream()
                            .filter(operation -> operation.f1().isPresent())
                            .toList());
        }

        double best() {
            return operations.stream()
                    .mapToDouble(operation -> operation.f1().getAsDouble())
                    .max()
                    .orElse(0);
        }
    }

    /** Returns nothing if there are fewer than two thresholds. */
    static Optional<Figure> of(Section section) {
        List<Sweep> sweeps = section.outcomes().stream()
                .map(Sweep::of)
                .filter(sweep -> sweep.operations().size() > 1)
                .sorted(Comparator.comparingDouble(Sweep::best).reversed())
                .limit(Ink.SERIES)
                .toList();
        if (sweeps.isEmpty()) {
            return Optional.empty();
        }
        List<Series> series = new ArrayList<>();
        for (Sweep sweep : sweeps) {
            series.add(Series.joined(
                    sweep.name(),
                    series.size(),
                    sweep.operations().stream().map(o -> point(sweep, o)).toList()));
        }
        double[] thresholds = sweeps.stream()
                .flatMap(sweep -> sweep.operations().stream())
                .mapToDouble(Operation::threshold)
                .toArray();
        return Optional.of(new Figure(
                section.file("f1-by-threshold"),
                new Plot(
                        "F1 by threshold",
                        Axis.linear("threshold, % of the query document against itself", 0, max(thresholds)),
                        Axis.linear("F1", 0, 1),
                        series),
                "The test \u201crelated if the score is at least the threshold\u201d over all"
                        + " pairs of a query and another document (an operational test, COPS section 3.2). F1 is the "
                        + "harmonic mean of"
                        + " precision and recall. Use the threshold at the peak; the broader the peak, the less its "
                        + "exact value"
                        + " matters. The plot shows the " + sweeps.size()
                        + " configurations with the highest peaks; thresholds.csv has all, with"
                        + " COPS' Alpha, Beta and Error."));
    }

    private static double max(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }

    private static Point point(Sweep sweep, Operation operation) {
        double f1 = operation.f1().getAsDouble();
        return new Point(
                operation.threshold(),
                f1,
                "",
                sweep.name() + ": F1 " + Numbers.fixed(f1, 3) + " at " + Numbers.significant(operation.threshold(), 3)
                        + " %");
    }
}
