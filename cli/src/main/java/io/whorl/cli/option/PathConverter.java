package io.whorl.cli.option;

import io.whorl.cli.console.LocaleCheck;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a path. Picocli adds the name of the argument to the message. */
public final class PathConverter implements ITypeConverter<Path> {
    /**
     * Parses the path of an argument that may be something else, such as an id.
     *
     * @param label the label of the argument, for the message
     */
    public static Path parse(String text, String label, Usage usage) {
        try {
            return new PathConverter().convert(text);
        } catch (TypeConversionException e) {
            throw usage.error("Invalid value for positional parameter (" + label + "): " + e.getMessage());
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
