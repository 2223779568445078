package io.whorl.corpus.internal.archive;

import io.whorl.corpus.internal.io.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A zip stream's bytes, of which the last are kept: the library takes an archive that breaks off for one that ends. */
final class TailStream extends BlockInputStream {
    /** The record that ends a zip archive's directory, and the longest comment in it. */
    private static final int MOST = 22 + 65_535;

    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] tail = new byte[2 * MOST];
    private int length;

    TailStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        int n = in.read(b, off, Math.min(len, MOST));
        if (n > 0) {
            if (length + n > tail.length) {
                System.arraycopy(tail, length - MOST, tail, 0, MOST);
                length = MOST;
            }
            System.arraycopy(b, off, tail, length, n);
            length += n;
        }
        return n;
    }

    /** Reads to the end, and looks whether a directory's end stands there. */
    boolean endsWithDirectory() throws IOException {
        byte[] rest = new byte[BUFFER];
        while (read(rest, 0, BUFFER) >= 0) {}
        boolean found = false;
        for (int i = length - 22; i >= Math.max(0, length - MOST) && !found; i--) {
            found = tail[i] == 'P' && tail[i + 1] == 'K' && tail[i + 2] == 5 && tail[i + 3] == 6;
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
