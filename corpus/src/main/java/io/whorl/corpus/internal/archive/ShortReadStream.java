package io.whorl.corpus.internal.archive;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads from a decoder in short calls, because the decoder loses what it decoded in the call that fails. A document
 * before the damage is lost only if it ends less than one call before it.
 */
final class ShortReadStream extends FilterInputStream {
    private static final int MAX_READ = 1 << 12;

    ShortReadStream(InputStream in) {
        super(in);
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        try {
            return in.read(b, off, Math.min(len, MAX_READ));
        } catch (RuntimeException e) {
            throw new IOException("damaged data: " + e, e);
        }
    }
}
