package io.whorl.cli.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
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

    /** Adds a value that is JSON itself. */
    public Figures json(String name, String json) {
        return add(Column.text(name), Value.json(json));
    }

    private Figures add(Column column, Value value) {
        columns.add(column);
        values.add(value);
        return this;
    }

    public List<Column> columns() {
        return Collections.unmodifiableList(columns);
    }

    /** @param records opened with these columns; closed by this call */
    public void print(Records records) throws IOException {
        try (records) {
            records.add(values.toArray(Value[]::new));
        }
    }
}
