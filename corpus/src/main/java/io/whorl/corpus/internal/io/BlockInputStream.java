package io.whorl.corpus.internal.io;

import java.io.IOException;
import java.io.InputStream;

/**
 * An input stream whose subclasses implement only {@link #read(byte[], int, int)}. It has no mark, reports nothing as
 * available, and skips by reading. Not thread-safe.
 */
public abstract class BlockInputStream extends InputStream {
    private final byte[] one = new byte[1];

    @Override
    public final int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public abstract int read(byte[] b, int off, int len) throws IOException;
}
