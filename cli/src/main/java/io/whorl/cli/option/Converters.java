package io.whorl.cli.option;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.LocaleCheck;
import io.whorl.cli.console.Usage;
import io.whorl.cli.output.Amount;
import io.whorl.query.QueryOptions;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.TreeMap;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Makes values of arguments. Picocli adds the name of the argument to the messages. */
public final class Converters {
    private Converters() {}

    /**
     * Refuses empty text, such as the value of an unset variable. Picocli adds the name of the argument to the message.
     */
    public static final class TextConverter implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (text.isEmpty()) {
                throw new TypeConversionException("it is empty; give a value");
            }
            return text;
        }
    }

    /** Parses a path. Picocli adds the name of the argument to the message. */
    public static final class PathConverter implements ITypeConverter<Path> {
        /**
         * Parses the path of an argument that may be something else, such as an id.
         *
         * @param label the label of the argument, for the message
         */
        public static Path parse(String text, String label) {
            try {
                return new PathConverter().convert(text);
            } catch (TypeConversionException e) {
                throw Usage.error("Invalid value for positional parameter (" + label + "): " + e.getMessage());
            }
        }

        @Override
        public Path convert(String text) {
            if (text.isEmpty()) {
                throw new TypeConversionException("it is empty; give a path");
            }
            try {
                return Path.of(text);
            } catch (InvalidPathException e) {
                throw new TypeConversionException("'" + text + "' is not a path: " + e.getReason() + LocaleCheck.FIX);
            }
        }
    }

    /** Parses a seed of 64 bits, in decimal or as 0x and hexadecimal digits. */
    public static final class SeedConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                if (text.toLowerCase(Locale.ROOT).startsWith("0x")) {
                    return Long.parseUnsignedLong(text.substring(2), 16);
                }
                return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text
                        + "' is not a seed: a number of up to 64 bits, decimal or 0x and hexadecimal digits");
            }
        }
    }

    /** Parses {@code --max-df}: a number of documents, or none. */
    public static final class FrequencyLimitConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            if (text.equals("none")) {
                return QueryOptions.NO_LIMIT;
            }
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException("'" + text + "' is neither a number of documents nor none");
            }
        }
    }

    /**
     * Parses {@code NAME[:key=value,...]}. A value {@code @FILE} means the lines of the file, separated by {@code |}.
     */
    public static final class SelectionConverter implements ITypeConverter<Selection> {
        private static final String FORM = "; the form is NAME or NAME:key=value,key=value";

        @Override
        public Selection convert(String text) throws IOException {
            int colon = text.indexOf(':');
            String name = colon < 0 ? text : text.substring(0, colon);
            Map<String, String> parameters = new TreeMap<>();
            for (String part :
                    colon < 0 ? new String[0] : text.substring(colon + 1).split(",", -1)) {
                int equals = part.indexOf('=');
                if (equals < 1) {
                    throw new TypeConversionException("'" + part + "' in '" + text + "' is not key=value" + FORM);
                }
                String key = part.substring(0, equals);
                if (parameters.put(key, value(part.substring(equals + 1))) != null) {
                    throw new TypeConversionException("'" + key + "' is given twice in '" + text + "'");
                }
            }
            try {
                return new Selection(name, parameters);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
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
                        throw new TypeConversionException(Amount.say(
                                "%s holds more than %,d bytes, the most that a scheme holds; give fewer lines",
                                file, Scheme.MOST_LIST_BYTES));
                    }
                }
            } catch (FailedException e) {
                throw new TypeConversionException(e.getMessage());
            }
            return joined.toString();
        }
    }
}
