package io.whorl.text;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** A document's bytes as a window over an array: the caller's own, or one that a stream refills. */
final class ByteSource {
    /** The bytes; those not read yet are {@code data[pos] .. data[limit - 1]}. */
    byte[] data = new byte[0];

    int pos;
    int limit;

    private final int bufferSize;
    private byte[] buffer = new byte[0];
    /** Null where nothing is left to be read into the window. */
    private InputStream in;

    /** @param bufferSize bytes read from a stream at a time, at least {@link Utf8#MAX_BYTES} */
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
     * Sees to it that the window holds this many bytes, or all that are left; what it holds may move.
     *
     * @return whether there is a byte left
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

    /** The place before which a character that begins is in the window to its end, or is the text's last. */
    int wholeCharacters() {
        return in == null ? limit : limit - (Utf8.MAX_BYTES - 1);
    }
}
