package io.whorl.minutiae;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The scratch file for sorted runs of a large document's minutiae that exceed the memory. One thread at a time. */
public interface RunScratch extends Closeable {
    /** Appends the remaining bytes of the buffer and returns their position. */
    long append(ByteBuffer bytes) throws IOException;

    /** Fills the remaining space of the buffer from this position. */
    void read(long at, ByteBuffer bytes) throws IOException;

    /** Creates the scratch file of a document when it is first needed. */
    @FunctionalInterface
    interface Source {
        RunScratch open() throws IOException;
    }
}
