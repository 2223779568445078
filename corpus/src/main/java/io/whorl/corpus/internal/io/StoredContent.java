package io.whorl.corpus.internal.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/** The content of a file, which can be read several times. */
public interface StoredContent {
    /** Receives the starts of gzip members while they are read. */
    @FunctionalInterface
    interface Members {
        /** Ignores all members. */
        Members NONE = (stored, plain) -> {};

        /**
         * @param stored the position of the first byte of the member in the file
         * @param plain the number of bytes that the members before it unpack to
         */
        void begin(long stored, long plain);
    }

    Path file();

    /** True if the content is compressed as gzip, and not otherwise. */
    boolean isGzip();

    /**
     * Opens the content.
     *
     * @param stored the position of a gzip member that the content is read from; 0 for all of it
     * @param members receives the members that follow, if the content is compressed as gzip
     */
    InputStream open(long stored, Members members) throws IOException;
}
