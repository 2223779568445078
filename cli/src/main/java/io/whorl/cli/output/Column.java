package io.whorl.cli.output;

/**
 * A field of a result.
 *
 * @param name as it stands in JSON and in headers
 * @param right whether a table aligns it to the right
 */
public record Column(String name, boolean right) {
    public static Column text(String name) {
        return new Column(name, false);
    }

    public static Column number(String name) {
        return new Column(name, true);
    }
}
