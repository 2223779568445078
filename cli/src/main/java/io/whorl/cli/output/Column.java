package io.whorl.cli.output;

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
}
