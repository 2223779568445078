package io.whorl.lab.model;

import java.util.List;

/**
 * A table of figures as it is printed, such as one of a paper's tables made again.
 *
 * @param name of its file, without the ending: small letters, digits and hyphens
 * @param title what it shows, and which table of which paper that is
 * @param columns their headings
 * @param rows a cell for each column; empty where there is no figure
 * @param notes what a reader must know to compare the figures
 */
public record FigureTable(
        String name, String title, List<String> columns, List<List<String>> rows, List<String> notes) {
    public FigureTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        notes = List.copyOf(notes);
        if (!name.matches("[a-z0-9-]+")) {
            throw new IllegalArgumentException(
                    "name is '" + name + "'; it must be of small letters, digits and hyphens");
        }
        for (List<String> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "row " + row + " has " + row.size() + " cells; it must have " + columns.size());
            }
        }
    }

    /** The cell of the row that begins with this. */
    public String cell(String row, String column) {
        int at = columns.indexOf(column);
        if (at < 0) {
            throw new IllegalArgumentException("column is '" + column + "'; it must be one of " + columns);
        }
        return rows.stream()
                .filter(cells -> cells.get(0).equals(row))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("row is '" + row + "'; table " + name + " has none such"))
                .get(at);
    }
}
