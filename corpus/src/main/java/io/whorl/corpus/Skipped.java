package io.whorl.corpus;

/**
 * A document, or a whole source, that could not be read and was passed over.
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
        /** Not of the form it should have: an invalid JSON line, a missing field. */
        INVALID,
        /** The source broke off or is damaged; documents before the damage were read. */
        DAMAGED,
        /** The file system refused it. */
        UNREADABLE
    }
}
