package io.whorl.corpus;

import java.io.IOException;
import java.nio.channels.FileChannel;

/** Receives the records of a file that {@link RecordFile} copies. One thread. */
public interface RecordSink {
    /**
     * Decides whether the next record is copied. The bytes of all records before it have been written.
     *
     * @param record the number of the record, as {@link RecordFile#copy(RecordSink, boolean)} counts
     * @return true to receive the record
     * @throws IOException if the copy must end
     */
    boolean takes(long record) throws IOException;

    /**
     * Names the parts of the text of a record that are left out of its copy, which is then written as one piece. Asked
     * once for each record that was taken, if {@link RecordFile#canCut}.
     *
     * @param record the number of the record
     * @return the beginnings and ends, exclusive, of ranges of bytes of {@link Document#utf8}, in order; no range
     *     begins or ends inside a character. Empty, the default, for none
     */
    default int[] cuts(long record) {
        return new int[0];
    }

    /**
     * Receives, of a file that {@link RecordFile#isWhole}, what is needed to continue the copy after the records that
     * were asked for. All bytes of them have been written.
     *
     * @param notes to be appended to the notes before
     * @throws IOException if the copy must end
     */
    default void ended(byte[] notes) throws IOException {}

    /**
     * {@return all notes of an earlier copy that this one continues; empty, the default, to begin}
     *
     * @throws IOException if they cannot be read
     */
    default byte[] notes() throws IOException {
        return new byte[0];
    }

    /**
     * Receives bytes of the record that was taken last, or bytes before the first record.
     *
     * @param bytes valid during the call
     * @param from the first byte
     * @param length the number of bytes
     * @throws IOException if they cannot be written
     */
    void write(byte[] bytes, int from, int length) throws IOException;

    /**
     * Receives the record that was taken last as it is stored: compressed, in gzip members that contain nothing else.
     *
     * @param file the file that is copied
     * @param position the first byte of the members
     * @param length their size in bytes
     * @return false, the default, to receive the bytes of the record by {@link #write} instead
     * @throws IOException if they cannot be written
     */
    default boolean writeMembers(FileChannel file, long position, long length) throws IOException {
        return false;
    }
}
