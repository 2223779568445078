package io.whorl.cli;

enum Format {
    /** Aligned columns for people. Figures are rounded. */
    TABLE,
    /** One object per line. Figures have all digits. */
    JSON,
    /** A line of field names, then one line per record. Tabs separate the values. Figures have all digits. */
    TSV,
    /** The same as TSV, but separated by commas, with quotes where needed (RFC 4180). */
    CSV,
    /** For passages and clusters: one object per line, with the fields of Passim. */
    PASSIM
}
