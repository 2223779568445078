package io.whorl.text;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** The bytes of a document as a window over an array: the caller's array, or a buffer that a stream refills. */
final class ByteSource {
    /** The bytes; {@code data[pos] .. data[limit - 1]} are not read yet. */
    byte[] data = new byte[0];

    int pos;
    int limit;

    private final int bufferSize;
    private byte[] buffer = new byte[0];
    /** Null if nothing is left to be read into the window. */
    private InputStream in;

    /** @param bufferSize the number of bytes read from a stream at a time, at least {@link Utf8#MAX_BYTES} */
    ByteSource(int bufferSize) {
        this.bufferSize = bufferSize;
    }

    void open(byte[] utf8, int from, int to) {
        Objects.checkFromToIndex(from, to, utf8.length);
        in = null;
        data = utf8;
        pos = from;
        limit = to;
    }

    void open(InputStream utf8) {
        in = Objects.requireNonNull(utf8, "utf8");
        if (buffer.length == 0) {
            buffer = new byte[bufferSize];
        }
        data = buffer;
        pos = 0;
        limit = 0;
    }

    /**
     * Ensures that the window holds this many bytes, or all bytes that are left. The content may move within the array.
     *
     * @return true if a byte is left
     */
    boolean ensure(int bytes) throws IOException {
        if (limit - pos < bytes && in != null) {
            System.arraycopy(data, pos, data, 0, limit - pos);
            limit -= pos;
            pos = 0;
            fill();
        }
        return pos < limit;
    }

    private void fill() throws IOException {
        while (limit < data.length) {
            int n = in.read(data, limit, data.length - limit);
            if (n < 0) {
                in = null;
                return;
            }
            limit += n;
        }
    }

    /** The end of the range in which every character that begins there ends in the window or with the text. */
    int wholeCharacters() {
        return in == null ? limit : limit - (Utf8.MAX_BYTES - 1);
    }
}
