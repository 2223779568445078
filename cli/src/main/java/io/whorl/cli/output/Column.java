package io.whorl.cli.output;

import java.util.Locale;
import java.util.ResourceBundle;

/**
 * A field of a result.
 *
 * @param name the field name in JSON and TSV
 * @param title the title in a table
 * @param right whether a table aligns the values to the right
 */
public record Column(String name, String title, boolean right) {
    public static Column text(String name) {
        return new Column(name, Titles.of(name), false);
    }

    public static Column number(String name) {
        return new Column(name, Titles.of(name), true);
    }

    /** The titles that tables show in place of field names. */
    public static final class Titles {
        /** Titles that are more than the words of the field name. */
        private static final ResourceBundle TITLES =
                ResourceBundle.getBundle("io.whorl.cli.output.titles", Locale.ROOT);

        private Titles() {}

        /** Returns the title of a field: {@code bytes per posting} for {@code bytesPerPosting}. */
        public static String of(String name) {
            return TITLES.containsKey(name) ? TITLES.getString(name) : words(name);
        }

        private static String words(String name) {
            return name.replaceAll("(\\p{Upper})", " $1").toLowerCase(Locale.ROOT);
        }
    }
}
