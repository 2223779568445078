package io.whorl.corpus.internal.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * A library's decoder asked for little at a time, because what it decoded in the call that meets an error is lost: a
 * document is lost to the damage behind it only if less than this lies between.
 */
final class ShortReadStream extends FilterInputStream {
    private static final int CALL = 1 << 12;

    ShortReadStream(InputStream in) {
        super(in);
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        try {
            return in.read(b, off, Math.min(len, CALL));
        } catch (RuntimeException e) {
            throw new IOException("damaged data: " + e, e);
        }
    }
}
