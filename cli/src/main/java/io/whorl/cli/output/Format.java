package io.whorl.cli.output;

/** The forms of a command's results. */
public enum Format {
    /** Aligned columns for people; figures are rounded. */
    TABLE,
    /** One object a line; figures in full. */
    JSON,
    /** A header line, then raw values parted by tabs; figures in full. */
    TSV
}
