package io.whorl.corpus.internal.record;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A start, then a repeated section, up to a length that would not fit in memory. */
final class EndlessStream extends InputStream {
    private final byte[] begin;
    private final byte[] over;
    private final long length;
    private long at;

    EndlessStream(String begin, String over, long length) {
        this.begin = begin.getBytes(StandardCharsets.UTF_8);
        this.over = over.getBytes(StandardCharsets.UTF_8);
        this.length = length;
    }

    /** The number of bytes read. */
    long given() {
        return at;
    }

    @Override
    public int read() {
        if (at >= length) {
            return -1;
        }
        byte b = at < begin.length ? begin[(int) at] : over[(int) ((at - begin.length) % over.length)];
        at++;
        return b & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int count) {
        int n = (int) Math.min(count, length - at);
        for (int i = 0; i < n; i++) {
            to[from + i] = (byte) read();
        }
        return n == 0 && count > 0 ? -1 : n;
    }
}
