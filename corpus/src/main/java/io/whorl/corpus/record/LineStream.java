package io.whorl.corpus.record;

import java.io.IOException;
import java.io.InputStream;

/** A stream that ends at each line's end, until asked for the next line; so no line need be held in memory. */
final class LineStream extends Records {
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int limit;
    private long number;
    private boolean inLine;

    LineStream(InputStream in) {
        this.in = in;
    }

    @Override
    boolean next() throws IOException {
        while (inLine) {
            if (at == limit && !fill()) {
                return false;
            }
            at = lineEnd(limit);
            endLineHere();
        }
        if (at == limit && !fill()) {
            return false;
        }
        number++;
        inLine = true;
        return true;
    }

    @Override
    long number() {
        return number;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        if (len == 0) {
            return 0;
        }
        if (!inLine || at == limit && !fill()) {
            return -1;
        }
        int n = lineEnd(Math.min(limit, at + Math.min(len, BUFFER))) - at;
        System.arraycopy(buffer, at, b, off, n);
        at += n;
        endLineHere();
        return n > 0 ? n : -1;
    }

    private int lineEnd(int to) {
        int i = at;
        while (i < to && buffer[i] != '\n') {
            i++;
        }
        return i;
    }

    private void endLineHere() {
        if (at < limit && buffer[at] == '\n') {
            at++;
            inLine = false;
        }
    }

    private boolean fill() throws IOException {
        at = 0;
        limit = Math.max(0, in.read(buffer, 0, BUFFER));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
