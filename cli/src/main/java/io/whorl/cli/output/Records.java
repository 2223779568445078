package io.whorl.cli.output;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** Results of one kind, one after another. Closing writes what is left and flushes, but leaves the writer open. */
public interface Records extends Closeable {
    /** @param values as many as there are columns, in their order */
    void add(Value... values) throws IOException;

    /** Hands on what is complete; a table may keep its first lines until it knows how wide they are. */
    void flush() throws IOException;

    static Records of(Format format, Writer out, List<Column> columns) throws IOException {
        return switch (format) {
            case TABLE -> new TableRecords(out, columns);
            case JSON -> new JsonRecords(out, columns);
            case TSV -> new TsvRecords(out, columns);
        };
    }

    /** For a result that is one record: a table shows a field on each line. */
    static Records ofOne(Format format, Writer out, List<Column> columns) throws IOException {
        return format == Format.TABLE ? new ListedRecord(out, columns) : of(format, out, columns);
    }
}
