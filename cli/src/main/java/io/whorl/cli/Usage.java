package io.whorl.cli;

import io.whorl.Options;
import io.whorl.SchemeException;
import io.whorl.corpus.SourceFacts;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.io.function.IOSupplier;
import picocli.CommandLine.Option;

/** Wrong usage of a command: it ends the command with exit code 2, this message, and a pointer to the help. */
final class Usage extends RuntimeException {
    private static final long serialVersionUID = 1;

    private Usage(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the exception to throw. */
    public static Usage error(String message) {
        return new Usage(message, null);
    }

    /** Ends the command if the arguments are refused. */
    public static void refuse(boolean refused, String message) {
        if (refused) {
            throw error(message);
        }
    }

    /**
     * Returns the value, and reports a value that the library refuses as wrong usage. Elsewhere, an
     * {@link IllegalArgumentException} is an error of the program.
     *
     * @throws IOException if a file that the arguments name cannot be read
     */
    public static <T> T checked(IOSupplier<T> maker) throws IOException {
        try {
            T value = maker.get();
            if (value instanceof Options<?> options) {
                options.checked();
            }
            return value;
        } catch (IllegalArgumentException | SchemeException e) {
            throw new Usage(e.getMessage(), e);
        }
    }

    /**
     * Returns what the options of an object decide, by name: a run that is continued must have the same. A file stands
     * for the facts by which its change is noticed. What is not given, and has no default, is left out.
     */
    public static Map<String, String> facts(Object options) throws IOException {
        Map<String, String> facts = new TreeMap<>();
        for (Field field : options.getClass().getDeclaredFields()) {
            Option option = field.getAnnotation(Option.class);
            Object value = option == null ? null : value(field, options);
            if (value instanceof Path file) {
                facts.putAll(SourceFacts.of(List.of(file)));
            } else if (value != null && !value.equals(false)) {
                facts.put(option.names()[0], value instanceof Enum<?> e ? Choice.name(e) : value.toString());
            }
        }
        return facts;
    }

    private static Object value(Field field, Object options) {
        try {
            field.setAccessible(true);
            return field.get(options);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
