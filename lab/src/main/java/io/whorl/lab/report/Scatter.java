package io.whorl.lab.report;

import io.whorl.lab.model.Outcome;
import io.whorl.lab.plot.Axis;
import io.whorl.lab.plot.Plot;
import io.whorl.lab.plot.Point;
import io.whorl.lab.plot.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Makes scatter plots of two figures, with a point for each configuration and a series for each measure. */
final class Scatter {
    /**
     * A figure of a configuration.
     *
     * @param label of the axis
     * @param value computes the figure; absent if the configuration does not have it
     * @param shown formats the figure
     */
    record Figured(String label, Function<Outcome, OptionalDouble> value, Function<Double, String> shown) {
        static Figured of(String label, Function<Outcome, Double> value, int significant) {
            return new Figured(label, value.andThen(OptionalDouble::of), v -> Numbers.significant(v, significant));
        }
    }

    private Scatter() {}

    /** Returns nothing if all outcomes have the same x. */
    static Optional<Plot> of(String title, Figured x, Figured y, List<Outcome> outcomes) {
        List<Outcome> both = outcomes.stream()
                .filter(o ->
                        x.value().apply(o).isPresent() && y.value().apply(o).isPresent())
                .toList();
        double[] across =
                both.stream().mapToDouble(o -> x.value().apply(o).getAsDouble()).toArray();
        double[] up =
                both.stream().mapToDouble(o -> y.value().apply(o).getAsDouble()).toArray();
        if (both.stream().map(x.value()).distinct().count() < 2) {
            return Optional.empty();
        }
        List<String> measures = Names.measures(both);
        List<Series> series = new ArrayList<>();
        for (int m = 0; m < measures.size(); m++) {
            String measure = measures.get(m);
            List<Point> points = both.stream()
                    .filter(o -> o.configuration().measure().equals(measure))
                    .map(o -> point(o, x, y))
                    .toList();
            series.add(Series.scattered(measure, m, points));
        }
        return Optional.of(new Plot(title, Axis.of(x.label(), across), Axis.of(y.label(), up), series));
    }

    private static Point point(Outcome outcome, Figured x, Figured y) {
        double across = x.value().apply(outcome).getAsDouble();
        double up = y.value().apply(outcome).getAsDouble();
        return new Point(
                across,
                up,
                Names.withoutMeasure(outcome.configuration()),
                outcome.configuration().name() + ": " + y.label() + " "
                        + y.shown().apply(up) + "; " + x.label() + " "
                        + x.shown().apply(across));
    }
}
