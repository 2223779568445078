package io.whorl.corpus.format;

/** What every format is told: how to read, and where to report. */
public interface ReadContext {
    FormatOptions options();

    /** Reports a document or record that is passed over. */
    void skip(String place, Skipped.Reason reason, String detail);

    /** Tells, for a progress bar, of bytes of {@link Part#file} that were read otherwise than by the part's body. */
    default void readFromFile(long bytes) {}
}
