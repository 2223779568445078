package io.whorl.bench.report;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Formats rows as a Markdown table with aligned columns. */
final class MarkdownTable {
    private static final List<String> HEAD = List.of("what", "figure", "floor or rival", "ratio", "bar", "met");

    private MarkdownTable() {}

    static String of(List<Row> rows) {
        List<List<String>> cells = rows.stream()
                .map(r -> List.of(r.what(), r.figure(), r.against(), r.ratio(), r.bar(), r.met()).stream()
                        .map(MarkdownTable::escaped)
                        .toList())
                .toList();
        int[] widths = IntStream.range(0, HEAD.size())
                .map(c -> cells.stream()
                        .mapToInt(row -> row.get(c).length())
                        .reduce(HEAD.get(c).length(), Math::max))
                .toArray();
        StringBuilder table = new StringBuilder(line(HEAD, widths));
        table.append(
                IntStream.of(widths).mapToObj(w -> "-".repeat(w + 2)).collect(Collectors.joining("|", "|", "|\n")));
        cells.forEach(row -> table.append(line(row, widths)));
        return table.toString();
    }

    private static String line(List<String> cells, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(c ->
                        " " + cells.get(c) + " ".repeat(widths[c] - cells.get(c).length()) + " ")
                .collect(Collectors.joining("|", "|", "|\n"));
    }

    private static String escaped(String cell) {
        return cell.replace("|", "\\|").replaceAll("\\R", " ");
    }
}
