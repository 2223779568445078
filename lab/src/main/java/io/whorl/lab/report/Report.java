package io.whorl.lab.report;

import io.whorl.lab.report.Page.Table;
import io.whorl.lab.report.RunPage.Section;
import io.whorl.lab.run.Configuration;
import io.whorl.lab.run.LabException;
import io.whorl.lab.run.PassageOutcome;
import io.whorl.lab.run.PassageOutcome.Seen;
import io.whorl.lab.run.Results;
import io.whorl.lab.run.SourceOutcome.SourceSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** Writes HTML pages and plots. Equal results give identical files. */
public final class Report {
    /** The number of columns for pairs without a passage: one for each of the first values of LEAST. */
    private static final int ALARMS = 3;

    private Report() {}

    /**
     * Writes the page on a run as one file that needs no network.
     *
     * @param name of the results, for the title
     * @throws LabException if there are no outcomes, or the file cannot be written
     */
    public static void page(Results results, String name, Path file) {
        check(results);
        write(file, () -> RunPage.of(results, name));
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

    /** Returns a page with a table for each section of the grid. */
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

    /**
     * Writes the plots of the page as SVG files for papers: {@code NUMBER-SECTION-PLOT.svg}, on white.
     *
     * @return the number of files
     * @throws LabException if there are no outcomes, or the folder cannot be written to
     */
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
}
