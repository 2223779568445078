package io.whorl.cli.output;

import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** One record as a table: one field per line. */
final class ListedRecord implements Records {
    private final Writer out;
    private final List<Column> columns;

    ListedRecord(Writer out, List<Column> columns) {
        this.out = out;
        this.columns = columns;
    }

    @Override
    public void add(Value... values) throws IOException {
        int names = columns.stream().mapToInt(c -> c.title().length()).max().orElse(0);
        int numbers = 0;
        for (int i = 0; i < values.length; i++) {
            numbers = columns.get(i).right()
                    ? Math.max(numbers, values[i].forTable().length())
                    : numbers;
        }
        for (int i = 0; i < values.length; i++) {
            String value = values[i].forTable();
            String name = columns.get(i).title();
            out.write(name + " ".repeat(names - name.length() + 2));
            out.write(columns.get(i).right() ? " ".repeat(numbers - value.length()) + value : value);
            out.write('\n');
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.flush();
    }
}
