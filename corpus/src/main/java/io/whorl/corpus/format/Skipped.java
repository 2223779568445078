package io.whorl.corpus.format;

/**
 * A report of a document, record or whole source that was skipped.
 *
 * @param place where it is, for messages: file, member, line
 * @param file the number of its file among all files of the sources, from 0; −1 if it is in none that was listed
 * @param record the number of its record in the file, or of the record that contains it; 0 for the file;
 *     {@link Part#UNNUMBERED} for other parts of the file
 * @param reason why, for counting
 * @param detail why, in words
 */
public record Skipped(String place, long file, long record, Reason reason, String detail) {
    /**
     * Creates a report of something that is in no file.
     *
     * @param place what is skipped
     * @param reason why, for counting
     * @param detail why, in words
     */
    public Skipped(String place, Reason reason, String detail) {
        this(place, -1, Part.UNNUMBERED, reason, detail);
    }

    /** Kinds of reasons, for counting. */
    public enum Reason {
        /** Larger than the document limit. */
        TOO_LARGE,
        /** Malformed, such as an invalid JSON line or an empty id. */
        INVALID,
        /** A record or table without the text field. */
        MISSING_FIELD,
        /** A source is truncated or damaged, or expands without end. Later documents of the source are missing. */
        DAMAGED,
        /** The file system could not read it. */
        UNREADABLE,
        /** It has no text: an image, a program. */
        NOT_TEXT,
        /** It may have text that nothing here reads: a PDF without Apache Tika, a scan, a Parquet file. */
        NO_READER,
        /** A record that points to another instead of containing a document: a redirect, a revisit. */
        POINTER,
        /** Excluded by rule: another namespace, a record about other records, a name that is not selected. */
        LEFT_OUT;

        /** {@return true if the report does not mean that something is wrong with the source} */
        public boolean isByRule() {
            return this == POINTER || this == LEFT_OUT;
        }

        /** {@return true if the report means that text may be missing: neither {@link #NOT_TEXT} nor by rule} */
        public boolean losesText() {
            return this != NOT_TEXT && !isByRule();
        }
    }
}
