package io.whorl.store;

/** The documents of a new segment, by ordinal. Ids are distinct, and in ascending order of their UTF-8 bytes. */
public interface DocumentSource {
    long count();

    /** The id: 1 to {@value DocumentTable#LONGEST_ID} bytes of UTF-8. */
    byte[] id(long ordinal);

    /** The number of words after filtering. */
    long words(long ordinal);

    /** The number of distinct minutiae. */
    long minutiae(long ordinal);

    /** The data that the selection strategy stores with the minutiae; empty for most strategies. */
    byte[] extra(long ordinal);

    /** The date, as in {@link DocumentDate}; by default no document has one. */
    default long date(long ordinal) {
        return DocumentDate.NONE;
    }
}
