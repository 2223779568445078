package io.whorl.cli;

import java.util.Locale;

/** Numbers of things in words: {@code 1 document}, {@code 1,234 documents}. */
final class Amount {
    static final double MEGABYTE = 1e6;

    private Amount() {}

    /** @param start what {@link System#nanoTime} was */
    static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /** Returns a text with values in the same form in every locale. Without values, the text is no format. */
    public static String say(String format, Object... values) {
        return values.length == 0 ? format : String.format(Locale.ROOT, format, values);
    }

    /** @param thing a noun whose plural ends in s */
    public static String of(long count, String thing) {
        return of(count, thing, thing + "s");
    }

    public static String of(long count, String one, String several) {
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? one : several);
    }

    /** Returns the verb that agrees with the number. */
    public static String verb(long count, String one, String several) {
        return count == 1 ? one : several;
    }
}
