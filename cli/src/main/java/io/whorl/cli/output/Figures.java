package io.whorl.cli.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A result of figures, each under its name, in the order in which they are added. */
public final class Figures {
    private final List<Column> columns = new ArrayList<>();
    private final List<Value> values = new ArrayList<>();

    public Figures count(String name, long count) {
        return add(Column.number(name), Value.count(count));
    }

    /** Of which people are shown two decimals. */
    public Figures hundredth(String name, double value) {
        return add(Column.number(name), Value.hundredth(value));
    }

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

    /** @param records of these columns; closed when all is written */
    public void print(Records records) throws IOException {
        try (records) {
            records.add(values.toArray(Value[]::new));
        }
    }
}
