package io.whorl.corpus;

import io.whorl.corpus.format.ContainerFormat;
import java.io.IOException;
import java.nio.channels.FileChannel;

/**
 * Chooses and receives the records of a file that {@link RecordFile} copies. A record that is asked for has the number
 * that {@link RecordFile#copy(RecordSink, boolean)} tells, and the bytes of all records before it have been written.
 * Cuts are asked for only if {@link RecordFile#canCut}, and notes come only from a file that
 * {@link RecordFile#isWhole}. One thread.
 */
public interface RecordSink extends ContainerFormat.RecordChoice {
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
