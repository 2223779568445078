package io.whorl.lab;

import io.whorl.lab.Configuration.Measured;
import io.whorl.lab.Configuration.Rival.RivalScheme;
import io.whorl.lab.Outcome.Answer;
import io.whorl.lab.Outcome.Operation;
import io.whorl.lab.Page.Table;
import io.whorl.lab.PassageLaboratory.PassageOutcome;
import io.whorl.lab.PassageLaboratory.PassageOutcome.Seen;
import io.whorl.lab.Plot.Axis;
import io.whorl.lab.Plot.Kind;
import io.whorl.lab.Plot.Point;
import io.whorl.lab.Plot.Span;
import io.whorl.lab.ResultsFolder.Results;
import io.whorl.lab.ResultsFolder.Results.Run;
import io.whorl.lab.SourceLaboratory.SourceOutcome.SourceSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.apache.commons.io.function.IOSupplier;

/** Writes HTML pages and plots. Equal results give identical files. */
public final class Report {
    /** The number of columns for pairs without a passage: one for each of the first values of LEAST. */
    private static final int ALARMS = 3;

    private Report() {}

    /** Writes the page on a run as one file that needs no network. Returns its main table as text. */
    public static String page(Results results, String name, Path file) {
        check(results);
        write(file, () -> runPage(results, name));
        return text(OUTCOMES, results.outcomes());
    }

    /**
     * Writes the page on documents with known sources: a table for each section of the grid. Returns them as text.
     *
     * @param rows at least one; all have the same categories
     */
    public static String sources(List<SourceSummary> rows, String name, Path file) {
        Table<SourceSummary> table = table();
        for (String category : rows.get(0).byCategory().keySet()) {
            table.fixed(
                    category + " %", 1, row -> row.byCategory().get(category).mean(), "category", category);
        }
        table.fixed("categories correct", 3, SourceSummary::correct, "correct")
                .fixed("cross-validated", 3, SourceSummary::correctCrossValidated, "validated")
                .fixed("plagiarised correct", 3, row -> 1 - row.best().error().orElse(1), "plagiarised")
                .fixed("at %", 2, row -> row.best().threshold(), "threshold")
                .optional("precision", 3, row -> row.best().precision(), "best-precision")
                .optional("recall", 3, row -> row.best().recall(), "best-recall")
                .fixed("area", 3, SourceSummary::area, "area");
        for (int i = 0; i < SourceSummary.ALARMS.size(); i++) {
            int at = i;
            String alarms = Math.round(100 * SourceSummary.ALARMS.get(i)) + " %";
            table.fixed("found at " + alarms, 3, row -> row.found().get(at), "found", alarms);
        }
        return page(name, "facts.sources", table, rows, file);
    }

    /**
     * Writes the page on copied passages. Returns its tables as text.
     *
     * @param rows at least one; all have the same passages
     */
    public static String passages(List<PassageOutcome> rows, String name, Path file) {
        Table<PassageOutcome> table = table();
        PassageOutcome first = rows.get(0);
        for (int words :
                new TreeSet<>(first.cuts().stream().map(Seen::fromWords).toList())) {
            Predicate<Seen> own = seen -> seen.fromWords() == words;
            table.optional("first " + words, 3, row -> share(row.cuts(), own, 0), "cut", words);
        }
        for (String category : categories(first.passages())) {
            Predicate<Seen> own = seen -> seen.category().equals(category);
            table.optional(category, 3, row -> share(row.passages(), own, 0), "detected", category);
        }
        for (String category : categories(first.alarms())) {
            Predicate<Seen> own = seen -> seen.category().equals(category);
            for (int i = 0; i < ALARMS; i++) {
                int at = i;
                int least = PassageOutcome.LEAST.get(i);
                String heading = "none, " + category + ", " + least;
                table.optional(heading, 3, row -> share(row.alarms(), own, at), "alarm", category, least);
            }
        }
        return page(name, "facts.passages", table, rows, file);
    }

    private static TreeSet<String> categories(List<Seen> all) {
        return new TreeSet<>(all.stream().map(Seen::category).toList());
    }

    private static OptionalDouble share(List<Seen> all, Predicate<Seen> wanted, int at) {
        List<Seen> some = all.stream().filter(wanted).toList();
        int count = some.stream().mapToInt(Seen::count).sum();
        int seen = some.stream().mapToInt(each -> each.seen().get(at)).sum();
        return count == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) seen / count);
    }

    private static <T extends Measured> Table<T> table() {
        return new Table<T>().text("configuration", row -> row.configuration().name(), "configuration");
    }

    private static <T extends Measured> Map<String, List<T>> sections(List<T> rows) {
        return grouped(rows, row -> row.configuration().section());
    }

    private static <T extends Measured> String text(Table<T> table, List<T> rows) {
        StringBuilder text = new StringBuilder();
        sections(rows).forEach((section, own) -> text.append("### " + section + "\n\n" + table.text(own) + "\n"));
        return text.toString();
    }

    private static <T extends Measured> String page(
            String name, String facts, Table<T> table, List<T> rows, Path file) {
        StringBuilder main = new StringBuilder();
        sections(rows)
                .forEach((section, own) -> main.append("<section>\n<h2>" + Page.escape(section) + "</h2>\n"
                        + table.html("Configurations", own) + "</section>\n"));
        write(file, () -> Page.html(name, Prose.of(facts, rows.size()), main + table.glossary()));
        return text(table, rows);
    }

    /** Returns the rows by a name, in the order of the first of each. */
    private static <T> Map<String, List<T>> grouped(List<T> rows, Function<T, String> name) {
        return rows.stream().collect(Collectors.groupingBy(name, LinkedHashMap::new, Collectors.toList()));
    }

    private static void write(Path file, IOSupplier<String> html) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(file, html.get());
        } catch (IOException e) {
            throw new LabException("the report cannot be written to " + file + ": " + e, e);
        }
    }

    /** Writes the plots of the page as specifications of Vega for papers: {@code NUMBER-SECTION-PLOT.vg.json}. */
    public static int plots(Results results, Path folder) {
        check(results);
        int plots = 0;
        try {
            Files.createDirectories(folder);
            for (Section section : Section.of(results.outcomes())) {
                for (Figure figure : Figure.all(section)) {
                    Files.writeString(
                            folder.resolve(figure.file() + ".vg.json"),
                            figure.plot().vega() + "\n");
                    plots++;
                }
            }
        } catch (IOException e) {
            throw new LabException("the plots cannot be written to " + folder + ": " + e, e);
        }
        return plots;
    }

    private static void check(Results results) {
        if (results.outcomes().isEmpty()) {
            throw new LabException("the results hold no finished configuration yet; continue the run with --resume");
        }
    }

    /** The configurations of a section (HZ tables 1 to 6, COPS tables 2 and 3). */
    private static final Table<Outcome> OUTCOMES = Report.<Outcome>table()
            .fixed("P(s)", 3, o -> o.means().precision(), "precision")
            .fixed("R(20)", 3, o -> o.means().recall(), "recall")
            .fixed("HFM %", 2, o -> o.means().highestFalseMatch(), "hfm")
            .fixed("Sep %", 2, o -> o.means().separation(), "separation")
            .optional("Sep/HFM", 2, o -> o.means().ratio(), "ratio")
            .fixed("P<1", 0, o -> o.means().imprecise(), "imprecise")
            .fixed("Sep<0", 0, o -> o.means().negative(), "negative")
            .fixed("affinity %", 1, o -> o.affinity().related().mean(), "affinity")
            .fixed("noise %", 3, o -> o.affinity().unrelated().mean(), "noise")
            .fixed("min./doc", 1, o -> o.size().minutiaePerDocument(), "of-document")
            .fixed("min./query", 1, Outcome::minutiaePerQuestion, "of-query")
            .significant("B/text B", 3, o -> o.size().bytesPerTextByte(), "bytes")
            .significant("MB/s", 3, o -> o.timings().buildMegabytesPerSecond(), "speed")
            .significant("p50 \u00b5s", 3, o -> o.timings().queryMedianMicros(), "median")
            .significant("p99 \u00b5s", 3, o -> o.timings().query99Micros(), "late");

    private static String runPage(Results results, String name) throws IOException {
        List<Section> sections = Section.of(results.outcomes());
        StringBuilder main = new StringBuilder("<section id=\"glance\">\n<h2>At a glance</h2>\n")
                .append(highlights(results.outcomes()))
                .append("<nav><p>Sections of the grid:</p>\n<ul>\n");
        sections.forEach(section -> main.append(
                "<li><a href=\"#section-" + section.number() + "\">" + Page.escape(section.name()) + "</a></li>\n"));
        main.append("</ul></nav>\n</section>\n");
        for (Section section : sections) {
            main.append(chapter(section));
        }
        return Page.html(name, facts(results.run(), results.outcomes().size()), main + OUTCOMES.glossary());
    }

    private static String facts(Run run, int configurations) {
        return Prose.of(
                "facts.run",
                configurations,
                Page.whole(run.asked()),
                Page.whole(run.documents()),
                Page.bytes(run.textBytes()),
                Page.escape(run.collection()),
                Page.escape(run.questions()),
                run.seed());
    }

    /**
     * A section of the grid.
     *
     * @param outcomes in the order of the grid, at least one
     */
    record Section(int number, String name, List<Outcome> outcomes) {
        static List<Section> of(List<Outcome> outcomes) {
            List<Section> sections = new ArrayList<>();
            Report.sections(outcomes).forEach((name, own) -> sections.add(new Section(sections.size() + 1, name, own)));
            return sections;
        }

        /** Returns the settings that all its configurations share, as written in the grid. */
        String common() {
            Set<Map.Entry<String, String>> alike = new LinkedHashSet<>(
                    outcomes.get(0).configuration().settings().entrySet());
            outcomes.forEach(outcome ->
                    alike.retainAll(outcome.configuration().settings().entrySet()));
            return alike.stream()
                    .map(setting -> setting.getKey() + " = " + setting.getValue())
                    .collect(Collectors.joining(", "));
        }

        /** Returns a unique file name for a figure that is valid on every system. */
        String file(String figure) {
            String safe =
                    name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
            return number + "-" + (safe.isEmpty() ? "section" : safe.substring(0, Math.min(40, safe.length()))) + "-"
                    + figure;
        }
    }

    private static String chapter(Section section) throws IOException {
        String common = section.common();
        StringBuilder figures = new StringBuilder();
        for (Figure figure : Figure.all(section)) {
            figures.append(figure.html());
        }
        return "<section id=\"section-" + section.number() + "\">\n<h2>" + Page.escape(section.name()) + "</h2>\n"
                + (common.isEmpty() ? "" : "<p class=\"settings\">All with " + Page.escape(common) + ".</p>\n")
                + OUTCOMES.html("Effectiveness and cost", section.outcomes())
                + rivals(section)
                + "<div class=\"figures\">\n"
                + figures
                + "</div>\n"
                + hardest(section)
                + "</section>\n";
    }

    private static String rivals(Section section) {
        String items = section.outcomes().stream()
                .flatMap(outcome -> outcome.configuration().rival().stream())
                .map(RivalScheme::system)
                .distinct()
                .map(rival -> Page.definition(rival.label(), rival.advice()))
                .collect(Collectors.joining());
        return items.isEmpty()
                ? ""
                : "<details><summary>Settings of the other systems</summary>\n<dl>\n" + items + "</dl>\n</details>\n";
    }

    /** The difference to the highest precision that does not matter. */
    private static final double ABOUT = 0.01;

    private record Pick(String aim, Outcome outcome) {}

    /**
     * Returns the configurations to consider: the best by several criteria among those with about the highest
     * precision. Returns nothing if all queries are altered, because users do not alter their queries.
     */
    private static String highlights(List<Outcome> outcomes) {
        Comparator<Outcome> precision =
                Comparator.comparingDouble(o -> -o.means().precision());
        Comparator<Outcome> ratio = Comparator.comparingDouble(
                o -> -o.means().ratio().orElse(o.means().separation() > 0 ? Double.POSITIVE_INFINITY : 0));
        Comparator<Outcome> bytes = Comparator.comparingDouble(o -> o.size().bytesPerTextByte());
        Comparator<Outcome> query = Comparator.comparingDouble(o -> o.timings().queryMedianMicros());
        List<Outcome> plain = outcomes.stream()
                .filter(o -> o.configuration().alteration().isEmpty())
                .toList();
        if (plain.isEmpty()) {
            return "";
        }
        Outcome most = plain.stream().min(precision.thenComparing(bytes)).orElseThrow();
        List<Outcome> precise = plain.stream()
                .filter(o -> o.means().precision() >= most.means().precision() - ABOUT)
                .toList();
        return new Table<Pick>()
                .text("criterion", Pick::aim, "criterion")
                .text("configuration", p -> p.outcome.configuration().toString(), "picked")
                .fixed("P(s)", 3, p -> p.outcome.means().precision(), "picked-precision")
                .optional("Sep/HFM", 2, p -> p.outcome.means().ratio(), "picked-ratio")
                .significant("B/text B", 3, p -> p.outcome.size().bytesPerTextByte(), "bytes")
                .significant("p50 \u00b5s", 3, p -> p.outcome.timings().queryMedianMicros(), "picked-median")
                .html(
                        "The best by each criterion; all but the first are within " + ABOUT
                                + " of the highest precision",
                        List.of(
                                new Pick("highest precision, then smallest index", most),
                                new Pick("clearest separation (Sep/HFM)", best(precise, ratio)),
                                new Pick("smallest index", best(precise, bytes.thenComparing(ratio))),
                                new Pick("fastest queries", best(precise, query))));
    }

    private static Outcome best(List<Outcome> outcomes, Comparator<Outcome> order) {
        return outcomes.stream().min(order).orElseThrow();
    }

    private static final int HARDEST = 15;

    /** A query and its separation by several configurations. */
    private record Query(Answer first, double mean, double least, long negative) {
        static Query of(List<Answer> answers) {
            DoubleSummaryStatistics separation = answers.stream()
                    .mapToDouble(answer -> answer.effectiveness().separation())
                    .summaryStatistics();
            long negative = answers.stream()
                    .filter(answer -> answer.effectiveness().separation() < 0)
                    .count();
            return new Query(answers.get(0), separation.getAverage(), separation.getMin(), negative);
        }
    }

    /** Returns the queries with the worst results in a section, which often explain unexpected figures. */
    private static String hardest(Section section) {
        Map<String, List<Answer>> queries = section.outcomes().stream()
                .flatMap(outcome -> outcome.answers().stream())
                .collect(Collectors.groupingBy(Answer::id));
        List<Query> hardest = queries.values().stream()
                .map(Query::of)
                .sorted(Comparator.comparingDouble(Query::mean).thenComparing(query -> query.first.id()))
                .limit(HARDEST)
                .toList();
        return "<details><summary>The " + hardest.size() + " hardest of " + Page.whole(queries.size())
                + " queries</summary>\n"
                + new Table<Query>()
                        .text("query", query -> query.first.id(), "query")
                        .text("group", query -> query.first.group(), "group")
                        .fixed("right answers", 0, query -> query.first.right(), "right")
                        .fixed("mean Sep %", 2, Query::mean, "mean-separation")
                        .fixed("least Sep %", 2, Query::least, "least-separation")
                        .fixed("Sep<0", 0, Query::negative, "negative-configurations")
                        .html("By mean separation over this section's configurations", hardest)
                + "</details>\n";
    }

    /**
     * A plot with a caption.
     *
     * @param file the name of its file without extension: lower-case letters, digits and hyphens
     */
    record Figure(String file, Plot plot, String caption) {
        /** The maximum number of dots in a row. More would not be distinguishable and slow the page down. */
        private static final int DOTS = 100;

        private static final Quantity RATIO =
                new Quantity("Sep/HFM", o -> o.means().ratio(), 3);
        private static final Quantity PRECISION =
                Quantity.of("P(s)", o -> o.means().precision(), 4);
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

        String html() throws IOException {
            // The script draws the plot in the place before it.
            return "<figure>\n<h3>" + Page.escape(plot.title()) + "</h3>\n<div class=\"plot\" id=\"" + file
                    + "\"></div>\n<script type=\"application/json\">" + plot.vega() + "</script>\n<figcaption>"
                    + Page.escape(caption) + "</figcaption>\n</figure>\n";
        }

        static List<Figure> all(Section section) {
            List<Outcome> all = section.outcomes();
            Map<String, List<Outcome>> curves = curves(all);
            List<Figure> figures = new ArrayList<>();
            BiConsumer<String, Optional<Plot>> add =
                    (name, plot) -> plot.ifPresent(drawn -> figures.add(of(section, name, drawn)));
            add.accept("ratio-by-granularity", byGranularity("Sep/HFM by granularity", RATIO, curves));
            add.accept("precision-by-granularity", byGranularity("Precision by granularity", PRECISION, curves));
            add.accept("hfm-by-granularity", byGranularity("Highest false match by granularity", HFM, curves));
            add.accept("ratio-by-size", scatter("Sep/HFM by size of the index", BYTES, RATIO, all));
            add.accept("precision-by-size", scatter("Precision by size of the index", BYTES, PRECISION, all));
            figures.add(separations(section));
            thresholds(section).ifPresent(figures::add);
            add.accept("query-by-minutiae", scatter("Query time by size of fingerprints", MINUTIAE, QUERY, all));
            add.accept(
                    "build-by-minutiae", scatter("Build speed by size of fingerprints", MINUTIAE, BUILD, indexes(all)));
            return figures;
        }

        /** @param values of the caption, which is the {@link Prose} of the name */
        private static Figure of(Section section, String name, Plot plot, Object... values) {
            return new Figure(section.file(name), plot, Prose.of(name, values));
        }

        private static List<Outcome> indexes(List<Outcome> outcomes) {
            Map<String, Outcome> first = new LinkedHashMap<>();
            outcomes.forEach(
                    outcome -> first.putIfAbsent(outcome.configuration().index(), outcome));
            return List.copyOf(first.values());
        }

        /**
         * Returns a scatter plot of two figures, with a point for each configuration and a series for each measure;
         * nothing if all outcomes have the same x.
         */
        private static Optional<Plot> scatter(String title, Quantity x, Quantity y, List<Outcome> outcomes) {
            List<Outcome> both =
                    outcomes.stream().filter(o -> x.has(o) && y.has(o)).toList();
            if (both.stream().map(x::of).distinct().count() < 2) {
                return Optional.empty();
            }
            List<Point> points = new ArrayList<>();
            grouped(both, o -> o.configuration().measure())
                    .forEach((measure, own) -> own.forEach(o -> {
                        Configuration c = o.configuration();
                        String tooltip = c.name() + ": " + y.shown(o) + "; " + x.shown(o);
                        points.add(new Point(measure, Kind.PLAIN, x.of(o), y.of(o), nameWithoutMeasure(c), tooltip));
                    }));
            return Optional.of(plot(title, x.label, y.label, points));
        }

        private static Plot plot(String title, String x, String y, List<Point> points) {
            return new Plot(title, axis(x, points, Point::x), axis(y, points, Point::y), List.of(), List.of(), points);
        }

        private static Axis axis(String label, List<Point> points, ToDoubleFunction<Point> value) {
            return Axis.of(label, points.stream().mapToDouble(value).toArray());
        }

        /** Returns the name without the measure, which the legend shows; the measure if nothing else varies. */
        private static String nameWithoutMeasure(Configuration c) {
            String measure = c.settings().getOrDefault("measure", c.measure());
            String rest = keep(c, part -> !part.equals(measure) && !part.equals("measure " + measure));
            return rest.isEmpty() ? c.name() : rest;
        }

        /** Returns the name without the granularity, which the axis shows; the selection if nothing else varies. */
        private static String nameWithoutGranularity(Configuration c) {
            String rest =
                    keep(c, part -> !part.equals("granularity " + c.settings().get("granularity")));
            return rest.isEmpty()
                    ? c.scheme().map(scheme -> scheme.selection().toString()).orElse(c.name())
                    : rest;
        }

        private static String keep(Configuration c, Predicate<String> part) {
            return Arrays.stream(c.name().split(", ")).filter(part).collect(Collectors.joining(", "));
        }

        /** Groups outcomes by everything but granularity, and keeps groups with at least two granularities. */
        private static Map<String, List<Outcome>> curves(List<Outcome> outcomes) {
            List<Outcome> chunked = outcomes.stream()
                    .filter(o -> o.configuration().scheme().isPresent())
                    .toList();
            Map<String, List<Outcome>> curves = grouped(chunked, o -> nameWithoutGranularity(o.configuration()));
            curves.values()
                    .removeIf(own ->
                            own.stream().map(Figure::granularity).distinct().count() < 2);
            curves.values().forEach(own -> own.sort(Comparator.comparingInt(Figure::granularity)));
            return curves;
        }

        private static int granularity(Outcome outcome) {
            return outcome.configuration().scheme().orElseThrow().chunking().granularity();
        }

        /** Returns curves over granularity. The configurations of a curve differ only in granularity. */
        private static Optional<Plot> byGranularity(
                String title, Quantity quantity, Map<String, List<Outcome>> curves) {
            List<Point> points = new ArrayList<>();
            curves.forEach((name, own) -> own.stream().filter(quantity::has).forEach(o -> {
                String tooltip = o.configuration().name() + ": " + quantity.shown(o);
                points.add(new Point(name, Kind.JOINED, granularity(o), quantity.of(o), "", tooltip));
            }));
            List<String> units = curves.values().stream()
                    .flatMap(List::stream)
                    .flatMap(o -> o.configuration().scheme().stream())
                    .map(scheme -> scheme.chunking().unit().name().toLowerCase(Locale.ROOT) + "s")
                    .distinct()
                    .toList();
            String label = "granularity: " + (units.size() == 1 ? units.get(0) : "units") + " per chunk";
            return points.isEmpty() ? Optional.empty() : Optional.of(plot(title, label, quantity.label, points));
        }

        /** Returns the separation of each query, because a good mean may hide queries that fail. */
        private static Figure separations(Section section) {
            List<Outcome> outcomes = section.outcomes();
            List<Span> spans = new ArrayList<>();
            List<Point> points = new ArrayList<>();
            List<Point> medians = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (Outcome outcome : outcomes) {
                names.add(outcome.configuration().name());
                int y = names.size();
                String measure = outcome.configuration().measure();
                List<Answer> sorted = outcome.answers().stream()
                        .sorted(Comparator.comparingDouble(Figure::separation).thenComparing(Answer::id))
                        .toList();
                spans.add(new Span(measure, y, at(sorted, 0), at(sorted, 1), false));
                spans.add(new Span(measure, y, at(sorted, 0.25), at(sorted, 0.75), true));
                for (Answer answer : sorted.subList(0, Math.min(DOTS, sorted.size()))) {
                    double x = separation(answer);
                    points.add(new Point(measure, Kind.DOT, x, y, "", answer.id() + ": " + Page.fixed(x, 2)));
                }
                double median = at(sorted, 0.5);
                medians.add(new Point(measure, Kind.MEDIAN, median, y, "", "median " + Page.fixed(median, 2)));
            }
            points.addAll(medians);
            double[] ends = spans.stream()
                    .flatMapToDouble(s -> DoubleStream.of(s.from(), s.to()))
                    .toArray();
            int questions = outcomes.get(0).answers().size();
            return of(
                    section,
                    "separation-by-query",
                    new Plot(
                            "Separation by query",
                            Axis.linear("separation, % of the query document against itself", ends),
                            new Axis("", false, 0.3, names.size() + 0.5),
                            names,
                            spans,
                            points),
                    questions > DOTS ? " (only the " + DOTS + " worst of each row)" : "",
                    Page.whole(questions));
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

        /** Returns the tests of an outcome that have an F1. */
        private static List<Point> tests(Outcome outcome) {
            String name = outcome.configuration().name();
            List<Point> points = new ArrayList<>();
            for (Operation operation : outcome.operations()) {
                double at = operation.threshold();
                operation.f1().ifPresent(f1 -> {
                    String tooltip = name + ": F1 " + Page.fixed(f1, 3) + " at " + Page.significant(at, 3) + " %";
                    points.add(new Point(name, Kind.JOINED, at, f1, "", tooltip));
                });
            }
            return points;
        }

        /**
         * Returns F1 by threshold, to choose the score that separates related from unrelated documents; nothing if
         * there are fewer than two thresholds.
         */
        private static Optional<Figure> thresholds(Section section) {
            List<List<Point>> sweeps = section.outcomes().stream()
                    .map(Figure::tests)
                    .filter(points -> points.size() > 1)
                    .sorted(Comparator.comparingDouble(points ->
                            -points.stream().mapToDouble(Point::y).max().orElse(0)))
                    .limit(Plot.SERIES)
                    .toList();
            if (sweeps.isEmpty()) {
                return Optional.empty();
            }
            List<Point> points = sweeps.stream().flatMap(List::stream).toList();
            double most = points.stream().mapToDouble(Point::x).max().orElseThrow();
            return Optional.of(of(
                    section,
                    "f1-by-threshold",
                    new Plot(
                            "F1 by threshold",
                            Axis.linear("threshold, % of the query document against itself", 0, most),
                            Axis.linear("F1", 0, 1),
                            List.of(),
                            List.of(),
                            points),
                    sweeps.size()));
        }
    }
}
