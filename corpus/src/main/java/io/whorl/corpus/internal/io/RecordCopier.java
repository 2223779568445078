package io.whorl.corpus.internal.io;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Part;
import java.io.IOException;
import java.util.Optional;

/** Copies single records of a stream, byte for byte. One thread. */
@FunctionalInterface
public interface RecordCopier {
    /**
     * Copies the records that are taken, each with the bytes up to the next record, and everything before the first
     * record. If the stream breaks off, what was read of the last record is copied too. Call it once.
     *
     * @throws IOException if the stream cannot be read further, or the sink fails
     */
    void copy(Sink sink) throws IOException;

    /** Receives records. Its failures are not failures of the stream; after one, it ignores what it is given. */
    interface Sink {
        /** Decides whether a record is copied, of which no byte was written yet. */
        boolean takes(long record) throws IOException;

        /** Receives bytes of the record that was taken last, or bytes before the first record. */
        void write(byte[] bytes, int from, int length) throws IOException;
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

    /** A format of dumps. */
    interface RecordFormat extends ContainerFormat {
        /**
         * Opens a copier of single records. A byte order mark must be read before.
         *
         * @return empty if single records of this dump cannot be left out
         */
        Optional<RecordCopier> copier(Part whole, FormatOptions options) throws IOException;

        /** Returns what shortens the texts of records; empty if that cannot be done. */
        default Optional<TextCutter> cutter() {
            return Optional.empty();
        }

        /** True if the number of a record is its position in the dump plus 1. */
        default boolean isNumberedByPosition() {
            return false;
        }
    }
}
