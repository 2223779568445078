package io.whorl.lab;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

    private List<String> cells(T row) {
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

    /** @param values of the title and the notes, which are the {@link Prose} of this name */
    public FigureTable table(String name, List<? extends T> rows, Object... values) {
        return table(name, name, rows, values);
    }

    /** @param key of the title and the notes */
    public FigureTable table(String name, String key, List<? extends T> rows, Object... values) {
        return new FigureTable(
                name,
                Prose.of(key, values),
                headings,
                rows.stream().map(this::cells).toList(),
                Prose.notes(key, values));
    }

    public void write(Path file, List<? extends T> rows) throws IOException {
        csv(file, headings, rows.stream().map(this::cells));
    }

    /** Writes CSV by RFC 4180, with Unix line ends. */
    private static void csv(Path file, List<String> headings, Stream<List<String>> rows) throws IOException {
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file)) {
            csv.writeRecord(guarded(headings));
            rows.forEach(row -> csv.writeRecord(guarded(row)));
        }
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

    public static final class Figures {
        /** The cell for a figure that does not exist. */
        public static final String NONE = "n/a";

        private Figures() {}

        /** @param digits after the decimal point */
        public static String of(double value, int digits) {
            // Avoids -0.000 for small negative figures.
            String text = String.format(Locale.ROOT, "%." + digits + "f", value);
            return text.matches("-0\\.?0*") ? text.substring(1) : text;
        }

        public static String of(OptionalDouble value, int digits) {
            return value.isPresent() ? of(value.getAsDouble(), digits) : NONE;
        }

        /** Returns a share; 0 of nothing. */
        public static String share(double part, double whole, int digits) {
            return of(whole == 0 ? 0 : part / whole, digits);
        }

        public static String spread(Moments moments, int digits) {
            return of(moments.mean(), digits) + " ± " + of(moments.deviation(), digits);
        }
    }

    /**
     * A table of figures in printed form, such as a reproduction of a paper's table.
     *
     * @param name of its file without the extension: lower-case letters, digits and hyphens
     * @param rows with a cell for each column; empty if there is no figure
     */
    public record FigureTable(
            String name, String title, List<String> columns, List<List<String>> rows, List<String> notes) {
        public FigureTable {
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

        public static void write(Path folder, List<FigureTable> tables) throws IOException {
            for (FigureTable table : tables) {
                csv(folder.resolve(table.name + ".csv"), table.columns, table.rows.stream());
            }
        }

        /** Returns title, table with aligned columns, and notes. */
        public String markdown() {
            StringBuilder text =
                    new StringBuilder("### ").append(title).append("\n\n").append(lines(columns, rows));
            notes.forEach(note -> text.append("\n- ").append(note));
            return text.append(notes.isEmpty() ? "" : "\n").toString();
        }

        public static String lines(List<String> headings, List<List<String>> rows) {
            List<List<String>> lines = new ArrayList<>(List.of(headings));
            lines.addAll(rows);
            lines.replaceAll(
                    line -> line.stream().map(cell -> cell.replace("|", "\\|")).toList());
            int[] widths = IntStream.range(0, headings.size())
                    .map(column -> lines.stream()
                            .mapToInt(line -> line.get(column).length())
                            .max()
                            .orElse(0))
                    .toArray();
            String rule = IntStream.of(widths)
                    .mapToObj(width -> "-".repeat(width + 2))
                    .collect(Collectors.joining("|", "|", "|\n"));
            StringBuilder text = new StringBuilder(line(lines.get(0), widths)).append(rule);
            lines.subList(1, lines.size()).forEach(row -> text.append(line(row, widths)));
            return text.toString();
        }

        private static String line(List<String> cells, int[] widths) {
            return IntStream.range(0, widths.length)
                    .mapToObj(c -> " " + cells.get(c)
                            + " ".repeat(widths[c] - cells.get(c).length()) + " ")
                    .collect(Collectors.joining("|", "|", "|\n"));
        }
    }

    /** The count, sum and sum of squares of values, so that the values of many queries can be combined. */
    @JsonPropertyOrder({"count", "sum", "squares", "mean", "deviation"})
    public record Moments(long count, double sum, double squares) {
        public static final Moments NONE = new Moments(0, 0, 0);

        public static Moments of(double value) {
            return new Moments(1, value, value * value);
        }

        /** @param count of all values; those that are not given are 0 */
        public static Moments of(Collection<Double> values, long count) {
            Moments given = values.stream().map(Moments::of).reduce(NONE, Moments::plus);
            return new Moments(count, given.sum, given.squares);
        }

        public Moments plus(Moments other) {
            return new Moments(count + other.count, sum + other.sum, squares + other.squares);
        }

        /** Returns the mean; 0 if there are no values. */
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public double mean() {
            return count == 0 ? 0 : sum / count;
        }

        /** Returns the standard deviation of the population; 0 if there are no values. */
        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public double deviation() {
            return count == 0 ? 0 : Math.sqrt(Math.max(0, squares / count - mean() * mean()));
        }
    }
}
