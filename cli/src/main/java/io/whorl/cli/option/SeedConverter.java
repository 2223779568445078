package io.whorl.cli.option;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a seed of 64 bits, in decimal or as 0x and hexadecimal digits. */
final class SeedConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        try {
            if (text.toLowerCase(Locale.ROOT).startsWith("0x")) {
                return Long.parseUnsignedLong(text.substring(2), 16);
            }
            return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException(
                    "'" + text + "' is not a seed: a number of up to 64 bits, decimal or 0x and hexadecimal digits");
        }
    }
}
