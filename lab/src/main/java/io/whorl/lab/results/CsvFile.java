package io.whorl.lab.results;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/** A CSV file (RFC 4180, with Unix line ends). An absent number is an empty field. */
final class CsvFile implements Closeable {
    private static final Pattern FORMULA = Pattern.compile("'*+[=+\\-@\uff1d\uff0b\uff0d\uff20\t\r]");
    private static final Pattern NUMBER = Pattern.compile("-|[-+]?[0-9][0-9.]*([eE][-+]?[0-9]+)?");

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

    /** Spreadsheets run a text that begins like a formula. An apostrophe before it prevents that. */
    private static String text(Object field) {
        if (field instanceof String text && FORMULA.matcher(text).lookingAt()) {
            return NUMBER.matcher(text).matches() ? text : "'" + text;
        }
        return field instanceof OptionalDouble number
                ? number.stream().mapToObj(Double::toString).findFirst().orElse("")
                : field.toString();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
