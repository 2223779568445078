package io.whorl.corpus.internal.io;

import java.io.IOException;

/** Leaves parts of the text of a record out. Thread-safe. */
@FunctionalInterface
public interface TextCutter {
    /**
     * Returns the record without these parts of its text; all its other bytes stay.
     *
     * @param record with the bytes up to the next record
     * @param cuts the beginnings and ends, exclusive, of ranges of bytes of the text in UTF-8, in order; at least one
     * @throws IOException if the record has no such text
     */
    byte[] cut(byte[] record, int[] cuts) throws IOException;
}
