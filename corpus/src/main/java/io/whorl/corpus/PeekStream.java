package io.whorl.corpus;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Shows a stream's first bytes without consuming them. An error met while looking is thrown after those bytes. */
final class PeekStream extends InputStream {
    /** One tar header. */
    private static final int HEAD = 512;

    private final InputStream in;
    private final byte[] head;
    private int at;
    private IOException pending;

    PeekStream(InputStream in) {
        this.in = in;
        byte[] bytes = new byte[HEAD];
        int length = 0;
        try {
            for (int n = 0; n >= 0 && length < HEAD; n = in.read(bytes, length, HEAD - length)) {
                length += n;
            }
        } catch (IOException e) {
            pending = e;
        }
        head = Arrays.copyOf(bytes, length);
    }

    /** Up to 512 bytes; fewer only if the stream ends or fails before. */
    byte[] head() {
        return head;
    }

    /** Goes past bytes seen, before any is read. */
    void skipHead(int bytes) {
        at = bytes;
    }

    /** Throws the error that cut the head short, if one did. */
    void throwIfFailed() throws IOException {
        if (pending != null) {
            throw pending;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        if (at < head.length) {
            int n = Math.min(len, head.length - at);
            System.arraycopy(head, at, b, off, n);
            at += n;
            return n;
        }
        throwIfFailed();
        return in.read(b, off, len);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
