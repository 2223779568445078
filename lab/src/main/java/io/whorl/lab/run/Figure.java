package io.whorl.lab.run;

import io.whorl.lab.report.Chart;
import io.whorl.lab.report.Chart.Axis;
import io.whorl.lab.report.Chart.Ink;
import io.whorl.lab.report.Chart.Plot;
import io.whorl.lab.report.Chart.Plot.Mark;
import io.whorl.lab.report.Chart.Plot.Point;
import io.whorl.lab.report.Chart.Plot.Series;
import io.whorl.lab.report.Chart.Plot.Span;
import io.whorl.lab.report.Page;
import io.whorl.lab.run.Outcome.Answer;
import io.whorl.lab.run.Outcome.Operation;
import io.whorl.lab.run.Report.Section;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * A plot with a caption.
 *
 * @param file the name of its file without extension: lower-case letters, digits and hyphens
 */
record Figure(String file, Plot plot, String caption) {
    static final int WIDE = 720;
    private static final int NARROW = 350;

    /** The maximum number of dots in a row. More would not be distinguishable and slow the page down. */
    private static final int DOTS = 100;

    private static final Quantity RATIO = new Quantity("Sep/HFM", o -> o.means().ratio(), 3);
    private static final Quantity PRECISION = Quantity.of("P(s)", o -> o.means().precision(), 4);
    private static final Quantity HFM =
            Quantity.of("highest false match, %", o -> o.means().highestFalseMatch(), 3);
    private static final Quantity BYTES =
            Quantity.of("index bytes per byte of text", o -> o.size().bytesPerTextByte(), 3);
    private static final Quantity MINUTIAE =
            Quantity.of("minutiae per document", o -> o.size().minutiaePerDocument(), 4);
    private static final Quantity QUERY =
            Quantity.of("query p50, \u00b5s", o -> o.timings().queryMedianMicros(), 3);
    private static final Quantity BUILD =
            Quantity.of("build, MB/s", o -> o.timings().buildMegabytesPerSecond(), 3);

    /**
     * A figure of a configuration.
     *
     * @param digits significant ones that are shown
     */
    private record Quantity(String label, Function<Outcome, OptionalDouble> value, int digits) {
        static Quantity of(String label, ToDoubleFunction<Outcome> value, int digits) {
            return new Quantity(label, outcome -> OptionalDouble.of(value.applyAsDouble(outcome)), digits);
        }

        double of(Outcome outcome) {
            return value.apply(outcome).getAsDouble();
        }

        boolean has(Outcome outcome) {
            return value.apply(outcome).isPresent();
        }

        String shown(Outcome outcome) {
            return label + " " + Page.significant(of(outcome), digits);
        }
    }

    /**
     * Draws the plot in two widths, because a wide drawing is not readable on a phone. The style sheet shows one of
     * them.
     */
    String html() {
        return "<figure>\n<h3>" + Chart.escape(plot.title()) + "</h3>\n<div class=\"wide\">" + Chart.svg(plot, WIDE)
                + "</div>\n<div class=\"narrow\">" + Chart.svg(plot, NARROW) + "</div>\n<figcaption>"
                + Chart.escape(caption) + "</figcaption>\n</figure>\n";
    }

    static List<Figure> all(Section section) {
        List<Outcome> all = section.outcomes();
        Map<String, List<Outcome>> curves = curves(all);
        List<Figure> figures = new ArrayList<>();
        add(
                figures,
                section.file("ratio-by-granularity"),
                byGranularity("Sep/HFM by granularity", RATIO, curves),
                "Short chunks are shared by chance, so wrong answers score high. Every small change breaks long chunks,"
                        + " so right answers score low. HZ table 5 finds the best balance at 3 to 5 words. COPS figure"
                        + " 3 is about sentences.");
        add(
                figures,
                section.file("precision-by-granularity"),
                byGranularity("Precision by granularity", PRECISION, curves),
                "P(s), the mean share of right answers among the first s (HZ section 6). Where it falls, versions no"
                        + " longer share chunks of that length.");
        add(
                figures,
                section.file("hfm-by-granularity"),
                byGranularity("Highest false match by granularity", HFM, curves),
                "The mean score of the best wrong answer, in percent of the score of the query document against itself"
                        + " (HZ section 6): the score that chance gives. COPS calls the mean over all wrong answers"
                        + " noise (section 5.3, figure 3).");
        add(
                figures,
                section.file("ratio-by-size"),
                scatter("Sep/HFM by size of the index", BYTES, RATIO, all),
                "Each point is a configuration; the best are in the upper left. Sep/HFM is mean separation divided by"
                        + " mean highest false match (HZ section 6): how clearly right answers are separated from wrong"
                        + " ones. It grows without bound as the highest false match approaches 0, so consider the"
                        + " separation too, and use it only where precision is near 1. Configurations that found no"
                        + " wrong answer have no ratio.");
        add(
                figures,
                section.file("precision-by-size"),
                scatter("Precision by size of the index", BYTES, PRECISION, all),
                "P(s) is the mean share of right answers among the first s, where s is their number (HZ section 6). A"
                        + " small index with precision 1 ranks as well as the full fingerprint. Labels without space"
                        + " are left out; the tooltip of a point has its name.");
        figures.add(separations(section));
        thresholds(section).ifPresent(figures::add);
        add(
                figures,
                section.file("query-by-minutiae"),
                scatter("Query time by size of fingerprints", MINUTIAE, QUERY, all),
                "The median time from a text in memory to its best 20 documents, with one thread while nothing else"
                        + " runs. Lower is better. Minutiae per document is the mean number of (minutia, document)"
                        + " pairs that the index has for a document (resolution, HZ section 5).");
        add(
                figures,
                section.file("build-by-minutiae"),
                scatter("Build speed by size of fingerprints", MINUTIAE, BUILD, indexes(all)),
                "From texts in memory to the durable index, with all threads, in 10\u2076 bytes of text per second."
                        + " Higher is better. One point for each index.");
        return figures;
    }

    private static void add(List<Figure> figures, String file, Optional<Plot> plot, String caption) {
        plot.ifPresent(drawn -> figures.add(new Figure(file, drawn, caption)));
    }

    private static List<String> measures(List<Outcome> outcomes) {
        return outcomes.stream()
                .map(outcome -> outcome.configuration().measure())
                .distinct()
                .toList();
    }

    private static List<Outcome> indexes(List<Outcome> outcomes) {
        Map<String, Outcome> first = new LinkedHashMap<>();
        outcomes.forEach(outcome -> first.putIfAbsent(outcome.configuration().index(), outcome));
        return List.copyOf(first.values());
    }

    /**
     * Returns a scatter plot of two figures, with a point for each configuration and a series for each measure; nothing
     * if all outcomes have the same x.
     */
    private static Optional<Plot> scatter(String title, Quantity x, Quantity y, List<Outcome> outcomes) {
        List<Outcome> both = outcomes.stream().filter(o -> x.has(o) && y.has(o)).toList();
        if (both.stream().map(x::of).distinct().count() < 2) {
            return Optional.empty();
        }
        Map<String, List<Point>> byMeasure = new LinkedHashMap<>();
        for (Outcome o : both) {
            String tooltip = o.configuration().name() + ": " + y.shown(o) + "; " + x.shown(o);
            byMeasure
                    .computeIfAbsent(o.configuration().measure(), any -> new ArrayList<>())
                    .add(new Point(x.of(o), y.of(o), nameWithoutMeasure(o.configuration()), tooltip));
        }
        return plot(title, x.label, y.label, false, byMeasure);
    }

    private static Optional<Plot> plot(
            String title, String x, String y, boolean joined, Map<String, List<Point>> curves) {
        List<Series> series = new ArrayList<>();
        curves.forEach((name, points) -> series.add(Series.of(name, series.size(), joined, points)));
        return series.isEmpty()
                ? Optional.empty()
                : Optional.of(new Plot(title, axis(x, series, Point::x), axis(y, series, Point::y), List.of(), series));
    }

    private static Axis axis(String label, List<Series> series, ToDoubleFunction<Point> value) {
        return Axis.of(
                label,
                series.stream()
                        .flatMap(each -> each.points().stream())
                        .mapToDouble(value)
                        .toArray());
    }

    /** Returns the name without the measure, which the legend shows; the measure if nothing else varies. */
    private static String nameWithoutMeasure(Configuration c) {
        String measure = c.settings().getOrDefault("measure", c.measure());
        String rest = keep(c, part -> !part.equals(measure) && !part.equals("measure " + measure));
        return rest.isEmpty() ? c.name() : rest;
    }

    /** Returns the name without the granularity, which the axis shows; the selection if nothing else varies. */
    private static String nameWithoutGranularity(Configuration c) {
        String rest = keep(c, part -> !part.equals("granularity " + c.settings().get("granularity")));
        return rest.isEmpty()
                ? c.scheme().map(scheme -> scheme.selection().toString()).orElse(c.name())
                : rest;
    }

    private static String keep(Configuration c, Predicate<String> part) {
        return Arrays.stream(c.name().split(", ")).filter(part).collect(Collectors.joining(", "));
    }

    /** Groups outcomes by everything but granularity, and keeps groups with at least two granularities. */
    private static Map<String, List<Outcome>> curves(List<Outcome> outcomes) {
        Map<String, List<Outcome>> curves = new LinkedHashMap<>();
        outcomes.stream().filter(o -> o.configuration().scheme().isPresent()).forEach(o -> curves.computeIfAbsent(
                        nameWithoutGranularity(o.configuration()), any -> new ArrayList<>())
                .add(o));
        curves.values()
                .removeIf(
                        own -> own.stream().map(Figure::granularity).distinct().count() < 2);
        curves.values().forEach(own -> own.sort(Comparator.comparingInt(Figure::granularity)));
        return curves;
    }

    private static int granularity(Outcome outcome) {
        return outcome.configuration().scheme().orElseThrow().chunking().granularity();
    }

    /** Returns curves over granularity. The configurations of a curve differ only in granularity. */
    private static Optional<Plot> byGranularity(String title, Quantity quantity, Map<String, List<Outcome>> curves) {
        Map<String, List<Point>> points = new LinkedHashMap<>();
        curves.forEach((name, own) -> own.stream().filter(quantity::has).forEach(o -> points.computeIfAbsent(
                        name, any -> new ArrayList<>())
                .add(new Point(
                        granularity(o), quantity.of(o), "", o.configuration().name() + ": " + quantity.shown(o)))));
        List<String> units = curves.values().stream()
                .flatMap(List::stream)
                .flatMap(o -> o.configuration().scheme().stream())
                .map(scheme -> scheme.chunking().unit().name().toLowerCase(Locale.ROOT) + "s")
                .distinct()
                .toList();
        String label = "granularity: " + (units.size() == 1 ? units.get(0) : "units") + " per chunk";
        return plot(title, label, quantity.label, true, points);
    }

    /** Returns the separation of each query, because a good mean may hide queries that fail. */
    private static Figure separations(Section section) {
        List<Outcome> outcomes = section.outcomes();
        List<String> measures = measures(outcomes);
        List<Span> spans = new ArrayList<>();
        List<Series> series = new ArrayList<>();
        List<List<Point>> medians = new ArrayList<>();
        measures.forEach(measure -> medians.add(new ArrayList<>()));
        for (int row = 0; row < outcomes.size(); row++) {
            double y = Axis.height(row);
            int measure = measures.indexOf(outcomes.get(row).configuration().measure());
            List<Answer> sorted = outcomes.get(row).answers().stream()
                    .sorted(Comparator.comparingDouble(Figure::separation).thenComparing(Answer::id))
                    .toList();
            spans.add(new Span(y, at(sorted, 0), at(sorted, 1), false, measure));
            spans.add(new Span(y, at(sorted, 0.25), at(sorted, 0.75), true, measure));
            List<Point> dots = sorted.stream()
                    .limit(DOTS)
                    .map(a -> new Point(separation(a), y, "", a.id() + ": " + Page.fixed(separation(a), 2)))
                    .toList();
            series.add(new Series("", measure, Mark.DOT, false, dots));
            double median = at(sorted, 0.5);
            medians.get(measure).add(new Point(median, y, "", "median " + Page.fixed(median, 2)));
        }
        for (int m = 0; m < measures.size(); m++) {
            series.add(new Series(measures.get(m), m, Mark.STROKE, false, medians.get(m)));
        }
        double[] ends = spans.stream()
                .flatMapToDouble(s -> DoubleStream.of(s.from(), s.to()))
                .toArray();
        List<String> names =
                outcomes.stream().map(o -> o.configuration().name()).toList();
        int questions = outcomes.get(0).answers().size();
        return new Figure(
                section.file("separation-by-query"),
                new Plot(
                        "Separation by query",
                        Axis.linear("separation, % of the query document against itself", ends),
                        Axis.naming("", names),
                        spans,
                        series),
                "Separation is the lowest score of a right answer minus the highest of a wrong one, in percent of the"
                        + " score of the query document against itself (HZ section 6). Left of 0, a wrong answer ranks"
                        + " above a right one, and no threshold separates them. A dot is a query"
                        + (questions > DOTS ? " (only the " + DOTS + " worst of each row)" : "")
                        + ", the box contains the middle half of all " + Page.whole(questions)
                        + ", the stroke is the median, and the line extends from the worst to the best.");
    }

    private static double separation(Answer answer) {
        return answer.effectiveness().separation();
    }

    /** Returns a quantile with linear interpolation. */
    private static double at(List<Answer> sorted, double share) {
        double place = share * (sorted.size() - 1);
        int below = (int) place;
        double low = separation(sorted.get(below));
        double high = separation(sorted.get(Math.min(below + 1, sorted.size() - 1)));
        return low + (place - below) * (high - low);
    }

    /** The tests of an outcome that have an F1. */
    private record Sweep(String name, List<Point> points) {
        static Sweep of(Outcome outcome) {
            String name = outcome.configuration().name();
            List<Point> points = new ArrayList<>();
            for (Operation operation : outcome.operations()) {
                operation
                        .f1()
                        .ifPresent(f1 -> points.add(new Point(
                                operation.threshold(),
                                f1,
                                "",
                                name + ": F1 " + Page.fixed(f1, 3) + " at " + Page.significant(operation.threshold(), 3)
                                        + " %")));
            }
            return new Sweep(name, points);
        }

        double best() {
            return points.stream().mapToDouble(Point::y).max().orElse(0);
        }
    }

    /**
     * Returns F1 by threshold, to choose the score that separates related from unrelated documents; nothing if there
     * are fewer than two thresholds.
     */
    private static Optional<Figure> thresholds(Section section) {
        List<Sweep> sweeps = section.outcomes().stream()
                .map(Sweep::of)
                .filter(sweep -> sweep.points.size() > 1)
                .sorted(Comparator.comparingDouble(Sweep::best).reversed())
                .limit(Ink.SERIES)
                .toList();
        if (sweeps.isEmpty()) {
            return Optional.empty();
        }
        List<Series> series = new ArrayList<>();
        sweeps.forEach(sweep -> series.add(Series.of(sweep.name, series.size(), true, sweep.points)));
        double most = sweeps.stream()
                .flatMap(sweep -> sweep.points.stream())
                .mapToDouble(Point::x)
                .max()
                .orElseThrow();
        return Optional.of(new Figure(
                section.file("f1-by-threshold"),
                new Plot(
                        "F1 by threshold",
                        Axis.linear("threshold, % of the query document against itself", 0, most),
                        Axis.linear("F1", 0, 1),
                        List.of(),
                        series),
                "The test \u201crelated if the score is at least the threshold\u201d over all pairs of a query and"
                        + " another document (an operational test, COPS section 3.2). F1 is the harmonic mean of"
                        + " precision and recall. Use the threshold at the peak; the broader the peak, the less its"
                        + " exact value matters. The plot shows the " + sweeps.size()
                        + " configurations with the highest peaks; thresholds.csv has all, with COPS' Alpha, Beta and"
                        + " Error."));
    }
}
