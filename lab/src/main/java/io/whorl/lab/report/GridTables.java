package io.whorl.lab.report;

import io.whorl.lab.model.Configuration;
import io.whorl.lab.plot.Xml;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A page with a table for each section of the grid. */
final class GridTables {
    private GridTables() {}

    /**
     * Makes the page.
     *
     * @param title as plain text
     * @param facts a sentence or two about the measurement, as plain text
     * @param columns after the column of the configuration
     */
    static <T> String page(
            String title, String facts, List<Column<T>> columns, List<T> rows, Function<T, Configuration> configuration)
            throws IOException {
        List<Column<T>> all = new ArrayList<>();
        all.add(new Column<>(
                "configuration",
                "the settings that vary in its section",
                row -> Cell.text(configuration.apply(row).name())));
        all.addAll(columns);
        Map<String, List<T>> sections = new LinkedHashMap<>();
        rows.forEach(row -> sections.computeIfAbsent(configuration.apply(row).section(), any -> new ArrayList<>())
                .add(row));
        StringBuilder main = new StringBuilder();
        sections.forEach((name, own) -> main.append("<section>\n<h2>")
                .append(Xml.escape(name))
                .append("</h2>\n")
                .append(HtmlTable.of("Configurations", all, own))
                .append("</section>\n"));
        return HtmlPage.html(
                title,
                "<p>" + Xml.escape(facts) + " Click a column header to sort.</p>\n",
                main + HtmlPage.glossary(all));
    }
}
