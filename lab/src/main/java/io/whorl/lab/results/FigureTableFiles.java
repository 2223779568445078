package io.whorl.lab.results;

import io.whorl.lab.model.FigureTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes tables of figures as CSV, and as Markdown with aligned columns. */
public final class FigureTableFiles {
    private FigureTableFiles() {}

    /** Writes a CSV file for each table, with its name. */
    public static void write(Path folder, List<FigureTable> tables) throws IOException {
        for (FigureTable table : tables) {
            try (CsvFile csv = new CsvFile(folder.resolve(table.name() + ".csv"), table.columns())) {
                table.rows().forEach(csv::row);
            }
        }
    }

    /** Returns title, table and notes. */
    public static String markdown(FigureTable table) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(table.columns());
        lines.addAll(table.rows());
        int[] widths = IntStream.range(0, table.columns().size())
                .map(column -> lines.stream()
                        .mapToInt(line -> escaped(line.get(column)).length())
                        .max()
                        .orElse(0))
                .toArray();
        StringBuilder text =
                new StringBuilder("### ").append(table.title()).append("\n\n").append(line(lines.get(0), widths));
        text.append(IntStream.of(widths)
                .mapToObj(width -> "-".repeat(width + 2))
                .collect(Collectors.joining("|", "|", "|\n")));
        table.rows().forEach(row -> text.append(line(row, widths)));
        table.notes().forEach(note -> text.append("\n- ").append(note));
        return text.append(table.notes().isEmpty() ? "" : "\n").toString();
    }

    private static String line(List<String> cells, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(c -> " " + escaped(cells.get(c))
                        + " ".repeat(widths[c] - escaped(cells.get(c)).length()) + " ")
                .collect(Collectors.joining("|", "|", "|\n"));
    }

    private static String escaped(String cell) {
        return cell.replace("|", "\\|");
    }
}
