package io.whorl.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.Closeable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.io.function.IOFunction;
import org.jline.utils.WCWidth;

/**
 * The columns of a result, each with the value that it takes from a row. Not thread-safe while columns are added.
 *
 * @param <T> a row
 */
final class Table<T> {
    private static final JsonFactory JSON = new JsonFactory();

    private final List<Column> columns = new ArrayList<>();
    private final List<IOFunction<T, Value>> cells = new ArrayList<>();

    public Table<T> column(Column column, IOFunction<T, Value> cell) {
        columns.add(column);
        cells.add(cell);
        return this;
    }

    /** Adds a column that a table aligns to the right. */
    public Table<T> number(String name, IOFunction<T, Value> cell) {
        return column(Column.number(name), cell);
    }

    public Table<T> count(String name, ToLongFunction<T> count) {
        return number(name, row -> Value.count(count.applyAsLong(row)));
    }

    public Table<T> text(String name, Function<T, String> text) {
        return column(Column.text(name), row -> Value.text(text.apply(row)));
    }

    /** Adds a text that some rows lack. */
    public Table<T> optionalText(String name, IOFunction<T, Optional<String>> text) {
        return column(Column.text(name), row -> text.apply(row).map(Value::text).orElse(Value.absent()));
    }

    public Table<T> flag(String name, Predicate<T> flag) {
        return column(Column.text(name), row -> Value.flag(flag.test(row)));
    }

    /** Adds a flag that only the rows have of which it is true. */
    public Table<T> mark(String name, Predicate<T> mark) {
        return column(Column.text(name), row -> mark.test(row) ? Value.flag(true) : Value.absent());
    }

    public Table<T> json(String name, IOFunction<T, String> json) {
        return column(Column.text(name), row -> Value.json(json.apply(row)));
    }

    /** Adds the columns of a part of each row. */
    public <P> Table<T> part(Function<T, P> part, Table<P> table) {
        return optional(row -> Optional.of(part.apply(row)), table);
    }

    /** Adds the columns of a part that some rows lack. Their values are absent then. */
    public <P> Table<T> optional(Function<T, Optional<P>> part, Table<P> table) {
        for (int i = 0; i < table.columns.size(); i++) {
            IOFunction<P, Value> cell = table.cells.get(i);
            column(table.columns.get(i), row -> {
                Optional<P> found = part.apply(row);
                return found.isPresent() ? cell.apply(found.get()) : Value.absent();
            });
        }
        return this;
    }

    public Table<T> when(boolean condition, UnaryOperator<Table<T>> more) {
        return condition ? more.apply(this) : this;
    }

    public Rows open(Format format, Writer out) throws IOException {
        return open(format, out, Room.ANY);
    }

    public Rows open(Format format, Writer out, Room room) throws IOException {
        return switch (format) {
            case TABLE -> new AlignedRows(out, room);
            case JSON, PASSIM -> new JsonRows(out);
            case TSV, CSV -> new SeparatedRows(out, format == Format.CSV);
        };
    }

    /** Opens a result of one row. A table shows one field per line. */
    Rows openOne(Format format, Writer out) throws IOException {
        return format == Format.TABLE ? new ListedRow(out) : open(format, out);
    }

    public String json(Iterable<T> rows) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            write(rows, json);
        }
        return out.toString();
    }

    /** Writes an array with an object for each row. */
    public void write(Iterable<T> rows, JsonGenerator json) throws IOException {
        json.writeStartArray();
        for (T row : rows) {
            json.writeStartObject();
            for (int i = 0; i < columns.size(); i++) {
                cells.get(i).apply(row).toJson(columns.get(i).name(), json);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /**
     * The room of a table on a terminal.
     *
     * @param columns the number of columns. A table of short lines does not ask
     * @param lacking told if a table did not fit: texts are shortened, and there may be columns that it leaves out, of
     *     which it receives the titles
     */
    public record Room(IntSupplier columns, Consumer<List<String>> lacking) {
        /** Output that is no terminal. */
        private static final Room ANY = new Room(() -> Integer.MAX_VALUE, titles -> {});
    }

    /** Writes rows. Closing writes what is pending and flushes the writer, but does not close it. */
    public abstract class Rows implements Closeable {
        final Writer out;

        private Rows(Writer out) {
            this.out = out;
        }

        public void add(T row) throws IOException {
            Value[] values = new Value[cells.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = cells.get(i).apply(row);
            }
            write(values);
        }

        /** @param values one per column, in the order of the columns */
        abstract void write(Value[] values) throws IOException;

        /** Writes what is complete. A table may hold its first lines until it knows their widths. */
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }

    /**
     * Aligned columns. The first lines are held to learn the widths. Later lines are written at once, so memory is
     * bounded. If lines are long, for example because ids are paths, the texts follow the numbers, so that the numbers
     * stay aligned. If they are longer than the terminal is wide, the last columns of numbers are left out until each
     * text has some room, and longer texts are shortened in the middle.
     */
    private final class AlignedRows extends Rows {
        private static final int HELD = 1_000;
        private static final int LONG = 80;
        private static final String GAP = "  ";
        /**
         * The room that each text gets before columns of numbers do, and the least that it gets. Two texts leave room
         * for a cluster and a weighted score in 80 columns.
         */
        private static final int[] TEXT_ROOM = {19, 8};

        private final Room room;
        private final int[] widths = new int[columns.size()];
        private int[] order = IntStream.range(0, columns.size()).toArray();
        private final List<String[]> held = new ArrayList<>();
        private boolean streaming;
        private boolean fitted;

        AlignedRows(Writer out, Room room) {
            super(out);
            this.room = room;
        }

        @Override
        void write(Value[] values) throws IOException {
            String[] cells = Stream.of(values).map(Value::forTable).toArray(String[]::new);
            if (streaming) {
                line(cells);
            } else {
                held.add(cells);
                if (held.size() == HELD) {
                    release();
                }
            }
        }

        @Override
        public void close() throws IOException {
            if (!streaming && !held.isEmpty()) {
                release();
            }
            out.flush();
        }

        private void release() throws IOException {
            held.add(0, columns.stream().map(Column::title).toArray(String[]::new));
            for (String[] cells : held) {
                for (int i = 0; i < cells.length; i++) {
                    widths[i] = Math.max(widths[i], width(cells[i]));
                }
            }
            if (length() > LONG) {
                putTextsLast();
                int most = room.columns().getAsInt();
                if (length() > most) {
                    fit(most);
                }
            }
            for (String[] cells : held) {
                line(cells);
            }
            held.clear();
            streaming = true;
        }

        private void putTextsLast() {
            IntPredicate number = i -> columns.get(i).right();
            order = IntStream.concat(
                            IntStream.of(order).filter(number),
                            IntStream.of(order).filter(number.negate()))
                    .toArray();
        }

        private int length() {
            return IntStream.of(order).map(i -> widths[i] + GAP.length()).sum() - GAP.length();
        }

        private void fit(int most) {
            fitted = true;
            int[] natural = widths.clone();
            int[] texts =
                    IntStream.of(order).filter(i -> !columns.get(i).right()).toArray();
            List<String> leftOut = new ArrayList<>();
            for (int i : texts) {
                widths[i] = Math.min(natural[i], TEXT_ROOM[0]);
            }
            // The numbers come first, the most important one before the others.
            for (int last = order.length - texts.length - 1; last > 0 && length() > most; last--) {
                int dropped = order[last];
                leftOut.add(0, columns.get(dropped).title());
                order = IntStream.of(order).filter(i -> i != dropped).toArray();
            }
            for (int i : texts) {
                widths[i] = Math.min(natural[i], TEXT_ROOM[1]);
            }
            for (boolean grown = true; grown; ) {
                grown = false;
                for (int i : texts) {
                    if (widths[i] < natural[i] && length() < most) {
                        widths[i]++;
                        grown = true;
                    }
                }
            }
            room.lacking().accept(leftOut);
        }

        private void line(String[] cells) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int i : order) {
                boolean right = columns.get(i).right();
                String cell = right || !fitted ? cells[i] : shortened(cells[i], widths[i]);
                String padding = " ".repeat(Math.max(0, widths[i] - width(cell)));
                line.append(right ? padding + cell : cell + padding).append(GAP);
            }
            out.write(line.toString().stripTrailing());
            out.write('\n');
        }

        /** Returns a text of so many columns: ids differ at the beginning or at the end. */
        private static String shortened(String cell, int columns) {
            if (width(cell) <= columns) {
                return cell;
            }
            int start = 0;
            int end = cell.length();
            for (boolean first = true; ; first = !first) {
                int next = first ? cell.offsetByCodePoints(start, 1) : cell.offsetByCodePoints(end, -1);
                String kept = first
                        ? cell.substring(0, next) + cell.substring(end)
                        : cell.substring(0, start) + cell.substring(next);
                if (width(kept) >= columns) {
                    return cell.substring(0, start) + "\u2026" + cell.substring(end);
                }
                start = first ? next : start;
                end = first ? end : next;
            }
        }

        /** Returns the columns of a terminal that a text takes. */
        private static int width(String cell) {
            return cell.codePoints().map(WCWidth::wcwidth).sum();
        }
    }

    /** One record as a table: one field per line. */
    private final class ListedRow extends Rows {
        ListedRow(Writer out) {
            super(out);
        }

        @Override
        void write(Value[] values) throws IOException {
            String[] cells = Stream.of(values).map(Value::forTable).toArray(String[]::new);
            IntStream right = IntStream.range(0, cells.length)
                    .filter(i -> columns.get(i).right())
                    .map(i -> cells[i].length());
            int numbers = right.max().orElse(1);
            int names = columns.stream().mapToInt(c -> c.title().length()).max().orElse(0);
            for (int i = 0; i < cells.length; i++) {
                String name = columns.get(i).title();
                String indent = columns.get(i).right() ? " ".repeat(numbers - cells[i].length()) : "";
                out.write(name + " ".repeat(names - name.length() + 2) + indent + cells[i] + "\n");
            }
        }
    }

    /** One JSON object per line. */
    private final class JsonRows extends Rows {
        private final JsonGenerator json;

        JsonRows(Writer out) throws IOException {
            super(out);
            json = Escapes.JSON.createGenerator(out);
            json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
            // Each object ends its line, so that a reader of a pipe gets whole lines.
            json.setPrettyPrinter(new MinimalPrettyPrinter(""));
        }

        @Override
        void write(Value[] values) throws IOException {
            json.writeStartObject();
            for (int i = 0; i < values.length; i++) {
                values[i].toJson(columns.get(i).name(), json);
            }
            json.writeEndObject();
            json.writeRaw('\n');
        }

        @Override
        public void flush() throws IOException {
            json.flush();
            out.flush();
        }

        @Override
        public void close() throws IOException {
            json.close();
            out.flush();
        }
    }

    /** A line of field names, then one line per record: TSV, or CSV with quotes where needed (RFC 4180). */
    private final class SeparatedRows extends Rows {
        private final boolean csv;

        SeparatedRows(Writer out, boolean csv) throws IOException {
            super(out);
            this.csv = csv;
            out.write(columns.stream().map(Column::name).collect(Collectors.joining(csv ? "," : "\t")));
            out.write(csv ? "\r\n" : "\n");
        }

        @Override
        void write(Value[] values) throws IOException {
            for (int i = 0; i < values.length; i++) {
                if (csv) {
                    StringWriter cell = new StringWriter();
                    values[i].write(cell, Escapes::csv, Escapes::visible);
                    String text = cell.toString();
                    boolean quoted = text.indexOf(',') >= 0 || text.indexOf('"') >= 0;
                    out.write(i == 0 ? "" : ",");
                    out.write(quoted ? '"' + text.replace("\"", "\"\"") + '"' : text);
                } else {
                    out.write(i == 0 ? "" : "\t");
                    values[i].write(out, Escapes::tsv, Escapes::tsv);
                }
            }
            out.write(csv ? "\r\n" : "\n");
        }
    }
}
