package io.whorl.corpus.internal.io;

import io.whorl.corpus.format.ContainerFormat.RecordChoice;
import java.io.IOException;
import java.nio.channels.FileChannel;

/** Copies single records of a stream, byte for byte. One thread. */
@FunctionalInterface
public interface RecordCopier {
    /** Receives records. Its failures are not failures of the stream. */
    interface Sink extends RecordChoice {
        /** Takes every record and ignores the bytes. */
        Sink NONE = new Sink() {
            @Override
            public boolean takes(long record) {
                return true;
            }

            @Override
            public void write(byte[] bytes, int from, int length) {}

            @Override
            public boolean writeMembers(FileChannel file, long position, long length) {
                return true;
            }
        };

        /** Receives bytes of the record, or bytes before the first record. */
        void write(byte[] bytes, int from, int length) throws IOException;

        /**
         * Receives the record as the gzip members that consist of it.
         *
         * @return false to receive its bytes by {@link #write} instead
         */
        boolean writeMembers(FileChannel file, long position, long length) throws IOException;
    }

    /**
     * Copies the records that are taken, each with the bytes up to the next record, and everything before the first
     * record. If the stream breaks off, what was read of the last record is copied too. Call it once.
     *
     * @throws IOException if the stream cannot be read further, or the sink fails
     */
    void copy(Sink sink) throws IOException;
}
