package io.whorl.cli.output;

import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** A line of field names, then one line per record, separated by commas (RFC 4180). */
final class CsvRecords implements Records {
    private static final String LINE_END = "\r\n";

    private final Writer out;

    CsvRecords(Writer out, List<Column> columns) throws IOException {
        this.out = out;
        for (int i = 0; i < columns.size(); i++) {
            cell(i, columns.get(i).name());
        }
        out.write(LINE_END);
    }

    @Override
    public void add(Value... values) throws IOException {
        for (int i = 0; i < values.length; i++) {
            cell(i, values[i].forCsv());
        }
        out.write(LINE_END);
    }

    private void cell(int column, String text) throws IOException {
        out.write(column == 0 ? "" : ",");
        boolean quoted = text.indexOf(',') >= 0 || text.indexOf('"') >= 0;
        out.write(quoted ? '"' + text.replace("\"", "\"\"") + '"' : text);
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
