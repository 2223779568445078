package io.whorl.lab.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * The columns of a table: a heading, and the cell that it makes from a row. A cell is a string, a number, or an
 * optional number, which is empty if it is absent. Not thread-safe.
 */
public final class Columns<T> {
    private static final Pattern FORMULA = Pattern.compile("'*+[=+\\-@\uff1d\uff0b\uff0d\uff20\t\r]");
    private static final Pattern NUMBER = Pattern.compile("-|[-+]?[0-9][0-9.]*([eE][-+]?[0-9]+)?");

    private final List<String> headings = new ArrayList<>();
    private final List<Function<? super T, ?>> cells = new ArrayList<>();

    public Columns<T> add(String heading, Function<? super T, ?> cell) {
        headings.add(heading);
        cells.add(cell);
        return this;
    }

    /** Adds a column of numbers with so many digits after the decimal point. */
    public Columns<T> add(String heading, int digits, ToDoubleFunction<? super T> cell) {
        return add(heading, row -> Figures.of(cell.applyAsDouble(row), digits));
    }

    public List<String> headings() {
        return List.copyOf(headings);
    }

    public List<String> cells(T row) {
        return cells.stream().map(cell -> text(cell.apply(row))).toList();
    }

    private static String text(Object cell) {
        if (cell instanceof OptionalDouble number) {
            return number.isPresent() ? Double.toString(number.getAsDouble()) : "";
        }
        if (cell instanceof OptionalInt number) {
            return number.isPresent() ? Integer.toString(number.getAsInt()) : "";
        }
        return cell.toString();
    }

    public FigureTable table(String name, String title, List<? extends T> rows, String... notes) {
        return new FigureTable(
                name, title, headings, rows.stream().map(this::cells).toList(), List.of(notes));
    }

    /** Writes the rows as CSV. */
    public void write(Path file, List<? extends T> rows) throws IOException {
        try (CsvWriter csv = csv(file)) {
            csv.writeRecord(guarded(headings));
            rows.forEach(row -> csv.writeRecord(guarded(cells(row))));
        }
    }

    /** Writes a table as CSV (RFC 4180, with Unix line ends). */
    static void write(Path file, FigureTable table) throws IOException {
        try (CsvWriter csv = csv(file)) {
            csv.writeRecord(guarded(table.columns()));
            table.rows().forEach(row -> csv.writeRecord(guarded(row)));
        }
    }

    private static CsvWriter csv(Path file) throws IOException {
        return CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file);
    }

    /** Spreadsheets run a text that begins like a formula. An apostrophe before it prevents that. */
    private static List<String> guarded(List<String> row) {
        return row.stream()
                .map(text -> FORMULA.matcher(text).lookingAt()
                                && !NUMBER.matcher(text).matches()
                        ? "'" + text
                        : text)
                .toList();
    }
}
