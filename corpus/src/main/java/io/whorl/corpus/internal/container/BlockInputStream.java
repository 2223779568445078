package io.whorl.corpus.internal.container;

import java.io.IOException;
import java.io.InputStream;

/**
 * An input stream that reads another one, and whose subclasses implement only {@link #read(byte[], int, int)}. It has
 * no mark, reports nothing as available, and skips by reading. Closing it closes the other one. Not thread-safe.
 */
public abstract class BlockInputStream extends InputStream {
    protected final InputStream in;
    private final byte[] one = new byte[1];

    protected BlockInputStream(InputStream in) {
        this.in = in;
    }

    @Override
    public final int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public abstract int read(byte[] b, int off, int len) throws IOException;

    @Override
    public void close() throws IOException {
        in.close();
    }
}
