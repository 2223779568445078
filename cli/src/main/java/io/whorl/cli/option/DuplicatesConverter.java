package io.whorl.cli.option;

import io.whorl.bulk.Duplicates;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code --duplicates}: {@code ignore}, {@code keep}, {@code first}, {@code first:KIND} or {@code alias}. */
final class DuplicatesConverter implements ITypeConverter<Duplicates> {
    private static final String FIRST = "first:";

    @Override
    public Duplicates convert(String text) {
        return switch (text) {
            case "ignore" -> Duplicates.IGNORE;
            case "keep" -> Duplicates.KEEP;
            case "first" -> Duplicates.FIRST;
            case "alias" -> Duplicates.ALIAS;
            default -> Duplicates.first(kind(text));
        };
    }

    private static Duplicates.Kind kind(String text) {
        try {
            if (text.startsWith(FIRST)) {
                return Duplicates.Kind.valueOf(text.substring(FIRST.length()).toUpperCase(Locale.ROOT));
            }
        } catch (IllegalArgumentException e) {
            // Reported below.
        }
        throw new TypeConversionException(
                "'" + text + "' is not ignore, keep, first, first:exact, first:lexical, first:fingerprint or alias");
    }
}
