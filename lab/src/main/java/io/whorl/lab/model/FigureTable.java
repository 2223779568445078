package io.whorl.lab.model;

import java.util.List;

/**
 * A table of figures in printed form, such as a reproduction of a paper's table.
 *
 * @param name of its file without the extension: lower-case letters, digits and hyphens
 * @param title the content, and the table of the paper
 * @param columns the headings
 * @param rows with a cell for each column; empty if there is no figure
 * @param notes facts that a reader needs to compare the figures
 */
public record FigureTable(
        String name, String title, List<String> columns, List<List<String>> rows, List<String> notes) {
    public FigureTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        notes = List.copyOf(notes);
        if (!name.matches("[a-z0-9-]+")) {
            throw new IllegalArgumentException(
                    "name is '" + name + "'; it must consist of lower-case letters, digits and hyphens");
        }
        for (List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "row " + row + " has " + row.size() + " cells; it must have " + columns.size());
            }
        }
    }

    /** Returns a cell of the row whose first cell is given. */
    public String cell(String row, String column) {
        int at = columns.indexOf(column);
        if (at < 0) {
            throw new IllegalArgumentException("column is '" + column + "'; it must be one of " + columns);
        }
        return rows.stream()
                .filter(cells -> cells.get(0).equals(row))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("row is '" + row + "'; table " + name + " has no such row"))
                .get(at);
    }
}
