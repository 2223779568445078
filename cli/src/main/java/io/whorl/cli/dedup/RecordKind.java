package io.whorl.cli.dedup;

import java.nio.charset.StandardCharsets;

/** How the records of a format are put into one file. */
enum RecordKind {
    /** JSON objects: each file of them starts on a new line. */
    JSON("json", "\n", 1, true, false),
    /** Rows of a table, whose first one names the columns. */
    TABLE("csv", "\n", 1, false, false),
    /** Mails, after an empty line. */
    MAIL("mbox", "\n", 2, true, false),
    /** Records of a web archive, which end with two line ends. Readers expect each in a member of its own. */
    WARC("warc", "\r\n", 2, true, true),
    /** Records of a web archive in the older format. */
    ARC("arc", "\n", 1, true, true);

    private final String format;
    private final byte[] lineEnd;
    private final int ends;
    private final boolean joined;
    private final boolean members;

    RecordKind(String format, String lineEnd, int ends, boolean joined, boolean members) {
        this.format = format;
        this.lineEnd = lineEnd.getBytes(StandardCharsets.US_ASCII);
        this.ends = ends;
        this.joined = joined;
        this.members = members;
    }

    /** The kind of a format whose records can be copied. */
    static RecordKind of(String format) {
        for (RecordKind kind : values()) {
            if (kind.format.equals(format)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("format is " + format + "; its records cannot be copied");
    }

    /** The format by name. */
    String format() {
        return format;
    }

    /** A line end of the format. */
    byte[] lineEnd() {
        return lineEnd.clone();
    }

    /** The number of line ends before the first record of the next file. */
    int ends() {
        return ends;
    }

    /** True if several files can be put into one. */
    boolean isJoined() {
        return joined;
    }

    /** True if each record is compressed as a member of its own. */
    boolean hasMembers() {
        return members;
    }
}
