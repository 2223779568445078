package io.whorl.cli.option;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The values of an enumeration as the user writes them, in lower case with hyphens. */
public abstract class Choice<E extends Enum<E>> implements ITypeConverter<E>, Iterable<String> {
    private final E[] values;

    public Choice(Class<E> type) {
        values = type.getEnumConstants();
    }

    @Override
    public E convert(String text) {
        for (E value : values) {
            if (name(value).equals(text)) {
                return value;
            }
        }
        throw new TypeConversionException("'" + text + "' is not one of " + String.join(", ", names()));
    }

    @Override
    public Iterator<String> iterator() {
        return names().iterator();
    }

    public static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private List<String> names() {
        return Arrays.stream(values).map(Choice::name).toList();
    }
}
