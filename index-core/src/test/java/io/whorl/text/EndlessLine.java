package io.whorl.text;

import java.io.InputStream;
import java.util.Arrays;

/** A line of nothing but the letter x. */
final class EndlessLine extends InputStream {
    private long left;

    EndlessLine(long size) {
        left = size;
    }

    @Override
    public int read() {
        return left-- > 0 ? 'x' : -1;
    }

    @Override
    public int read(byte[] b, int off, int len) {
        if (left <= 0) {
            return -1;
        }
        int n = (int) Math.min(len, left);
        Arrays.fill(b, off, off + n, (byte) 'x');
        left -= n;
        return n;
    }
}
