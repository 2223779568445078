package io.whorl.lab.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of figures in printed form, such as a reproduction of a paper's table.
 *
 * @param name of its file without the extension: lower-case letters, digits and hyphens
 * @param title the content, and the table of the paper
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

    public static void write(Path folder, List<FigureTable> tables) throws IOException {
        for (FigureTable table : tables) {
            Columns.write(folder.resolve(table.name + ".csv"), table);
        }
    }

    /** Returns title, table with aligned columns, and notes. */
    public String markdown() {
        List<List<String>> lines = new ArrayList<>();
        lines.add(columns);
        lines.addAll(rows);
        lines.replaceAll(
                line -> line.stream().map(cell -> cell.replace("|", "\\|")).toList());
        int[] widths = IntStream.range(0, columns.size())
                .map(column -> lines.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        StringBuilder text =
                new StringBuilder("### ").append(title).append("\n\n").append(line(lines.get(0), widths));
        text.append(IntStream.of(widths)
                .mapToObj(width -> "-".repeat(width + 2))
                .collect(Collectors.joining("|", "|", "|\n")));
        lines.subList(1, lines.size()).forEach(row -> text.append(line(row, widths)));
        notes.forEach(note -> text.append("\n- ").append(note));
        return text.append(notes.isEmpty() ? "" : "\n").toString();
    }

    private static String line(List<String> cells, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(c ->
                        " " + cells.get(c) + " ".repeat(widths[c] - cells.get(c).length()) + " ")
                .collect(Collectors.joining("|", "|", "|\n"));
    }
}
