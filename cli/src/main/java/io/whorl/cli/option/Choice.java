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
        return named(values, text);
    }

    @Override
    public Iterator<String> iterator() {
        return names().iterator();
    }

    public static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the value with this name. */
    static <T extends Enum<T>> T named(Class<T> type, String name) {
        return named(type.getEnumConstants(), name);
    }

    private static <T extends Enum<T>> T named(T[] values, String name) {
        for (T value : values) {
            if (name(value).equals(name)) {
                return value;
            }
        }
        throw new TypeConversionException("'" + name + "' is not one of " + String.join(", ", names(values)));
    }

    private List<String> names() {
        return names(values);
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Choice::name).toList();
    }
}
