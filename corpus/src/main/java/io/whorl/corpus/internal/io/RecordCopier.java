package io.whorl.corpus.internal.io;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.LongPredicate;

/** Copies single records of a stream, byte for byte. One thread. */
public interface RecordCopier extends Closeable {
    /**
     * Copies the records that are kept, each with the bytes up to the next record, and everything before the first
     * record. If the stream breaks off, what was read of the last record is copied too. Call it once.
     *
     * @param keeps is asked once for each record, in order, by its number from 1, as places of documents have it
     * @throws IOException if the stream cannot be read further, or the output cannot be written
     */
    void copy(LongPredicate keeps, OutputStream out) throws IOException;
}
