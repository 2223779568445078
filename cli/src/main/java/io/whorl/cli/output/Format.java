package io.whorl.cli.output;

/** The formats of results. */
public enum Format {
    /** Aligned columns for people. Figures are rounded. */
    TABLE,
    /** One object per line. Figures have all digits. */
    JSON,
    /** A line of field names, then one line per record. Tabs separate the values. Figures have all digits. */
    TSV
}
