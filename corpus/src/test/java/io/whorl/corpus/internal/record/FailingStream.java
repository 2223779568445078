package io.whorl.corpus.internal.record;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Some bytes, then an error, like a truncated compressed file. */
final class FailingStream extends InputStream {
    private final InputStream bytes;

    FailingStream(byte[] bytes, int length) {
        this.bytes = new ByteArrayInputStream(bytes, 0, length);
    }

    @Override
    public int read() throws IOException {
        return there(bytes.read());
    }

    @Override
    public int read(byte[] to, int from, int count) throws IOException {
        return count == 0 ? 0 : there(bytes.read(to, from, count));
    }

    private static int there(int read) throws IOException {
        if (read < 0) {
            throw new EOFException("cut");
        }
        return read;
    }
}
