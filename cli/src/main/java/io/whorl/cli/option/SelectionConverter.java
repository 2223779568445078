package io.whorl.cli.option;

import io.whorl.cli.console.FailedException;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code NAME[:key=value,...]}. A value {@code @FILE} means the lines of the file, separated by {@code |}. */
public final class SelectionConverter implements ITypeConverter<Selection> {
    private static final String FORM = "; the form is NAME or NAME:key=value,key=value";

    @Override
    public Selection convert(String text) throws IOException {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return Selection.of(text);
        }
        Map<String, String> parameters = new TreeMap<>();
        for (String part : text.substring(colon + 1).split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new TypeConversionException("'" + part + "' in '" + text + "' is not key=value" + FORM);
            }
            String key = part.substring(0, equals);
            if (parameters.put(key, value(part.substring(equals + 1))) != null) {
                throw new TypeConversionException("'" + key + "' is given twice in '" + text + "'");
            }
        }
        return new Selection(text.substring(0, colon), parameters);
    }

    private static String value(String text) throws IOException {
        return text.startsWith("@") ? lines(Path.of(text.substring(1))) : text;
    }

    private static String lines(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new TypeConversionException("no such file: " + file);
        }
        StringJoiner joined = new StringJoiner("|");
        try (LineReader lines = LineReader.open(file, LineReader.LONGEST)) {
            for (Optional<String> next = lines.next(); next.isPresent(); next = lines.next()) {
                String line = next.get().strip();
                if (line.indexOf('|') >= 0) {
                    throw new TypeConversionException(
                            file + " contains '" + line + "'; '|' separates values and cannot be part of one");
                }
                if (!line.isEmpty()) {
                    joined.add(line);
                }
                if (joined.length() > Scheme.MOST_LIST_BYTES) {
                    throw new TypeConversionException(String.format(
                            Locale.ROOT,
                            "%s holds more than %,d bytes, the most that a scheme holds; give fewer lines",
                            file,
                            Scheme.MOST_LIST_BYTES));
                }
            }
        } catch (FailedException e) {
            throw new TypeConversionException(e.getMessage());
        }
        return joined.toString();
    }
}
