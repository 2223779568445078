package io.whorl.corpus.format;

/**
 * A document, record or whole source that was passed over.
 *
 * @param place where it is: file, member, line
 * @param reason why, for counting
 * @param detail why, in words
 */
public record Skipped(String place, Reason reason, String detail) {
    /** Kinds of reasons, for counting. */
    public enum Reason {
        /** Larger than the document limit. */
        TOO_LARGE,
        /** Not of the form it should have: an invalid JSON line, an id that is no id. */
        INVALID,
        /** A record or table without the field that holds the text. */
        MISSING_FIELD,
        /**
         * The source broke off, is damaged, or unpacks without end; documents before that were read, later ones not.
         */
        DAMAGED,
        /** The file system refused it. */
        UNREADABLE,
        /** It has no text: an image, a program. */
        NOT_TEXT,
        /** It may have text, but its reader is not at hand: a PDF or an office file without Apache Tika. */
        NO_READER,
        /** A record that points to another instead of holding a document: a redirect, a revisit. */
        POINTER,
        /** Left out by rule: another namespace, a record that describes others, a name not asked for. */
        LEFT_OUT;

        /** Whether it says nothing ill of the source. */
        public boolean isByRule() {
            return this == POINTER || this == LEFT_OUT;
        }
    }
}
