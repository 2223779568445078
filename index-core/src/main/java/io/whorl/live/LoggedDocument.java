package io.whorl.live;

import io.whorl.internal.Ranges;
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

    /**
     * Checks the minutiae before anything changes: a repeated one would be counted twice in all later queries.
     *
     * @param counted whether there must be frequencies
     * @throws IllegalArgumentException if the values are not as described above
     */
    public void checkMinutiae(boolean counted) {
        Ranges.check("n", n, 0, minutiae.length);
        if (counted && frequencies.length < n) {
            throw new IllegalArgumentException(
                    "frequencies has " + frequencies.length + " elements; it must have at least n, " + n);
        }
        for (int i = 0; i < n; i++) {
            if (i > 0 && Long.compareUnsigned(minutiae[i - 1], minutiae[i]) >= 0) {
                throw new IllegalArgumentException("minutiae[" + i + "] is " + Long.toHexString(minutiae[i]) + " after "
                        + Long.toHexString(minutiae[i - 1])
                        + "; minutiae must be distinct and in unsigned ascending order");
            }
            if (counted && frequencies[i] < 1) {
                throw new IllegalArgumentException(
                        "frequencies[" + i + "] is " + frequencies[i] + "; it must be at least 1");
            }
        }
    }
}
