package io.whorl.lab.results;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/** A CSV file (RFC 4180, with Unix line ends). An absent number is an empty field. */
final class CsvFile implements Closeable {
    private final CsvWriter writer;
    private final int columns;

    CsvFile(Path file, List<String> header) throws IOException {
        columns = header.size();
        writer = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(file);
        row(header);
    }

    /** @param fields strings, numbers or {@link OptionalDouble}s, one for each column */
    void row(List<?> fields) {
        if (fields.size() != columns) {
            throw new IllegalArgumentException("fields has " + fields.size() + " elements; it must have " + columns);
        }
        writer.writeRecord(fields.stream().map(CsvFile::text).toList());
    }

    private static String text(Object field) {
        return field instanceof OptionalDouble number
                ? number.stream().mapToObj(Double::toString).findFirst().orElse("")
                : field.toString();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
