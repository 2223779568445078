package io.whorl.lab;

import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.stream.IntStream;

/** The longer texts of tables, plots and systems, from {@code prose.properties}. */
public final class Prose {
    private static final ResourceBundle TEXTS = ResourceBundle.getBundle("io.whorl.lab.prose");

    private Prose() {}

    /** @param values stand for {@code %1$s}, {@code %2$s} and so on in the text */
    public static String of(String key, Object... values) {
        return String.format(Locale.ROOT, TEXTS.getString(key), values);
    }

    /** Returns the texts of {@code KEY.1}, {@code KEY.2} and so on. */
    static List<String> notes(String key, Object... values) {
        return IntStream.iterate(1, number -> number + 1)
                .mapToObj(number -> key + "." + number)
                .takeWhile(TEXTS::containsKey)
                .map(note -> of(note, values))
                .toList();
    }
}
