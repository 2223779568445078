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

    public interface Cell<T> {
        Value of(T row) throws IOException;
    }

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
        return new Rows<>(this, Records.of(format, out, columns));
    }

    public String json(Iterable<T> rows) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(out)) {
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
        return out.toString();
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
