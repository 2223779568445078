package io.whorl.lab.run;

import io.whorl.lab.files.LabException;
import io.whorl.lab.report.Chart;
import io.whorl.lab.report.Page;
import io.whorl.lab.report.Page.Table;
import io.whorl.lab.run.Outcome.Answer;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome;
import io.whorl.lab.run.PassageLaboratory.PassageOutcome.Seen;
import io.whorl.lab.run.ResultsFolder.Results;
import io.whorl.lab.run.ResultsFolder.Results.Run;
import io.whorl.lab.run.Rival.RivalScheme;
import io.whorl.lab.run.SourceLaboratory.SourceOutcome.SourceSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Writes HTML pages and plots. Equal results give identical files. */
public final class Report {
    /** The number of columns for pairs without a passage: one for each of the first values of LEAST. */
    private static final int ALARMS = 3;

    private Report() {}

    /** Writes the page on a run as one file that needs no network. */
    public static void page(Results results, String name, Path file) {
        check(results);
        write(file, () -> runPage(results, name));
    }

    /**
     * Writes the page on documents with known sources: a table for each section of the grid.
     *
     * @param rows at least one; all have the same categories
     */
    public static void sources(List<SourceSummary> rows, String name, Path file) {
        Table<SourceSummary> table = table(SourceSummary::configuration);
        rows.get(0).byCategory().keySet().forEach(category -> table.fixed(category + " %", 1, row -> row.byCategory()
                        .get(category)
                        .mean())
                .means("mean score of the source for documents of category " + category
                        + ", in percent of the document against itself"));
        table.fixed("categories correct", 3, SourceSummary::correct)
                .means("share of documents whose category follows from their score, with the best cuts between"
                        + " categories")
                .fixed("cross-validated", 3, SourceSummary::correctCrossValidated)
                .means("the same with, for each document, the cuts that are best for the other documents")
                .fixed("plagiarised correct", 3, row -> 1 - row.best().error().orElse(1))
                .means("share of documents classified correctly as plagiarised or not, by the best threshold")
                .fixed("at %", 2, row -> row.best().threshold())
                .means("that threshold")
                .fixed("area", 3, SourceSummary::area)
                .means("area under the ROC curve: the chance that a plagiarised document scores higher than one that is"
                        + " not");
        for (int i = 0; i < SourceSummary.ALARMS.size(); i++) {
            int at = i;
            String alarms = Math.round(100 * SourceSummary.ALARMS.get(i)) + " %";
            table.fixed("found at " + alarms, 3, row -> row.found().get(at))
                    .means("share of the plagiarised documents found at " + alarms + " false alarms");
        }
        String facts = rows.size() + " configurations, measured on documents with known sources. Scores are in percent"
                + " of the score of the document against itself.";
        write(file, () -> page(name, facts, table, rows, SourceSummary::configuration));
    }

    /**
     * Writes the page on copied passages.
     *
     * @param rows at least one; all have the same passages
     */
    public static void passages(List<PassageOutcome> rows, String name, Path file) {
        Table<PassageOutcome> table = table(PassageOutcome::configuration);
        PassageOutcome first = rows.get(0);
        for (int words :
                new TreeSet<>(first.cuts().stream().map(Seen::fromWords).toList())) {
            table.optional("first " + words, 3, row -> share(row.cuts(), seen -> seen.fromWords() == words, 0))
                    .means("share of verbatim passages detected when cut to their first " + words + " words");
        }
        for (String category : categories(first.passages())) {
            Predicate<Seen> own = seen -> seen.category().equals(category);
            table.optional(category, 3, row -> share(row.passages(), own, 0))
                    .means("share of the passages of category " + category + " that are detected");
        }
        for (String category : categories(first.alarms())) {
            Predicate<Seen> own = seen -> seen.category().equals(category);
            for (int i = 0; i < ALARMS; i++) {
                int at = i;
                int least = PassageOutcome.LEAST.get(i);
                table.optional("none, " + category + ", " + least, 3, row -> share(row.alarms(), own, at))
                        .means("share of the pairs of category " + category + " without a passage that share " + least
                                + " minutiae or more");
            }
        }
        String facts =
                rows.size() + " configurations. A passage is detected if the fingerprints of both documents share"
                        + " a minutia of it.";
        write(file, () -> page(name, facts, table, rows, PassageOutcome::configuration));
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

    private static <T> Table<T> table(Function<T, Configuration> configuration) {
        return new Table<T>()
                .text("configuration", row -> configuration.apply(row).name())
                .means("the settings that vary in its section");
    }

    private static <T> String page(
            String name, String facts, Table<T> table, List<T> rows, Function<T, Configuration> configuration)
            throws IOException {
        Map<String, List<T>> sections = new LinkedHashMap<>();
        rows.forEach(row -> sections.computeIfAbsent(configuration.apply(row).section(), any -> new ArrayList<>())
                .add(row));
        StringBuilder main = new StringBuilder();
        sections.forEach((section, own) -> main.append("<section>\n<h2>" + Chart.escape(section) + "</h2>\n"
                + table.html("Configurations", own) + "</section>\n"));
        return Page.html(
                name, "<p>" + Chart.escape(facts) + " Click a column header to sort.</p>\n", main + table.glossary());
    }

    private interface Html {
        String make() throws IOException;
    }

    private static void write(Path file, Html html) {
        try {
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            Files.writeString(file, html.make());
        } catch (IOException e) {
            throw new LabException("the report cannot be written to " + file + ": " + e, e);
        }
    }

    /** Writes the plots of the page as SVG files for papers: {@code NUMBER-SECTION-PLOT.svg}, on white. */
    public static int plots(Results results, Path folder) {
        check(results);
        int plots = 0;
        try {
            Files.createDirectories(folder);
            for (Section section : Section.of(results.outcomes())) {
                for (Figure figure : Figure.all(section)) {
                    Chart.write(figure.plot(), Figure.WIDE, folder.resolve(figure.file() + ".svg"));
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
    private static final Table<Outcome> OUTCOMES = table(Outcome::configuration)
            .fixed("P(s)", 3, o -> o.means().precision())
            .means("mean share of right answers among the first s, where s is their number (HZ section 6)")
            .fixed("R(20)", 3, o -> o.means().recall())
            .means("mean share of the right answers that are among the first 20 (HZ section 6)")
            .fixed("HFM %", 2, o -> o.means().highestFalseMatch())
            .means("highest false match: mean score of the best wrong answer, in percent of the score of the query"
                    + " document against itself (HZ section 6)")
            .fixed("Sep %", 2, o -> o.means().separation())
            .means("separation: mean of the lowest score of a right answer minus the highest false match (HZ"
                    + " section 6)")
            .optional("Sep/HFM", 2, o -> o.means().ratio())
            .means("the ratio of these two means (HZ section 6); n/a if no wrong answer is found")
            .fixed("P<1", 0, o -> o.means().imprecise())
            .means("queries with a wrong answer among the first s")
            .fixed("Sep<0", 0, o -> o.means().negative())
            .means("queries with a wrong answer above a right one")
            .fixed("affinity %", 1, o -> o.affinity().related().mean())
            .means("mean score of the other documents of the query's group (COPS section 5.3, tables 2 and 3)")
            .fixed("noise %", 3, o -> o.affinity().unrelated().mean())
            .means("mean score of all other documents (COPS section 5.3, tables 2 and 3)")
            .fixed("min./doc", 1, o -> o.size().minutiaePerDocument())
            .means("mean number of minutiae of a document in the index")
            .fixed("min./query", 1, Outcome::minutiaePerQuestion)
            .means("mean number of minutiae of a query")
            .significant("B/text B", 3, o -> o.size().bytesPerTextByte())
            .means("index bytes per byte of text")
            .significant("MB/s", 3, o -> o.timings().buildMegabytesPerSecond())
            .means("build speed with all threads, in 10\u2076 bytes of text per second")
            .significant("p50 \u00b5s", 3, o -> o.timings().queryMedianMicros())
            .means("median query time with one thread")
            .significant("p99 \u00b5s", 3, o -> o.timings().query99Micros())
            .means("99th percentile of the query time with one thread");

    private static String runPage(Results results, String name) throws IOException {
        List<Section> sections = Section.of(results.outcomes());
        StringBuilder main = new StringBuilder("<section id=\"glance\">\n<h2>At a glance</h2>\n")
                .append(highlights(results.outcomes()))
                .append("<nav><p>Sections of the grid:</p>\n<ul>\n");
        sections.forEach(section -> main.append(
                "<li><a href=\"#" + section.anchor() + "\">" + Chart.escape(section.name()) + "</a></li>\n"));
        main.append("</ul></nav>\n</section>\n");
        sections.forEach(section -> main.append(chapter(section)));
        return Page.html(name, facts(results.run(), results.outcomes().size()), main + OUTCOMES.glossary());
    }

    private static String facts(Run run, int configurations) {
        return "<p>" + configurations + " configurations, " + Page.whole(run.asked()) + " queries, "
                + Page.whole(run.documents()) + " documents of " + Page.bytes(run.textBytes())
                + ". Scores are in percent of the score of the query document against itself. Timings depend on the"
                + " machine; all other figures are the same to the digit in every run. Click a column header to"
                + " sort.</p>\n<p class=\"digests\">Collection "
                + Chart.escape(run.collection()) + ", queries " + Chart.escape(run.questions()) + ", seed " + run.seed()
                + "</p>\n";
    }

    /**
     * A section of the grid.
     *
     * @param outcomes in the order of the grid, at least one
     */
    record Section(int number, String name, List<Outcome> outcomes) {
        static List<Section> of(List<Outcome> outcomes) {
            Map<String, List<Outcome>> byName = new LinkedHashMap<>();
            outcomes.forEach(o -> byName.computeIfAbsent(o.configuration().section(), any -> new ArrayList<>())
                    .add(o));
            List<Section> sections = new ArrayList<>();
            byName.forEach((name, own) -> sections.add(new Section(sections.size() + 1, name, List.copyOf(own))));
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

        String anchor() {
            return "section-" + number;
        }

        /** Returns a unique file name for a figure that is valid on every system. */
        String file(String figure) {
            String safe =
                    name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^-|-$", "");
            return number + "-" + (safe.isEmpty() ? "section" : safe.substring(0, Math.min(40, safe.length()))) + "-"
                    + figure;
        }
    }

    private static String chapter(Section section) {
        String common = section.common();
        return "<section id=\"" + section.anchor() + "\">\n<h2>" + Chart.escape(section.name()) + "</h2>\n"
                + (common.isEmpty() ? "" : "<p class=\"settings\">All with " + Chart.escape(common) + ".</p>\n")
                + OUTCOMES.html("Effectiveness and cost", section.outcomes())
                + rivals(section)
                + "<div class=\"figures\">\n"
                + Figure.all(section).stream().map(Figure::html).collect(Collectors.joining())
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
                .text("criterion", Pick::aim)
                .means("the criterion by which the configuration is best")
                .text("configuration", p -> p.outcome.configuration().toString())
                .means("its section and name")
                .fixed("P(s)", 3, p -> p.outcome.means().precision())
                .means("precision")
                .optional("Sep/HFM", 2, p -> p.outcome.means().ratio())
                .means("separation over highest false match")
                .significant("B/text B", 3, p -> p.outcome.size().bytesPerTextByte())
                .means("index bytes per byte of text")
                .significant("p50 \u00b5s", 3, p -> p.outcome.timings().queryMedianMicros())
                .means("time of a query")
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
                        .text("query", query -> query.first.id())
                        .means("the query document")
                        .text("group", query -> query.first.group())
                        .means("the group of the document")
                        .fixed("right answers", 0, query -> query.first.right())
                        .means("documents of its group, including itself")
                        .fixed("mean Sep %", 2, Query::mean)
                        .means("mean separation over the configurations above")
                        .fixed("least Sep %", 2, Query::least)
                        .means("by the worst configuration")
                        .fixed("Sep<0", 0, Query::negative)
                        .means("configurations that rank a wrong answer above a right one")
                        .html("By mean separation over this section's configurations", hardest)
                + "</details>\n";
    }
}
