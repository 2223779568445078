package io.whorl.cli.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Refuses empty text, such as the value of an unset variable. Picocli adds the name of the argument to the message. */
public final class TextConverter implements ITypeConverter<String> {
    @Override
    public String convert(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("it is empty; give a value");
        }
        return text;
    }
}
