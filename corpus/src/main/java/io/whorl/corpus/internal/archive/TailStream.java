package io.whorl.corpus.internal.archive;

import io.whorl.corpus.internal.io.BlockInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Keeps the last bytes of a zip stream, because the library does not tell a truncated archive from a complete one. */
final class TailStream extends BlockInputStream {
    /** The size of the record that ends the directory of a zip archive, with the longest comment. */
    private static final int MAX_END_RECORD = 22 + 65_535;

    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] tail = new byte[2 * MAX_END_RECORD];
    private int length;

    TailStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        int n = in.read(b, off, Math.min(len, MAX_END_RECORD));
        if (n > 0) {
            if (length + n > tail.length) {
                System.arraycopy(tail, length - MAX_END_RECORD, tail, 0, MAX_END_RECORD);
                length = MAX_END_RECORD;
            }
            System.arraycopy(b, off, tail, length, n);
            length += n;
        }
        return n;
    }

    /** Reads to the end; true if the stream ends with the end record of a directory. */
    boolean endsWithDirectory() throws IOException {
        byte[] rest = new byte[BUFFER];
        while (read(rest, 0, BUFFER) >= 0) {}
        boolean found = false;
        for (int i = length - 22; i >= Math.max(0, length - MAX_END_RECORD) && !found; i--) {
            found = tail[i] == 'P' && tail[i + 1] == 'K' && tail[i + 2] == 5 && tail[i + 3] == 6;
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
