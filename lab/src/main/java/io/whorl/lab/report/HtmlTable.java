package io.whorl.lab.report;

import io.whorl.lab.plot.Xml;
import java.util.List;

/** Makes tables that the script of the page can sort. */
final class HtmlTable {
    private HtmlTable() {}

    /** @param columns the first column names the row */
    static <T> String of(String caption, List<Column<T>> columns, List<T> rows) {
        StringBuilder html =
                new StringBuilder("<div class=\"scroll\" tabindex=\"0\"><table class=\"sortable\">\n<caption>"
                        + Xml.escape(caption) + "</caption>\n<thead><tr>");
        for (Column<T> column : columns) {
            html.append("<th scope=\"col\" title=\"")
                    .append(Xml.escape(column.meaning()))
                    .append("\"><button type=\"button\">")
                    .append(Xml.escape(column.name()))
                    .append("</button></th>");
        }
        html.append("</tr></thead>\n<tbody>\n");
        for (T row : rows) {
            html.append("<tr>");
            for (int i = 0; i < columns.size(); i++) {
                html.append(cell(columns.get(i).cell().apply(row), i == 0));
            }
            html.append("</tr>\n");
        }
        return html.append("</tbody></table></div>\n").toString();
    }

    private static String cell(Cell cell, boolean first) {
        String element = first ? "th" : "td";
        String value =
                cell.value().isPresent() ? " data-value=\"" + cell.value().getAsDouble() + "\"" : "";
        return "<" + element + (first ? " scope=\"row\"" : "") + (cell.numeric() ? " class=\"number\"" : "") + value
                + ">" + Xml.escape(cell.text()) + "</" + element + ">";
    }
}
