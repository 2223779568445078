package io.whorl.corpus.internal.io;

import io.whorl.corpus.format.ContainerFormat.RecordChoice;
import java.io.IOException;
import java.nio.channels.FileChannel;

/** Copies single records of a stream, byte for byte. One thread. */
@FunctionalInterface
public interface RecordCopier {
    /** Receives records. Its failures are not failures of the stream. */
    interface Sink extends RecordChoice {

        /** Receives bytes of the record, or bytes before the first record. */
        void write(byte[] bytes, int from, int length) throws IOException;

        /**
         * Receives the record as the gzip members that consist of it.
         *
         * @return false to receive its bytes by {@link #write} instead
         */
        boolean writeMembers(FileChannel file, long position, long length) throws IOException;
    }

    /** Leaves parts of the text of a record out. Thread-safe. */
    interface TextCutter {
        /**
         * Returns the record without these parts of its text; all its other bytes stay.
         *
         * @param record with the bytes up to the next record
         * @param cuts the beginnings and ends, exclusive, of ranges of bytes of the text in UTF-8, in order; at least
         *     one
         * @throws IOException if the record has no such text
         */
        byte[] cut(byte[] record, int[] cuts) throws IOException;
    }

    /**
     * Copies the records that are taken, each with the bytes up to the next record, and everything before the first
     * record. If the stream breaks off, what was read of the last record is copied too. Call it once.
     *
     * @throws IOException if the stream cannot be read further, or the sink fails
     */
    void copy(Sink sink) throws IOException;
}
