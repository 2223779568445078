package io.whorl.cli;

import java.io.IOException;
import java.io.Writer;

/** A result of one record, built field by field. */
final class Figures {
    private final Table<Figures> table = new Table<>();

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
        table.column(column, figures -> value);
        return this;
    }

    public <R> Figures addAll(Table<R> part, R row) {
        table.part(figures -> row, part);
        return this;
    }

    /** Prints the record. A table shows one field per line. */
    public void print(Format format, Writer out) throws IOException {
        try (Table<Figures>.Rows rows = table.openOne(format, out)) {
            rows.add(this);
        }
    }
}
