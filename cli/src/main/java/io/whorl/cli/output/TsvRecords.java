package io.whorl.cli.output;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.stream.Collectors;

/** A line of field names, then one line per record. */
final class TsvRecords implements Records {
    private final Writer out;

    TsvRecords(Writer out, List<Column> columns) throws IOException {
        this.out = out;
        out.write(columns.stream().map(Column::name).collect(Collectors.joining("\t", "", "\n")));
    }

    @Override
    public void add(Value... values) throws IOException {
        for (int i = 0; i < values.length; i++) {
            out.write(i == 0 ? "" : "\t");
            values[i].toTsv(out);
        }
        out.write('\n');
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
