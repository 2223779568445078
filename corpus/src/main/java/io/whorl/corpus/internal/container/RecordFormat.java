package io.whorl.corpus.internal.container;

import io.whorl.corpus.format.ContainerFormat;
import io.whorl.corpus.format.FormatOptions;
import io.whorl.corpus.format.Part;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

public interface RecordFormat extends ContainerFormat {
    /**
     * Opens a copy of single records. A byte order mark must be read before.
     *
     * @return empty if single records of this dump cannot be left out
     */
    Optional<Copying> copying(Part whole, FormatOptions options) throws IOException;

    /** Returns what shortens the texts of records; empty if that cannot be done. */
    default Optional<TextCutter> cutter() {
        return Optional.empty();
    }

    /** True if the number of a record is its position in the dump plus 1. */
    default boolean isNumberedByPosition() {
        return false;
    }

    /** Copies the records of a file, byte for byte. One thread. */
    @FunctionalInterface
    interface Copying {
        /**
         * Copies the records that are taken, each with the bytes up to the next record, and everything before the first
         * record. If the stream breaks off, what was read of the last record is copied too. Call it once.
         *
         * @param choice is asked before a byte of a record is written
         * @param out ignores what it is given after it or the choice has failed
         * @throws IOException if the stream cannot be read further, or a record cannot be written
         */
        void copy(RecordChoice choice, OutputStream out) throws IOException;
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
}
