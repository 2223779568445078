package io.whorl.lab;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The names of constants in settings and options: lower case with hyphens. */
public final class Labels {
    private Labels() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns all names, separated by commas. */
    public static String all(Class<? extends Enum<?>> type) {
        return Arrays.stream(type.getEnumConstants()).map(Labels::of).collect(Collectors.joining(", "));
    }

    /** @param rule the start of the message about another name; all names follow */
    public static <E extends Enum<E>> E parse(Class<E> type, String label, String rule) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> of(constant).equals(label))
                .findFirst()
                .orElseThrow(() -> new LabException(rule + all(type)));
    }
}
