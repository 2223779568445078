package io.whorl.cli;

import io.whorl.measure.Measure;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.regex.Pattern;

/**
 * A field of a result.
 *
 * @param name the field name in JSON and TSV
 * @param right whether a table aligns the values to the right
 */
record Column(String name, String title, boolean right) {
    /** Titles that are more than the words of the field name. */
    private static final ResourceBundle TITLES = ResourceBundle.getBundle("io.whorl.cli.titles", Locale.ROOT);

    private static final Pattern WORD = Pattern.compile("-(.)");

    public static Column text(String name) {
        return new Column(name, title(name), false);
    }

    public static Column number(String name) {
        return new Column(name, title(name), true);
    }

    /** The score by a measure, which the title names. */
    static Column score(Measure measure) {
        return new Column("score", "score (" + measure.label() + ")", true);
    }

    /** The same, beside columns of the plain measures: a table names only others. */
    static Column scoreBeside(Measure measure) {
        return switch (measure) {
            case SHARED, PERCENT, RESEMBLANCE, CONTAINMENT, CONTAINED -> number("score");
            default -> score(measure);
        };
    }

    /** Returns a name of words with hyphens between them as a field name: {@code weightedResemblance}. */
    public static String field(String name) {
        return WORD.matcher(name).replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    }

    /** Returns the title that a table shows in place of a field name, such as {@code bytes per posting}. */
    public static String title(String name) {
        return TITLES.containsKey(name)
                ? TITLES.getString(name)
                : name.replaceAll("(\\p{Upper})", " $1").toLowerCase(Locale.ROOT);
    }
}
