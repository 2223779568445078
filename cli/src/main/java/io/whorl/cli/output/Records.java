package io.whorl.cli.output;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Writes the records of one result. Closing writes what is pending and flushes the writer, but does not close it. */
public interface Records extends Closeable {
    /** @param values one per column, in the order of the columns */
    void add(Value... values) throws IOException;

    /** Writes what is complete. A table may hold its first lines until it knows their widths. */
    void flush() throws IOException;

    static Records of(Format format, Writer out, List<Column> columns) throws IOException {
        return switch (format) {
            case TABLE -> new TableRecords(out, columns);
            case JSON, PASSIM -> new JsonRecords(out, columns);
            case TSV -> new TsvRecords(out, columns);
            case CSV -> new CsvRecords(out, columns);
        };
    }

    /** Opens a result of one record. A table shows one field per line. */
    static Records ofOne(Format format, Writer out, List<Column> columns) throws IOException {
        return format == Format.TABLE ? new ListedRecord(out, columns) : of(format, out, columns);
    }
}
