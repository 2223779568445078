package io.whorl.corpus.format;

/** What every {@link ContainerFormat} receives: the options, and a place for its reports. */
public interface ReadContext {
    /** {@return the options that all formats share} */
    FormatOptions options();

    /**
     * Reports a document or record that is skipped.
     *
     * @param place where it is: file, member, line
     * @param number that of the record; 0 for the whole container; {@link Part#UNNUMBERED} for other parts
     * @param reason why, for counting
     * @param detail why, in words
     */
    void skip(String place, long number, Skipped.Reason reason, String detail);

    /**
     * Counts, for a progress bar, bytes of {@link Part#file} that were not read through the body of the part.
     *
     * @param bytes number of bytes
     */
    default void readFromFile(long bytes) {}

    /**
     * Returns the number of records at the beginning of the container that an earlier reader has delivered. The next
     * part is the one after them.
     *
     * @return 0, or a number for which {@link #canBeginAfter} was called; for {@link ContainerFormat#open} only
     */
    default long recordsBefore() {
        return 0;
    }

    /**
     * Tells, before a part is returned, that a later reader could begin with it without the records before it.
     *
     * @param records the number of records before it in the container, also those that were skipped
     */
    default void canBeginAfter(long records) {}
}
