package io.whorl.lab;

import io.whorl.lab.Columns.FigureTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The frame of all pages, and their tables. A page is HTML and well-formed XML. Its content security policy forbids it
 * to load anything.
 */
public final class Page {
    private static final Pattern FORBIDDEN =
            Pattern.compile("[^\\t\\n\\x20-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]");

    /** Needs eval for expressions. A space goes into each "]]&gt;" of it, which would end the script in XML. */
    public static final String VEGA = "/META-INF/resources/webjars/vega/5.32.0/vega.min.js";

    private Page() {}

    /**
     * Makes a page.
     *
     * @param facts the text below the title, as HTML
     * @param main as HTML
     */
    public static String html(String name, String facts, String main) throws IOException {
        return String.format(
                Folders.resource(Page.class, "page.html"),
                escape("Whorl laboratory: " + name),
                Folders.resource(Page.class, "report.css"),
                facts,
                main,
                Folders.resource(Page.class, "references.html"),
                main.contains("<div class=\"plot\"")
                        ? Folders.resource(Page.class, "vega-notice.js")
                                + Folders.resource(Page.class, VEGA).replace("]]>", "]] >")
                        : "",
                Folders.resource(Page.class, "report.js"));
    }

    /** Escapes markup characters of XML and HTML. Characters that XML does not allow become U+FFFD. */
    public static String escape(String text) {
        return FORBIDDEN
                .matcher(text)
                .replaceAll("\uFFFD")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** Returns an item of a list of definitions; both parts are plain text. */
    public static String definition(String term, String meaning) {
        return "<dt>" + escape(term) + "</dt><dd>" + escape(meaning) + "</dd>\n";
    }

    /** A table that the script of the page can sort. The first column names the row. */
    public static final class Table<T> {
        /** A column and the number of a row in it, by which rows are sorted. Absent numbers sort last. */
        private record Column<T>(
                String name,
                String meaning,
                boolean numeric,
                Function<T, OptionalDouble> value,
                Function<T, String> text) {
            String cell(T row, String element, String scope) {
                OptionalDouble sorted = value.apply(row);
                return "<" + element + scope + (numeric ? " class=\"number\"" : "")
                        + (sorted.isPresent() ? " data-value=\"" + sorted.getAsDouble() + "\"" : "") + ">"
                        + escape(text.apply(row)) + "</" + element + ">";
            }
        }

        private final List<Column<T>> columns = new ArrayList<>();

        /** @param key of the meaning, for the tooltip and the glossary: a {@link Prose} */
        public Table<T> text(String name, Function<T, String> cell, String key) {
            columns.add(new Column<>(name, Prose.of("column." + key), false, row -> OptionalDouble.empty(), cell));
            return this;
        }

        private Table<T> add(
                String name,
                Function<T, OptionalDouble> value,
                DoubleFunction<String> format,
                String key,
                Object... values) {
            columns.add(new Column<>(name, Prose.of("column." + key, values), true, value, row -> {
                OptionalDouble number = value.apply(row);
                return number.isPresent() ? format.apply(number.getAsDouble()) : "n/a";
            }));
            return this;
        }

        /** Adds a column of numbers with so many digits after the decimal point. */
        public Table<T> fixed(String name, int digits, ToDoubleFunction<T> value, String key, Object... values) {
            return optional(name, digits, row -> OptionalDouble.of(value.applyAsDouble(row)), key, values);
        }

        /** The same for numbers that may be absent. */
        public Table<T> optional(
                String name, int digits, Function<T, OptionalDouble> value, String key, Object... values) {
            return add(name, value, number -> Page.fixed(number, digits), key, values);
        }

        /** Adds a column of numbers with so many significant digits. */
        public Table<T> significant(String name, int digits, ToDoubleFunction<T> value, String key) {
            return add(
                    name,
                    row -> OptionalDouble.of(value.applyAsDouble(row)),
                    number -> Page.significant(number, digits),
                    key);
        }

        public String html(String caption, List<T> rows) {
            StringBuilder html =
                    new StringBuilder("<div class=\"scroll\" tabindex=\"0\"><table class=\"sortable\">\n<caption>"
                            + escape(caption) + "</caption>\n<thead><tr>");
            columns.forEach(column -> html.append("<th scope=\"col\" title=\"" + escape(column.meaning)
                    + "\"><button type=\"button\">" + escape(column.name) + "</button></th>"));
            html.append("</tr></thead>\n<tbody>\n");
            for (T row : rows) {
                html.append("<tr>").append(columns.get(0).cell(row, "th", " scope=\"row\""));
                columns.subList(1, columns.size()).forEach(column -> html.append(column.cell(row, "td", "")));
                html.append("</tr>\n");
            }
            return html.append("</tbody></table></div>\n").toString();
        }

        /** Returns a table for a terminal, which may have few characters. */
        public String text(List<T> rows) {
            return FigureTable.lines(
                            columns.stream().map(column -> column.name).toList(),
                            rows.stream()
                                    .map(row -> columns.stream()
                                            .map(column -> column.text.apply(row))
                                            .toList())
                                    .toList())
                    .replace('\u2212', '-')
                    .replace('\u00b5', 'u');
        }

        /** Explains the columns, because phones show no tooltips. */
        public String glossary() {
            return "<section id=\"columns\">\n<h2>Columns</h2>\n<dl>\n"
                    + columns.stream()
                            .map(column -> definition(column.name, column.meaning))
                            .collect(Collectors.joining())
                    + "</dl>\n</section>\n";
        }
    }

    /** Formats a number with groups of three digits, a typographic minus, and digits after the decimal point. */
    public static String fixed(double value, int digits) {
        String text = String.format(Locale.ROOT, "%,." + digits + "f", value);
        return text.matches("-[0.,]+") ? text.substring(1) : text.replace('-', '\u2212');
    }

    public static String whole(long value) {
        return fixed(value, 0);
    }

    /** Rounds to so many significant digits; digits before the decimal point are always kept. */
    public static String significant(double value, int digits) {
        if (value == 0) {
            return "0";
        }
        int power = (int) Math.floor(Math.log10(Math.abs(value)));
        return fixed(value, Math.max(0, digits - 1 - power));
    }

    public static String bytes(long bytes) {
        return bytes < 1_000_000 ? whole(bytes) + " bytes" : significant(bytes / 1e6, 4) + " MB";
    }
}
