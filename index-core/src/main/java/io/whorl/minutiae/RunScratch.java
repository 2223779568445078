package io.whorl.minutiae;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Where sorted runs of a large document's minutiae go that have no room in memory. One thread at a time. */
public interface RunScratch extends Closeable {
    /** Appends what remains in the buffer; returns where it begins. */
    long append(ByteBuffer bytes) throws IOException;

    /** Fills what remains of the buffer from this place. */
    void read(long at, ByteBuffer bytes) throws IOException;

    /** Makes the scratch of one document, when it is first needed. */
    @FunctionalInterface
    interface Source {
        RunScratch open() throws IOException;
    }
}
