package io.whorl.internal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A scratch file for sorted runs of data that exceed the memory. The package {@code store} implements it, so that
 * fingerprints do not depend on stored files.
 */
public interface RunScratch extends Closeable {
    /** Appends the remaining bytes of the buffer and returns their position. */
    long append(ByteBuffer bytes) throws IOException;

    /** Fills the remaining space of the buffer from this position. */
    void read(long at, ByteBuffer bytes) throws IOException;

    /** Creates a scratch file when it is first needed. */
    @FunctionalInterface
    interface Source {
        RunScratch open() throws IOException;
    }
}
