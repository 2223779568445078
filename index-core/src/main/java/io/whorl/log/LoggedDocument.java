package io.whorl.log;

import io.whorl.store.DocumentDate;
import io.whorl.store.StoredText;

/**
 * A document as the log has it.
 *
 * @param id 1 to 65,535 bytes of UTF-8
 * @param words words after filtering, 0 or more
 * @param extra data that the selection strategy stores with the minutiae
 * @param minutiae distinct, in unsigned ascending order, in the first {@code n} elements
 * @param frequencies the number of occurrences of each minutia, 1 or more; empty if the scheme keeps none
 * @param text its stored form ({@link StoredText}); {@link StoredText#NONE} if the index stores no texts
 * @param date as in {@link DocumentDate}; {@link DocumentDate#NONE} if it has none
 */
public record LoggedDocument(
        byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n, byte[] text, long date) {
    /** A document without text and date. */
    public LoggedDocument(byte[] id, long words, byte[] extra, long[] minutiae, int[] frequencies, int n) {
        this(id, words, extra, minutiae, frequencies, n, StoredText.NONE, DocumentDate.NONE);
    }

    /** The bytes of id, extra and text. */
    public long bytes() {
        return (long) id.length + extra.length + text.length;
    }
}
