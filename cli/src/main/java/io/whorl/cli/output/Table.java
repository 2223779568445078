package io.whorl.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.Closeable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

/**
 * The columns of a result, each with the value that it takes from a row. Not thread-safe while columns are added.
 *
 * @param <T> a row
 */
public final class Table<T> {
    private static final JsonFactory JSON = new JsonFactory();

    private final List<Column> columns = new ArrayList<>();
    private final List<Cell<T>> cells = new ArrayList<>();

    /** Takes something from a row. */
    public interface Cells<T, V> {
        V of(T row) throws IOException;
    }

    public interface Cell<T> extends Cells<T, Value> {}

    public Table<T> column(Column column, Cell<T> cell) {
        columns.add(column);
        cells.add(cell);
        return this;
    }

    /** Adds a column that a table aligns to the right. */
    public Table<T> number(String name, Cell<T> cell) {
        return column(Column.number(name), cell);
    }

    public Table<T> count(String name, ToLongFunction<T> count) {
        return number(name, row -> Value.count(count.applyAsLong(row)));
    }

    public Table<T> text(String name, Function<T, String> text) {
        return column(Column.text(name), row -> Value.text(text.apply(row)));
    }

    /** Adds a text that some rows lack. */
    public Table<T> optionalText(String name, Cells<T, Optional<String>> text) {
        return column(Column.text(name), row -> text.of(row).map(Value::text).orElse(Value.absent()));
    }

    public Table<T> flag(String name, Predicate<T> flag) {
        return column(Column.text(name), row -> Value.flag(flag.test(row)));
    }

    /** Adds a flag that only the rows have of which it is true. */
    public Table<T> mark(String name, Predicate<T> mark) {
        return column(Column.text(name), row -> mark.test(row) ? Value.flag(true) : Value.absent());
    }

    /** Adds a field that is JSON itself. */
    public Table<T> json(String name, Cells<T, String> json) {
        return column(Column.text(name), row -> Value.json(json.of(row)));
    }

    /** Adds the columns of a part of each row. */
    public <P> Table<T> part(Function<T, P> part, Table<P> table) {
        return optional(row -> Optional.of(part.apply(row)), table);
    }

    /** Adds the columns of a part that some rows lack. Their values are absent then. */
    public <P> Table<T> optional(Function<T, Optional<P>> part, Table<P> table) {
        for (int i = 0; i < table.columns.size(); i++) {
            Cell<P> cell = table.cells.get(i);
            column(table.columns.get(i), row -> {
                Optional<P> found = part.apply(row);
                return found.isPresent() ? cell.of(found.get()) : Value.absent();
            });
        }
        return this;
    }

    public Table<T> when(boolean condition, UnaryOperator<Table<T>> more) {
        return condition ? more.apply(this) : this;
    }

    public Rows<T> open(Format format, Writer out) throws IOException {
        return open(format, out, Records.Room.ANY);
    }

    public Rows<T> open(Format format, Writer out, Records.Room room) throws IOException {
        return new Rows<>(this, Records.of(format, out, columns, room));
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
                cells.get(i).of(row).toJson(columns.get(i).name(), json);
            }
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    List<Column> columns() {
        return columns;
    }

    Value[] values(T row) throws IOException {
        Value[] values = new Value[cells.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = cells.get(i).of(row);
        }
        return values;
    }

    /** Writes rows. Closing writes what is pending, but does not close the writer. */
    public static final class Rows<T> implements Closeable {
        private final Table<T> table;
        private final Records records;

        private Rows(Table<T> table, Records records) {
            this.table = table;
            this.records = records;
        }

        public void add(T row) throws IOException {
            records.add(table.values(row));
        }

        /** Writes what is complete. A table may hold its first rows until it knows their widths. */
        public void flush() throws IOException {
            records.flush();
        }

        @Override
        public void close() throws IOException {
            records.close();
        }
    }
}
