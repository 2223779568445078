package io.whorl.lab.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** A table as RFC 4180 has it, but lines end as Unix has them. Absent figures are empty. */
final class Csv {
    private final List<String> lines = new ArrayList<>();
    private final int columns;

    Csv(List<String> header) {
        columns = header.size();
        row(new ArrayList<>(header));
    }

    /** @param fields strings, numbers, or optional numbers */
    void row(List<?> fields) {
        if (fields.size() != columns) {
            throw new IllegalArgumentException("fields are " + fields.size() + "; they must be " + columns);
        }
        lines.add(fields.stream().map(Csv::text).collect(Collectors.joining(",")));
    }

    private static String text(Object field) {
        if (field instanceof OptionalDouble maybe) {
            return maybe.isPresent() ? Double.toString(maybe.getAsDouble()) : "";
        }
        String text = field.toString();
        return text.matches("[^\",\r\n]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    void write(Path file) throws IOException {
        Files.write(file, lines);
    }
}
