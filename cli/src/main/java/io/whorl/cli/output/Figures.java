package io.whorl.cli.output;

import io.whorl.cli.output.Table.Records;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** A result of one record, built field by field. */
public final class Figures {
    private final List<Column> columns = new ArrayList<>();
    private final List<Value> values = new ArrayList<>();

    public Figures count(String name, long count) {
        return add(Column.number(name), Value.count(count));
    }

    /** Adds a figure of which a table shows two decimals. */
    public Figures hundredth(String name, double value) {
        return add(Column.number(name), Value.hundredth(value));
    }

    public Figures flag(String name, boolean value) {
        return add(Column.text(name), Value.flag(value));
    }

    public Figures json(String name, String json) {
        return add(Column.text(name), Value.json(json));
    }

    public Figures text(String name, String text) {
        return add(Column.text(name), Value.text(text));
    }

    public Figures add(Column column, Value value) {
        columns.add(column);
        values.add(value);
        return this;
    }

    /** Adds the columns of a table with the values of one row. */
    public <T> Figures addAll(Table<T> table, T row) throws IOException {
        for (int i = 0; i < table.columns().size(); i++) {
            add(table.columns().get(i), table.values(row)[i]);
        }
        return this;
    }

    /** Prints the record. A table shows one field per line. */
    public void print(Format format, Writer out) throws IOException {
        try (Records records = Records.ofOne(format, out, columns)) {
            records.add(values.toArray(Value[]::new));
        }
    }
}
