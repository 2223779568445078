package io.whorl.lab.report;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.model.Outcome;
import io.whorl.lab.plot.Axis;
import io.whorl.lab.plot.Plot;
import io.whorl.lab.plot.Point;
import io.whorl.lab.plot.Series;
import io.whorl.lab.report.Scatter.Figured;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Curves over granularity. The configurations of a curve differ only in granularity. */
final class GranularityFigures {
    private static final Figured HFM =
            Figured.of("highest false match, %", outcome -> outcome.means().highestFalseMatch(), 3);

    private GranularityFigures() {}

    static List<Figure> of(Section section) {
        Map<String, List<Outcome>> curves = curves(section.outcomes());
        List<Figure> figures = new ArrayList<>();
        plot("Sep/HFM by granularity", SizeFigures.RATIO, curves)
                .ifPresent(plot -> figures.add(new Figure(
                        section.file("ratio-by-granularity"),
                        plot,
                        "Short chunks are shared by chance, so wrong answers score high. Every small change breaks "
                                + "long chunks, so"
                                + " right answers score low. HZ table 5 finds the best balance at 3 to 5 words. COPS "
                                + "figure 3 is about"
                                + " sentences.")));
        plot("Precision by granularity", SizeFigures.PRECISION, curves)
                .ifPresent(plot -> figures.add(new Figure(
                        section.file("precision-by-granularity"),
                        plot,
                        "P(s), the mean share of right answers among the first s (HZ section 6). Where it falls, "
                                + "versions no longer"
                                + " share chunks of that length.")));
        plot("Highest false match by granularity", HFM, curves)
                .ifPresent(plot -> figures.add(new Figure(
                        section.file("hfm-by-granularity"),
                        plot,
                        "The mean score of the best wrong answer, in percent of the score of the query document "
                                + "against itself (HZ"
                                + " section 6): the score that chance gives. COPS calls the mean over all wrong "
                                + "answers noise"
                                + " (section 5.3, figure 3).")));
        return figures;
    }

    /** Groups outcomes by everything but granularity, and keeps groups with at least two granularities. */
    private static Map<String, List<Outcome>> curves(List<Outcome> outcomes) {
        Map<String, List<Outcome>> curves = new LinkedHashMap<>();
        outcomes.stream().filter(o -> o.configuration().scheme().isPresent()).forEach(o -> curves.computeIfAbsent(
                        Names.withoutGranularity(o.configuration()), any -> new ArrayList<>())
                .add(o));
        curves.values()
                .removeIf(own -> own.stream()
                                .map(GranularityFigures::granularity)
                                .distinct()
                                .count()
                        < 2);
        curves.values().forEach(own -> own.sort(Comparator.comparingInt(GranularityFigures::granularity)));
        return curves;
    }

    private static Optional<Plot> plot(String title, Figured figure, Map<String, List<Outcome>> curves) {
        List<Series> series = new ArrayList<>();
        curves.forEach((name, own) -> {
            List<Point> points = own.stream()
                    .filter(o -> figure.value().apply(o).isPresent())
                    .map(o -> point(o, figure))
                    .toList();
            if (!points.isEmpty()) {
                series.add(Series.joined(name, series.size(), points));
            }
        });
        if (series.isEmpty()) {
            return Optional.empty();
        }
        double[] values = series.stream()
                .flatMap(s -> s.points().stream())
                .mapToDouble(Point::y)
                .toArray();
        double[] across = series.stream()
                .flatMap(s -> s.points().stream())
                .mapToDouble(Point::x)
                .toArray();
        return Optional.of(new Plot(
                title,
                Axis.of("granularity: " + units(curves) + " per chunk", across),
                Axis.of(figure.label(), values),
                series));
    }

    private static Point point(Outcome outcome, Figured figure) {
        double value = figure.value().apply(outcome).getAsDouble();
        return new Point(
                granularity(outcome),
                value,
                "",
                outcome.configuration().name() + ": " + figure.label() + " "
                        + figure.shown().apply(value));
    }

    private static int granularity(Outcome outcome) {
        return outcome.configuration().scheme().orElseThrow().chunking().granularity();
    }

    private static String units(Map<String, List<Outcome>> curves) {
        List<String> units = curves.values().stream()
                .flatMap(List::stream)
                .map(Outcome::configuration)
                .map(Configuration::scheme)
                .flatMap(Optional::stream)
                .map(scheme -> scheme.chunking().unit().name().toLowerCase(Locale.ROOT) + "s")
                .distinct()
                .toList();
        return units.size() == 1 ? units.get(0) : "units";
    }
}
